import type { Clock } from "../../kernel/clock.ts";

/** How long calls stay expected while the engine starts no operation, in milliseconds. @defaultValue 500: longer than the engine takes to write a large state */
const idleEngineMs = 500;

/**
 * The batched calls that are known to come, by their share: the engine has checked a resource and has not started its operation yet.
 *
 * The engine checks resources one after another, and hands each to a free worker (`--parallel`) before it checks the next one.
 * So the resource that was checked last may wait for a worker, for minutes: it is not expected.
 * All others start soon, one after another, because the engine writes the state before each of them.
 * While none starts, the engine is busy with something else, or has cancelled them.
 */
export class ExpectedCalls {
  readonly #clock: Pick<Clock, "now">;
  readonly #urnsByShare = new Map<string, Set<string>>();
  #lastChecked: string | undefined;
  #lastStartAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Records that the engine has checked a resource, of any kind. */
  recordCheck(urn: string): void {
    this.#lastChecked = urn;
  }

  /** Adds an operation that will make calls on a share; `undefined`: on none, or on one that is not known yet. */
  add(urn: string, shareId: string | undefined): void {
    if (shareId === undefined) return;
    const urns = this.#urnsByShare.get(shareId) ?? new Set();
    this.#urnsByShare.set(shareId, urns.add(urn));
  }

  /** Records that an operation has started: its calls come now or never. */
  recordStart(urn: string, shareId: string | undefined): void {
    this.#lastStartAt = this.#clock.now();
    const urns = shareId === undefined ? undefined : this.#urnsByShare.get(shareId);
    if (shareId !== undefined && urns?.delete(urn) === true && urns.size === 0) this.#urnsByShare.delete(shareId);
  }

  /** Returns whether an operation that makes calls on a share starts soon. */
  isExpected(shareId: string): boolean {
    const urns = this.#urnsByShare.get(shareId);
    if (urns === undefined || this.#clock.now() - this.#lastStartAt >= idleEngineMs) return false;
    return urns.size > 1 || !urns.has(this.#lastChecked ?? "");
  }
}
