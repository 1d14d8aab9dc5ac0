import type { Clock } from "../../kernel/clock.ts";

/** A value that expires, by the system date: it also passes while the machine sleeps. */
export interface ExpiringValue<Value> {
  readonly value: Value;
  /** When to renew it. */
  readonly renewAt: number;
  /** Until when it can be used if renewal fails. */
  readonly expiresAt: number;
}

/** The pause before the next attempt after a failed renewal, in milliseconds. */
const renewalPauseMs = 15_000;

/**
 * Caches a value that expires, such as credentials or a token, and renews it; concurrent callers share one request.
 * A failure is not cached. A failed renewal is ignored until the current value expires.
 */
export class RenewedValue<Value> {
  readonly #clock: Pick<Clock, "wallTime">;
  readonly #obtain: () => Promise<ExpiringValue<Value>>;
  #known: ExpiringValue<Value> | undefined;
  #obtaining: Promise<Value> | undefined;

  constructor(clock: Pick<Clock, "wallTime">, obtain: () => Promise<ExpiringValue<Value>>, known?: ExpiringValue<Value>) {
    this.#clock = clock;
    this.#obtain = obtain;
    this.#known = known;
  }

  /** The value, obtained or renewed when necessary. */
  current(): Promise<Value> {
    const known = this.#known;
    const isFresh = known !== undefined && this.#clock.wallTime() < Math.min(known.renewAt, known.expiresAt);
    return isFresh ? Promise.resolve(known.value) : (this.#obtaining ??= this.#renew());
  }

  /** The value that was obtained last, unless it was discarded. */
  get latest(): Value | undefined {
    return this.#known?.value;
  }

  /** Forgets the value, because it was rejected. */
  discard(): void {
    this.#known = undefined;
  }

  async #renew(): Promise<Value> {
    try {
      this.#known = await this.#obtain();
    } catch (error) {
      const now = this.#clock.wallTime();
      if (this.#known === undefined || now >= this.#known.expiresAt) throw error;
      this.#known = { ...this.#known, renewAt: now + renewalPauseMs };
    } finally {
      this.#obtaining = undefined;
    }
    return this.#known.value;
  }
}
