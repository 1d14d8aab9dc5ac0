import type { Clock } from "../../kernel/clock.ts";
import { getOrCreate } from "../../kernel/get-or-create.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { type BatchRule, batchRuleOf, failsAll } from "./batch-rules.ts";
import type { Call, CallHandler, PipelineDependencies } from "./call.ts";

/** How long a batch waits for the next call, in milliseconds. */
const idleMs = 75;
/** The longest time that a call waits for its batch to be sent, in milliseconds. */
const maxWindowMs = 2_000;

/** One caller's part of a batch. */
interface PendingCall {
  readonly call: Call;
  readonly batch: Batch;
  readonly response: Promise<object>;
  readonly resolve: (response: object | Promise<object>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Calls with one key that are merged into one request, collecting or in flight. */
interface Batch {
  readonly key: string;
  readonly calls: Set<PendingCall>;
  readonly stop: AbortController;
  readonly stopTimer: () => void;
}

/**
 * Merges calls into batches, by the rules of `batch-rules.ts`.
 * A batch is sent when it is full, when its operation has been idle for the idle window, or after the maximum window.
 * An operation is idle when no call of it comes, whatever its key, and none is in flight:
 * the engine starts its operations one after another, and a batch that waits for the rate limit delays those after it anyway.
 * Each caller can be aborted on its own and gets the response or the failure of its own request (`failsAll`).
 */
export function batched({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  const batchers = new Map<string, Batcher>();
  const enqueue = async <Request extends object, Response extends object>(
    call: Call<Request, Response>,
    rule: BatchRule,
    key: string,
  ): Promise<Response> => {
    call.signal?.throwIfAborted();
    const batcher = getOrCreate(batchers, call.operation.name, () => new Batcher(clock, rule, next));
    const pending = batcher.add(call, key);
    const response = await unlessAborted(pending.response, call.signal, (reason) => batcher.cancel(pending, reason));
    // The rule belongs to the call's operation, so the response has its response type.
    return response as Response;
  };
  return (call) => {
    const rule = batchRuleOf(call.operation);
    const key = call.isUnbatched === true ? undefined : rule?.key(call.request);
    return rule === undefined || key === undefined ? next(call) : enqueue(call, rule, key);
  };
}

/** Collects the pending calls of one operation, and sends them in batches. */
class Batcher {
  readonly #clock: Clock;
  readonly #rule: BatchRule;
  readonly #next: CallHandler;
  /** The batches that collect calls. */
  readonly #open = new Set<Batch>();
  #stopIdleTimer: (() => void) | undefined;
  #inFlight = 0;

  constructor(clock: Clock, rule: BatchRule, next: CallHandler) {
    this.#clock = clock;
    this.#rule = rule;
    this.#next = next;
  }

  add(call: Call, key: string): PendingCall {
    const batch = this.#batchFor(call, key);
    const { promise: response, resolve, reject } = Promise.withResolvers<object>();
    const pending: PendingCall = { call, batch, response, resolve, reject };
    batch.calls.add(pending);
    this.#startWhenIdle();
    if (this.#rule.isFull(this.#requestOf(batch))) this.#start(batch);
    return pending;
  }

  /** Removes an aborted call from its batch; a batch without calls is aborted. */
  cancel(pending: PendingCall, reason: unknown): void {
    const { calls, stop } = pending.batch;
    calls.delete(pending);
    if (calls.size > 0) return;
    this.#close(pending.batch);
    stop.abort(reason);
  }

  /** The open batch that a call fits into, or a new one. */
  #batchFor({ request }: Call, key: string): Batch {
    for (const batch of this.#open) {
      if (batch.key === key && this.#rule.merge(this.#requestOf(batch), request) !== undefined) return batch;
    }
    const stopTimer = this.#clock.setTimer(maxWindowMs, () => this.#start(batch));
    const batch: Batch = { key, calls: new Set(), stop: new AbortController(), stopTimer };
    this.#open.add(batch);
    return batch;
  }

  /** The merged request of the calls of a batch, which are known to fit into one. */
  #requestOf({ calls }: Batch): object {
    const [first = {}, ...others] = [...calls].map(({ call }) => call.request);
    return others.reduce((sum, other) => this.#rule.merge(sum, other) ?? sum, first);
  }

  /** Starts all open batches after the idle window, unless a call comes meanwhile or a batch is in flight. */
  #startWhenIdle(): void {
    this.#stopIdleTimer?.();
    this.#stopIdleTimer = this.#clock.setTimer(idleMs, () => {
      if (this.#inFlight === 0) for (const batch of this.#open) this.#start(batch);
    });
  }

  #start(batch: Batch): void {
    this.#close(batch);
    this.#inFlight += 1;
    void this.#send(batch).finally(() => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0 && this.#open.size > 0) this.#startWhenIdle();
    });
  }

  /** Lets no further call join a batch. */
  #close(batch: Batch): void {
    batch.stopTimer();
    this.#open.delete(batch);
    if (this.#open.size === 0) this.#stopIdleTimer?.();
  }

  async #send(batch: Batch): Promise<void> {
    const [first] = batch.calls;
    if (first === undefined) return;
    const isOne = batch.calls.size === 1;
    // Each caller stops waiting at its own deadline; the batch runs until the latest of them.
    const latest = Math.max(...[...batch.calls].map(({ call }) => call.deadline ?? Number.POSITIVE_INFINITY));
    const deadline = Number.isFinite(latest) ? latest : undefined;
    const onAttempt: Call["onAttempt"] = (attempt) => {
      for (const { call } of batch.calls) call.onAttempt?.(attempt);
    };
    const merged = { ...first.call, request: this.#requestOf(batch), signal: batch.stop.signal, deadline, onAttempt };
    try {
      const response = await this.#next(merged);
      for (const { call, resolve } of batch.calls) resolve(isOne ? response : this.#rule.responseFor(call.request, response));
    } catch (error) {
      if (isOne || failsAll(error, first.call.operation)) for (const { reject } of batch.calls) reject(error);
      else await Promise.allSettled([...batch.calls].map((pending) => this.#sendAlone(pending)));
    }
  }

  #sendAlone({ call, resolve }: PendingCall): Promise<object> {
    const response = this.#next(call);
    resolve(response);
    return response;
  }
}
