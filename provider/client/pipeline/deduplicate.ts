import { unlessAborted } from "../../kernel/unless-aborted.ts";
import type { Call, CallHandler } from "./call.ts";

interface SharedRead {
  readonly response: Promise<object>;
  readonly stop: AbortController;
  callers: number;
}

/**
 * Deduplicates reads: an equal read that is already in flight serves all its callers (request coalescing).
 * Each caller can be aborted on its own; the request is aborted with its last caller.
 * A read never joins a request that started before a write ended: the response may be older than the caller's own write.
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
    // The first caller's signal and deadline must not end the request for the others.
    const response = next({ ...call, signal: stop.signal, deadline: undefined });
    const sharedRead: SharedRead = { response, stop, callers: 0 };
    sharedReads.set(key, sharedRead);
    const forget = () => {
      if (sharedReads.get(key) === sharedRead) sharedReads.delete(key);
    };
    response.then(forget, forget);
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
    // Validation puts the fields of a request in the order of their declaration, so equal requests have equal JSON.
    const key = `${writesEnded} ${call.operation.name} ${JSON.stringify(call.request)}`;
    const joins = sharedReads.has(key);
    const sharedRead = sharedReads.get(key) ?? start(key, call);
    sharedRead.callers += 1;
    const response = await unlessAborted(sharedRead.response, call.signal, (reason) => leave(key, sharedRead, reason));
    // The key contains the operation, so the response has its response type; a joining caller gets a copy that it may change.
    return (joins ? structuredClone(response) : response) as Response;
  };
}
