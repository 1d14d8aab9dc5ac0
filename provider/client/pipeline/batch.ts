import type { Clock } from "../../kernel/clock.ts";
import { getOrCreate } from "../../kernel/get-or-create.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { type BatchRule, batchRuleOf, failsAll } from "./batch-rules.ts";
import type { Call, CallHandler, PipelineDependencies } from "./call.ts";

/** How long a batch waits for the next call, in milliseconds. */
const idleMs = 75;
/** The longest time that a batch collects calls, in milliseconds: what a call loses at most while others come, or wait for the rate limit. */
const maxWindowMs = 2_000;

/** One caller's part of a batch. */
interface PendingCall {
  readonly call: Call;
  readonly response: Promise<object>;
  readonly resolve: (response: object | Promise<object>) => void;
  readonly reject: (reason: unknown) => void;
  readonly batch: Batch;
}

/** Calls that are merged into one request, collecting or in flight. */
interface Batch {
  request: object;
  readonly calls: Set<PendingCall>;
  readonly stop: AbortController;
}

/**
 * Merges calls into batches, by the rules of `batch-rules.ts`.
 * A batch is sent when it is full, when its operation has been idle for the idle window, or after the maximum window.
 * An operation is idle when no call of it comes, whatever its key, and none is in flight:
 * the engine starts its operations one after another, and a batch that waits for the rate limit delays those after it anyway.
 * Each caller can be aborted on its own and gets the response or the failure of its own request:
 * after a failure that may be due to one of its calls, each call of the batch is sent again alone.
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
  readonly #open = new Map<Batch, { readonly key: string; readonly stopTimer: () => void }>();
  #stopIdleTimer: (() => void) | undefined;
  #inFlight = 0;

  constructor(clock: Clock, rule: BatchRule, next: CallHandler) {
    this.#clock = clock;
    this.#rule = rule;
    this.#next = next;
  }

  add(call: Call, key: string): PendingCall {
    const { promise: response, resolve, reject } = Promise.withResolvers<object>();
    const batch = this.#mergedInto(call.request, key) ?? this.#newBatch(call.request, key);
    const pending: PendingCall = { call, response, resolve, reject, batch };
    batch.calls.add(pending);
    this.#startWhenIdle();
    if (this.#rule.isFull(batch.request)) this.#start(batch);
    return pending;
  }

  /** Removes an aborted call from its batch. Before the batch is sent, this also shrinks the request; a batch without calls is aborted. */
  cancel(pending: PendingCall, reason: unknown): void {
    const { batch } = pending;
    if (!batch.calls.delete(pending)) return;
    if (batch.calls.size === 0) {
      this.#close(batch);
      batch.stop.abort(reason);
    } else if (this.#open.has(batch)) {
      batch.request = this.#mergedRequest([...batch.calls]);
    }
  }

  #mergedInto(request: object, key: string): Batch | undefined {
    for (const [batch, collecting] of this.#open) {
      const joined = collecting.key === key ? this.#rule.merge(batch.request, request) : undefined;
      if (joined === undefined) continue;
      batch.request = joined;
      return batch;
    }
    return undefined;
  }

  #newBatch(request: object, key: string): Batch {
    const batch: Batch = { request, calls: new Set(), stop: new AbortController() };
    this.#open.set(batch, { key, stopTimer: this.#clock.setTimer(maxWindowMs, () => this.#start(batch)) });
    return batch;
  }

  /** The merged request of calls that are known to fit into one. */
  #mergedRequest(calls: readonly PendingCall[]): object {
    const [first, ...others] = calls.map(({ call }) => call.request);
    return others.reduce<object>((sum, other) => this.#rule.merge(sum, other) ?? sum, first ?? {});
  }

  /** Starts all open batches after the idle window, unless a call comes meanwhile or a batch is in flight. */
  #startWhenIdle(): void {
    this.#stopIdleTimer?.();
    this.#stopIdleTimer = this.#clock.setTimer(idleMs, () => {
      if (this.#inFlight === 0) for (const batch of this.#open.keys()) this.#start(batch);
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
    this.#open.get(batch)?.stopTimer();
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
    try {
      const batchResponse = await this.#next({ ...first.call, request: batch.request, signal: batch.stop.signal, deadline, onAttempt });
      for (const { call, resolve } of batch.calls) resolve(isOne ? batchResponse : this.#rule.responseFor(call.request, batchResponse));
    } catch (error) {
      if (isOne || failsAll(error, first.call.operation)) for (const pending of batch.calls) pending.reject(error);
      else await Promise.allSettled([...batch.calls].map((pending) => this.#sendAlone(pending)));
    }
  }

  #sendAlone({ call, resolve }: PendingCall): Promise<object> {
    const response = this.#next(call);
    resolve(response);
    return response;
  }
}
