/** An HTTP request as bytes and names, ready to be sent. Header names are lower case. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** The whole URL, query included, percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is none. */
  readonly body: string;
}

/** What came back. Header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request and gives its answer, whatever the status. A transport never retries and never follows a redirect.
 * It rejects with a {@link UnsentRequestError} when the request surely never reached the service, and with anything else when that is not known.
 */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/** The request never left: the name did not resolve, the connection was refused or never opened. */
export class UnsentRequestError extends Error {
  override readonly name = "Unsent";
}

/** An attempt took longer than it may; as the reason of a transport's signal, it is answered with {@link UnsentRequestError} when nothing had been sent. */
export class Timeout extends Error {
  override readonly name = "Timeout";
}
