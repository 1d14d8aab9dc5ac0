import type { Clock } from "../../kernel/clock.ts";

/** How long calls stay expected while the engine starts no operation, in milliseconds. @defaultValue 500: longer than the engine takes to write a large state */
const idleEngineMs = 500;
/** How long after a check the next one is expected, in milliseconds. @defaultValue 25: the engine checks resources milliseconds apart */
const checkGapMs = 25;
/** How long after a delete the next one is expected, in milliseconds. @defaultValue 100: several times what the engine takes to write its state */
const deleteGapMs = 100;

/**
 * The batched calls that are known to come.
 *
 * While the engine checks one resource after another, the next one is expected, for any share.
 * The same holds for deletes, which it does not check: while it starts one after another, the next one is expected.
 *
 * An operation that is checked and not started is expected for its own share.
 * The engine checks resources one after another, and hands each to a free worker (`--parallel`) before it checks the next one.
 * So the resource that was checked last may wait for a worker, for minutes: it is not expected.
 * All others start soon, one after another, because the engine writes the state before each of them.
 * While none starts, the engine is busy with something else, or has cancelled them.
 */
export class ExpectedCalls {
  readonly #clock: Pick<Clock, "now">;
  readonly #urnsByShare = new Map<string, Set<string>>();
  #lastChecked: string | undefined;
  #lastAddedAt = Number.NEGATIVE_INFINITY;
  #lastStartAt = Number.NEGATIVE_INFINITY;
  /** When the last delete has started, and the one before it. */
  #lastDeletesAt: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Records that the engine has checked a resource, of any kind. */
  recordCheck(urn: string): void {
    this.#lastChecked = urn;
  }

  /** Adds a checked operation that will make calls on a share; `undefined`: on none, or on one that is not known yet. */
  add(urn: string, shareId: string | undefined): void {
    if (shareId === undefined) return;
    this.#lastAddedAt = this.#clock.now();
    const urns = this.#urnsByShare.get(shareId) ?? new Set();
    this.#urnsByShare.set(shareId, urns.add(urn));
  }

  /** Records that a create or an update has started: its calls come now or never. */
  recordStart(urn: string, shareId: string | undefined): void {
    this.#lastStartAt = this.#clock.now();
    const urns = shareId === undefined ? undefined : this.#urnsByShare.get(shareId);
    if (shareId !== undefined && urns?.delete(urn) === true && urns.size === 0) this.#urnsByShare.delete(shareId);
  }

  /** Records that a delete has started that makes calls on a share; `undefined`: on none. */
  recordDelete(shareId: string | undefined): void {
    if (shareId !== undefined) this.#lastDeletesAt = [this.#clock.now(), this.#lastDeletesAt[0]];
  }

  /** Returns whether an operation that makes calls on a share starts soon. */
  isExpected(shareId: string): boolean {
    const now = this.#clock.now();
    const [lastAt, beforeAt] = this.#lastDeletesAt;
    if (now - this.#lastAddedAt < checkGapMs || Math.max(now - lastAt, lastAt - beforeAt) < deleteGapMs) return true;
    const urns = this.#urnsByShare.get(shareId);
    if (urns === undefined || now - this.#lastStartAt >= idleEngineMs) return false;
    return urns.size > 1 || !urns.has(this.#lastChecked ?? "");
  }
}
