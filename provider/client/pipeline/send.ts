import { InputError, ProtocolError, TransportError } from "../../kernel/errors.ts";
import { decodeResponse, foreign, type Redact } from "../../wire/decode.ts";
import type { Operation } from "../../wire/operation.ts";
import { type HttpRequest, type HttpResponse, OversizedResponseError, Timeout, UnsentRequestError } from "../../wire/transport.ts";
import { contentProblem, readFailure } from "../errors/error-response.ts";
import type { Call, PipelineDependencies } from "./call.ts";
import { ambiguityNote, MalformedResponseError } from "../errors/failures.ts";
import { redactor, secretsOf, valueRedactor } from "../errors/redact.ts";
import type { SignedCallHandler } from "./sign.ts";

type SendParts = Pick<PipelineDependencies, "account" | "region" | "sources" | "knownAccount" | "transport" | "clock" | "requestTimeoutMs">;

/**
 * Sends one attempt and decodes its response.
 * @throws ApiError for an error response, ProtocolError for one that cannot be decoded, TransportError when none arrives in time
 */
export function sent(parts: SendParts): SignedCallHandler {
  return async (call, http, proof) => {
    // Computed on demand: only failures need them. The same list has one redactor.
    const secrets = () => {
      const own = secretsOf(call);
      return own.length === 0 ? proof : [...proof, ...own];
    };
    const clean = (text: string) => redactor(secrets())(text);
    const response = await exchange(parts, call, http, clean);
    if (response.status < 200 || response.status >= 300) {
      throw readFailure(call.operation, call.request, response, {
        account: parts.account,
        accountId: await parts.knownAccount?.(),
        region: parts.region,
        sources: parts.sources,
        secrets: secrets(),
        now: parts.clock.wallTime(),
      });
    }
    const type = response.headers["content-type"];
    if (type !== undefined && !type.includes("json")) {
      throw new MalformedResponseError(unreadable(call, response, contentProblem(type, clean)));
    }
    const decoded = decodeResponse(call.operation.response, response.body, valuesWithout(proof, call.operation));
    if ("value" in decoded) return decoded.value;
    const isForeign = ["the body is empty", "the body is not JSON", foreign].includes(decoded.problem);
    const fields = unreadable(call, response, clean(decoded.problem));
    throw isForeign ? new MalformedResponseError(fields) : new ProtocolError(fields);
  };
}

/** Redacts the credentials from the values of a response, except in fields that are declared as secrets. */
function valuesWithout(proof: readonly string[], { secrets = [] }: Operation): Redact {
  const clean = valueRedactor(proof);
  return (text, field) => (secrets.includes(field) ? text : clean(text));
}

function unreadable({ operation }: Call, { status }: Pick<HttpResponse, "status">, problem: string) {
  const doubt = ambiguityNote(operation);
  return { operation: operation.name, status, problem: doubt ? `${problem}; ${doubt}` : problem };
}

async function exchange(parts: SendParts, call: Call, http: HttpRequest, clean: (text: string) => string): Promise<HttpResponse> {
  const { requestTimeoutMs, clock } = parts;
  const expiry = new AbortController();
  const cancelTimer = clock.setTimer(requestTimeoutMs, () =>
    expiry.abort(new Timeout(`no answer within ${requestTimeoutMs / 1000} s, the value of \`requestTimeoutSeconds\``)),
  );
  const onAbort = () => expiry.abort(call.signal?.reason);
  call.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    call.signal?.throwIfAborted();
    return await parts.transport(http, expiry.signal);
  } catch (error) {
    if (call.signal?.aborted) throw call.signal.reason;
    if (error instanceof InputError) throw error;
    const problem = clean(error instanceof Error ? error.message : String(error));
    if (error instanceof OversizedResponseError) throw new ProtocolError({ ...unreadable(call, error, problem), cause: error });
    // A read changes nothing, so its outcome is never ambiguous.
    const ambiguous = !call.operation.reads && !(error instanceof UnsentRequestError);
    throw new TransportError({ operation: call.operation.name, problem, ambiguous, cause: error });
  } finally {
    call.signal?.removeEventListener("abort", onAbort);
    cancelTimer();
  }
}
