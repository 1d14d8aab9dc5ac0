import type { Clock } from "../../kernel/clock.ts";
import { unlessAborted } from "./abort.ts";
import { type BatchRule, batchRuleOf } from "./batch-rules.ts";
import type { Call, CallHandler, PipelineDependencies } from "./call.ts";
import { splitAfterFailure } from "./batch-split.ts";
import type { ExpectedCalls } from "./expected-calls.ts";

/** The maximum time that a batch collects calls, in milliseconds. @defaultValue 1000: what a call loses at most */
const maxWindowMs = 1_000;

type BatcherParts = Pick<PipelineDependencies, "clock" | "expectedCalls">;

/** One caller's part of a batch. */
interface PendingCall {
  readonly call: Call;
  readonly response: Promise<object>;
  readonly resolve: (response: object) => void;
  readonly reject: (reason: unknown) => void;
  /** The batch that contains this call. */
  batch: Batch | undefined;
}

/** Calls that are merged into one request, collecting or in flight. */
interface Batch {
  request: object;
  readonly calls: Set<PendingCall>;
  readonly stop: AbortController;
}

/**
 * Merges calls into batches, by the rules of `batch-rules.ts`.
 * A batch is sent when it is full, or when no call has joined for the rule's idle time.
 * It collects on while another batch with the same key is in flight, and while a call is expected that may join it, for a second at most.
 * Each caller can be aborted on its own and gets the response or the failure of its own request:
 * a batch that is refused because of some of its calls is split.
 */
