import { InputError, ProtocolError, TransportError } from "../kernel/errors.ts";
import { printable } from "../kernel/text.ts";
import { decodeAnswer, foreign } from "../wire/decode.ts";
import { type HttpRequest, type HttpResponse, Unsent } from "../wire/transport.ts";
import { readFailure } from "./answer.ts";
import type { Call, Parts } from "./call.ts";
import { doubtAbout, Garbled } from "./failures.ts";
import type { SignedCaller } from "./sign.ts";

/** Sends one attempt and reads its answer: the response, an ApiError, a ProtocolError, or a TransportError when there was none in time. */
export function sent(parts: Parts): SignedCaller {
  return async (call, http, secrets) => {
    const answer = await exchange(parts, call, http);
    if (answer.status < 200 || answer.status >= 300) {
      throw readFailure(call.operation, answer, { account: parts.account, secrets, now: parts.clock.now() });
    }
    const fields = (problem: string) => {
      const doubt = doubtAbout(call.operation);
      return { operation: call.operation.name, status: answer.status, problem: doubt ? `${problem}; ${doubt}` : problem };
    };
    const type = answer.headers["content-type"];
    if (type !== undefined && !type.includes("json"))
      throw new Garbled(fields(`the content type is ${printable(type).slice(0, 80)}, not JSON`));
    const decoded = decodeAnswer(call.operation.response, answer.body);
    if ("value" in decoded) return decoded.value;
    const isForeign = ["the body is empty", "the body is not JSON", foreign].includes(decoded.problem);
    throw isForeign ? new Garbled(fields(decoded.problem)) : new ProtocolError(fields(decoded.problem));
  };
}

async function exchange(parts: Parts, call: Call, http: HttpRequest): Promise<HttpResponse> {
  const stop = new AbortController();
  const finished = new AbortController();
  const passOn = () => stop.abort(call.signal?.reason);
  call.signal?.addEventListener("abort", passOn, { once: true });
  void parts.clock.sleep(parts.requestTimeoutMs, finished.signal).then(
    () => stop.abort(new Timeout(`no answer within ${parts.requestTimeoutMs / 1000} s`)),
    () => undefined,
  );
  try {
    call.signal?.throwIfAborted();
    const aborted = abortion(stop.signal);
    return await Promise.race([parts.transport(http, stop.signal), aborted]);
  } catch (error) {
    if (call.signal?.aborted) throw call.signal.reason;
    if (error instanceof InputError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    const ambiguous = !(error instanceof Unsent);
    throw new TransportError({ operation: call.operation.name, problem, ambiguous, cause: error });
  } finally {
    call.signal?.removeEventListener("abort", passOn);
    finished.abort("finished");
  }
}

class Timeout extends Error {
  override readonly name = "Timeout";
}

/** Rejects when the signal is aborted: a transport that does not listen must not hold a call up. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
