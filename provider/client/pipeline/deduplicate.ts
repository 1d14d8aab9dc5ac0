import { unlessAborted } from "./abort.ts";
import type { Call, CallHandler } from "./call.ts";

interface SharedRead {
  readonly answer: Promise<object>;
  readonly stop: AbortController;
  callers: number;
}

/**
 * Makes equal reads that are in flight one call. Each caller may leave on its own; the call ends early when the last one has left.
 * A read never joins one that began before a write had ended: its answer may be older than what the caller has just done.
 */
export function deduplicated(next: CallHandler): CallHandler {
  const sharedReads = new Map<string, SharedRead>();
  let writesEnded = 0;

  const write: CallHandler = async (call) => {
    try {
      return await next(call);
    } finally {
      writesEnded += 1;
    }
  };

  const start = (key: string, call: Call): SharedRead => {
    const stop = new AbortController();
    // Neither the first caller's signal nor its deadline is that of the others.
    const answer = next({ ...call, signal: stop.signal, deadline: undefined });
    const sharedRead: SharedRead = { answer, stop, callers: 0 };
    sharedReads.set(key, sharedRead);
    const forget = () => {
      if (sharedReads.get(key) === sharedRead) sharedReads.delete(key);
    };
    answer.then(forget, forget);
    return sharedRead;
  };

  const leave = (key: string, sharedRead: SharedRead, reason: unknown): void => {
    sharedRead.callers -= 1;
    if (sharedRead.callers > 0) return;
    if (sharedReads.get(key) === sharedRead) sharedReads.delete(key);
    sharedRead.stop.abort(reason);
  };

  return async <Request extends object, Response extends object>(call: Call<Request, Response>) => {
    if (!call.operation.reads) return write(call);
    call.signal?.throwIfAborted();
    // A request that was validated has its fields in the order of their declaration, whoever wrote it.
    const key = `${writesEnded} ${call.operation.name} ${JSON.stringify(call.request)}`;
    const joins = sharedReads.has(key);
    const flight = sharedReads.get(key) ?? start(key, call);
    flight.callers += 1;
    const answer = await unlessAborted(flight.answer, call.signal, (reason) => leave(key, flight, reason));
    // The key names the operation, so the answer is one of its responses; a joiner gets a copy that it may change.
    return (joins ? structuredClone(answer) : answer) as Response;
  };
}