export function batched(parts: BatcherParts, next: CallHandler): CallHandler {
  const batchers = new Map<string, Batcher>();
  const enqueue = async <Request extends object, Response extends object>(
    call: Call<Request, Response>,
    rule: BatchRule,
    key: string,
  ): Promise<Response> => {
    call.signal?.throwIfAborted();
    const name = `${call.operation.name} ${key}`;
    const batcher = batchers.get(name) ?? new Batcher(parts, rule, next, () => batchers.delete(name));
    batchers.set(name, batcher);
    const pending = batcher.add(call);
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

/** Collects the pending calls of one operation and key, and sends them in batches. */
class Batcher {
  readonly #clock: Clock;
  readonly #expectedCalls: ExpectedCalls | undefined;
  readonly #rule: BatchRule;
  readonly #next: CallHandler;
  readonly #close: () => void;
  readonly #open = new Set<Batch>();
  #inFlight = 0;
  #firstAt = 0;
  #lastAt = 0;
  #cancelTimer: (() => void) | undefined;

  constructor({ clock, expectedCalls }: BatcherParts, rule: BatchRule, next: CallHandler, close: () => void) {
    this.#clock = clock;
    this.#expectedCalls = expectedCalls;
    this.#rule = rule;
    this.#next = next;
    this.#close = close;
  }

  add(call: Call): PendingCall {
    const { promise: response, resolve, reject } = Promise.withResolvers<object>();
    const pending: PendingCall = { call, response, resolve, reject, batch: undefined };
    this.#lastAt = this.#clock.now();
    if (this.#open.size === 0) this.#firstAt = this.#lastAt;
    const batch = this.#mergedInto(call.request) ?? this.#newBatch(call.request);
    batch.calls.add(pending);
    pending.batch = batch;
    if (this.#rule.isFull(batch.request)) this.#start(batch);
    this.#schedule();
    return pending;
  }

  /** Removes an aborted call from its batch. Before the batch is sent, this also shrinks the request; a batch without calls is aborted. */
  cancel(pending: PendingCall, reason: unknown): void {
    const { batch } = pending;
    if (batch === undefined || !batch.calls.delete(pending)) return;
    if (batch.calls.size === 0) {
      this.#open.delete(batch);
      batch.stop.abort(reason);
      this.#closeWhenEmpty();
    } else if (this.#open.has(batch)) {
      batch.request = this.#mergedRequest([...batch.calls]);
    }
  }

  #mergedInto(request: object): Batch | undefined {
    for (const batch of this.#open) {
      const joined = this.#rule.merge(batch.request, request);
      if (joined === undefined) continue;
      batch.request = joined;
      return batch;
    }
    return undefined;
  }

  #newBatch(request: object): Batch {
    const batch: Batch = { request, calls: new Set(), stop: new AbortController() };
    this.#open.add(batch);
    return batch;
  }

  /** The merged request of calls that are known to fit into one. */
  #mergedRequest(calls: readonly PendingCall[]): object {
    const [first, ...others] = calls.map(({ call }) => call.request);
    return others.reduce<object>((sum, other) => this.#rule.merge(sum, other) ?? sum, first ?? {});
  }

  /** Starts the open batches when they are due, or sets a timer that looks again. */
  #schedule(): void {
    if (this.#open.size === 0 || this.#cancelTimer !== undefined) return;
    const now = this.#clock.now();
    const at = this.#dueAt(now);
    if (at > now) this.#cancelTimer = this.#clock.setTimer(at - now, () => this.#reschedule());
    else for (const batch of this.#open) this.#start(batch);
  }

  /** Returns when the open batches are due, as far as that is known now; the end of a batch in flight schedules again. */
  #dueAt(now: number): number {
    const endAt = this.#firstAt + maxWindowMs;
    const idleAt = this.#lastAt + this.#rule.idleMs;
    if (this.#inFlight > 0) return endAt;
    return Math.min(endAt, this.#isExpected() ? Math.max(idleAt, now + this.#rule.idleMs) : idleAt);
  }

  /** Returns whether a call is known to come that may join the open batches; they are all of one share. */
  #isExpected(): boolean {
    const [batch] = this.#open;
    const shareId = batch && this.#rule.shareId?.(batch.request);
    return shareId !== undefined && this.#expectedCalls?.isExpected(shareId) === true;
  }

  #reschedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#schedule();
  }

  #start(batch: Batch): void {
    this.#open.delete(batch);
    this.#inFlight += 1;
    void this.#send(batch, true).finally(() => {
      this.#inFlight -= 1;
      // The calls that waited for this batch need not wait any longer.
      this.#reschedule();
      this.#closeWhenEmpty();
    });
  }

  #closeWhenEmpty(): void {
    if (this.#open.size > 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#inFlight === 0) this.#close();
  }

  async #send(batch: Batch, mayHalve: boolean): Promise<void> {
    const [first] = batch.calls;
    if (first === undefined) return;
    const isOne = batch.calls.size === 1;
    // Each caller stops waiting at its own deadline; the batch runs until the latest of them.
    const latest = Math.max(...[...batch.calls].map(({ call }) => call.deadline ?? Number.POSITIVE_INFINITY));
    const deadline = Number.isFinite(latest) ? latest : undefined;
    const onSending = (isSent: boolean, isLost?: boolean) => {
      for (const { call } of batch.calls) call.onSending?.(isSent, isLost);
    };
    try {
      const batchResponse = await this.#next({ ...first.call, request: batch.request, signal: batch.stop.signal, deadline, onSending });
      if (isOne) return first.resolve(batchResponse);
      const remaining: PendingCall[] = [];
      for (const pending of batch.calls) {
        const response = this.#rule.responseFor(pending.call.request, batchResponse);
        if (response === undefined) remaining.push(pending);
        else pending.resolve(response);
      }
      await this.#split(
        remaining.map((pending) => [pending]),
        mayHalve,
      );
    } catch (error) {
      const calls = [...batch.calls];
      const split = isOne ? undefined : splitAfterFailure(error, calls, this.#rule, mayHalve);
      if (split === undefined) for (const pending of calls) pending.reject(error);
      else await this.#split(split.groups, mayHalve && !split.isOnce);
    }
  }

  async #split(groups: readonly (readonly PendingCall[])[], mayHalve: boolean): Promise<void> {
    await Promise.all(
      groups.map((calls) => {
        const batch: Batch = { request: this.#mergedRequest(calls), calls: new Set(calls), stop: new AbortController() };
        for (const pending of calls) pending.batch = batch;
        return this.#send(batch, mayHalve);
      }),
    );
  }
}
