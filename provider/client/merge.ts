import { unlessAborted } from "./abort.ts";
import type { Call, Caller } from "./call.ts";

interface Flight {
  readonly answer: Promise<object>;
  readonly stop: AbortController;
  passengers: number;
}

/**
 * Makes equal reads that are in flight one call. Each caller may leave on its own; the call ends early when the last one has left.
 * A read never joins one that began before a write had ended: its answer may be older than what the caller has just done.
 */
export function merged(next: Caller): Caller {
  const flights = new Map<string, Flight>();
  let writesEnded = 0;

  const write: Caller = async (call) => {
    try {
      return await next(call);
    } finally {
      writesEnded += 1;
    }
  };

  const depart = (key: string, call: Call): Flight => {
    const stop = new AbortController();
    // Neither the first caller's signal nor its deadline is that of the others.
    const answer = next({ ...call, signal: stop.signal, deadline: undefined });
    const flight: Flight = { answer, stop, passengers: 0 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    answer.then(land, land);
    return flight;
  };

  const leave = (key: string, flight: Flight, reason: unknown): void => {
    flight.passengers -= 1;
    if (flight.passengers > 0) return;
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort(reason);
  };

  return async <Request extends object, Response extends object>(call: Call<Request, Response>) => {
    if (!call.operation.reads) return write(call);
    call.signal?.throwIfAborted();
    // A request that was validated has its fields in the order of their declaration, whoever wrote it.
    const key = `${writesEnded} ${call.operation.name} ${JSON.stringify(call.request)}`;
    const joins = flights.has(key);
    const flight = flights.get(key) ?? depart(key, call);
    flight.passengers += 1;
    const answer = await unlessAborted(flight.answer, call.signal, (reason) => leave(key, flight, reason));
    // The key names the operation, so the answer is one of its responses; a joiner gets a copy that it may change.
    return (joins ? structuredClone(answer) : answer) as Response;
  };
}
