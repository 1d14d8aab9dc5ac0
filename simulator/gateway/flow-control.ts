import type { Limit } from "../../provider/wire/operation.ts";
import { ServiceError } from "./service-error.ts";

/** Limits how often an account may call an operation in a region, with a sliding window (assumption S-limits). */
export class FlowControl {
  readonly #now: () => number;
  readonly #settings: boolean | Readonly<Record<string, number | undefined>>;
  readonly #windows = new Map<string, number[]>();

  /** @param settings - `true` for the declared limits, `false` for none, or the calls of single operations */
  constructor(now: () => number, settings: boolean | Readonly<Record<string, number | undefined>>) {
    this.#now = now;
    this.#settings = settings;
  }

  /**
   * Counts a call. A rejected call does not count.
   * @throws ServiceError `Throttling.User` when the window is full
   */
  admit(account: string, region: string, operation: string, declared: Limit | undefined): void {
    const limit = this.#limitOf(operation, declared);
    if (!limit) return;
    const key = `${account}/${region}/${operation}`;
    const now = this.#now();
    const recent = (this.#windows.get(key) ?? []).filter((at) => at > now - limit.windowMs);
    this.#windows.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= limit.calls) {
      const retryAfterMs = Math.max(1, (oldest ?? now) + limit.windowMs - now);
      throw new ServiceError(400, "Throttling.User", "Request was denied due to user flow control.", retryAfterMs);
    }
    recent.push(now);
  }

  #limitOf(operation: string, declared: Limit | undefined): Limit | undefined {
    if (this.#settings === false) return undefined;
    const calls = this.#settings === true ? undefined : this.#settings[operation];
    return calls === undefined ? declared : { calls, windowMs: declared?.windowMs ?? 1000 };
  }
}
