import type { Clock } from "../kernel/clock.ts";
import { unlessAborted } from "./abort.ts";
import { type Batching, batchingOf } from "./batches.ts";
import type { Call, Caller, Parts } from "./call.ts";
import { partsAfter } from "./split.ts";

/** The longest that newcomers may hold a batch back, counted from its first call, in milliseconds. */
const longestMs = 100;
/** The longest that a batch gathers more calls behind another one of its kind, in milliseconds. */
const behindMs = 250;

/** One caller of a batch, with what it alone asked for. */
interface Passenger {
  readonly call: Call;
  readonly answer: Promise<object>;
  readonly resolve: (answer: object) => void;
  readonly reject: (reason: unknown) => void;
  /** The batch that it travels with. */
  batch: Batch | undefined;
}

/** Calls that are one call, gathering or under way. */
interface Batch {
  request: object;
  readonly passengers: Set<Passenger>;
  readonly stop: AbortController;
}

/**
 * Makes calls that may travel together one call, by the rows of `batches.ts`. A batch goes when it is full, or when nobody has joined for a moment;
 * then it gathers on while another one of its kind is under way. Each caller may leave on its own, and gets the answer or the failure that it would
 * have got alone: a batch that is refused because of one of its passengers is split.
 */
export function batched({ clock }: Pick<Parts, "clock">, next: Caller): Caller {
  const gates = new Map<string, Gate>();
  const travel = async <Request extends object, Response extends object>(
    call: Call<Request, Response>,
    batching: Batching,
    key: string,
  ): Promise<Response> => {
    call.signal?.throwIfAborted();
    const name = `${call.operation.name} ${key}`;
    const gate = gates.get(name) ?? new Gate(clock, batching, next, () => gates.delete(name));
    gates.set(name, gate);
    const passenger = gate.board(call);
    const answer = await unlessAborted(passenger.answer, call.signal, (reason) => gate.leave(passenger, reason));
    // The row belongs to the call's operation, so the answer is one of its responses.
    return answer as Response;
  };

  return (call) => {
    const batching = batchingOf(call.operation);
    const key = call.isAlone === true ? undefined : batching?.key(call.request);
    return batching === undefined || key === undefined ? next(call) : travel(call, batching, key);
  };
}

/** Where calls gather that may travel together. */
class Gate {
  readonly #clock: Clock;
  readonly #batching: Batching;
  readonly #next: Caller;
  readonly #close: () => void;
  readonly #open = new Set<Batch>();
  #underWay = 0;
  #firstAt = 0;
  #lastAt = 0;
  #callOff: (() => void) | undefined;

  constructor(clock: Clock, batching: Batching, next: Caller, close: () => void) {
    this.#clock = clock;
    this.#batching = batching;
    this.#next = next;
    this.#close = close;
  }

  board(call: Call): Passenger {
    const { promise: answer, resolve, reject } = Promise.withResolvers<object>();
    const passenger: Passenger = { call, answer, resolve, reject, batch: undefined };
    this.#lastAt = this.#clock.now();
    if (this.#open.size === 0) this.#firstAt = this.#lastAt;
    const batch = this.#joined(call.request) ?? this.#opened(call.request);
    batch.passengers.add(passenger);
    passenger.batch = batch;
    if (this.#batching.isFull(batch.request)) this.#depart(batch);
    this.#setAlarm();
    return passenger;
  }

  /** Who leaves before the batch goes leaves nothing behind; a batch that all have left ends. */
  leave(passenger: Passenger, reason: unknown): void {
    const { batch } = passenger;
    if (batch === undefined || !batch.passengers.delete(passenger)) return;
    if (batch.passengers.size === 0) {
      this.#open.delete(batch);
      batch.stop.abort(reason);
      this.#closeWhenEmpty();
    } else if (this.#open.has(batch)) {
      batch.request = this.#together([...batch.passengers]);
    }
  }

  #joined(request: object): Batch | undefined {
    for (const batch of this.#open) {
      const joined = this.#batching.join(batch.request, request);
      if (joined === undefined) continue;
      batch.request = joined;
      return batch;
    }
    return undefined;
  }

  #opened(request: object): Batch {
    const batch: Batch = { request, passengers: new Set(), stop: new AbortController() };
    this.#open.add(batch);
    return batch;
  }

  /** The one request of passengers who fitted together before. */
  #together(passengers: readonly Passenger[]): object {
    const [first, ...others] = passengers.map(({ call }) => call.request);
    return others.reduce<object>((sum, other) => this.#batching.join(sum, other) ?? sum, first ?? {});
  }

  /** All that gathers goes when the calls have stopped coming, or have come for long enough. */
  #setAlarm(): void {
    if (this.#open.size === 0 || this.#callOff !== undefined) return;
    const now = this.#clock.now();
    const idleAt = Math.min(this.#lastAt + this.#batching.idleMs, this.#firstAt + longestMs);
    const at = this.#underWay > 0 ? Math.max(idleAt, this.#firstAt + behindMs) : idleAt;
    if (at <= now) {
      for (const batch of this.#open) this.#depart(batch);
      return;
    }
    this.#callOff = this.#clock.alarm(at - now, () => this.#setAnew());
  }

  #setAnew(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#setAlarm();
  }

  #depart(batch: Batch): void {
    this.#open.delete(batch);
    this.#underWay += 1;
    void this.#carry(batch, true).finally(() => {
      this.#underWay -= 1;
      // Whoever has gathered behind it need not wait any more.
      this.#setAnew();
      this.#closeWhenEmpty();
    });
  }

  #closeWhenEmpty(): void {
    if (this.#open.size > 0) return;
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#underWay === 0) this.#close();
  }

  async #carry(batch: Batch, mayHalve: boolean): Promise<void> {
    const [first] = batch.passengers;
    if (first === undefined) return;
    const isOne = batch.passengers.size === 1;
    // Each caller leaves at its own deadline; the batch goes on until the last one.
    const latest = Math.max(...[...batch.passengers].map(({ call }) => call.deadline ?? Number.POSITIVE_INFINITY));
    const deadline = Number.isFinite(latest) ? latest : undefined;
    const onSending = (isSent: boolean) => {
      for (const { call } of batch.passengers) call.onSending?.(isSent);
    };
    try {
      const answer = await this.#next({ ...first.call, request: batch.request, signal: batch.stop.signal, deadline, onSending });
      if (isOne) return first.resolve(answer);
      const untold: Passenger[] = [];
      for (const passenger of batch.passengers) {
        const own = this.#batching.answerTo(passenger.call.request, answer);
        if (own === undefined) untold.push(passenger);
        else passenger.resolve(own);
      }
      await this.#split(
        untold.map((passenger) => [passenger]),
        mayHalve,
      );
    } catch (error) {
      const passengers = [...batch.passengers];
      const parts = isOne ? undefined : partsAfter(error, passengers, this.#batching, mayHalve);
      if (parts === undefined) for (const passenger of passengers) passenger.reject(error);
      else await this.#split(parts.groups, mayHalve && !parts.isOnce);
    }
  }

  async #split(groups: readonly (readonly Passenger[])[], mayHalve: boolean): Promise<void> {
    await Promise.all(
      groups.map((passengers) => {
        const batch: Batch = { request: this.#together(passengers), passengers: new Set(passengers), stop: new AbortController() };
        for (const passenger of passengers) passenger.batch = batch;
        return this.#carry(batch, mayHalve);
      }),
    );
  }
}
