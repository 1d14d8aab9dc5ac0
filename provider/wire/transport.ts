/** An encoded HTTP request, ready to be sent. Header names are lower case. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** The whole URL with the query, percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a request without a body. */
  readonly body: string;
}

/** An HTTP response. Header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request and returns the response, whatever its status. A transport never retries, never follows a redirect, and rejects when the
 * signal is aborted.
 * It rejects with an {@link UnsentRequestError} when the request certainly did not reach the service, otherwise with any other error; a cancelled request rejects
 * with the signal's reason.
 */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/** The request was not sent: for example the host name did not resolve, or the connection was refused. */
export class UnsentRequestError extends Error {
  override readonly name = "Unsent";
}

/** The response is larger than the transport reads; the rest was not received. */
export class OversizedResponseError extends Error {
  override readonly name = "Oversized";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * The timeout of an attempt, as the reason of the signal that is passed to the transport.
 * The transport then rejects with an {@link UnsentRequestError} when it had sent nothing.
 */
export class Timeout extends Error {
  override readonly name = "Timeout";
}
