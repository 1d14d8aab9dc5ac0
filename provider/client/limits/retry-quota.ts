/** How many retries may be spent at once, over all calls that share the quota. */
const capacity = 500;

/** Retries that calls may spend together, so that an outage does not become a storm of them. Success pays back. */
export class RetryQuota {
  #left = capacity;

  /** Takes one retry out; `false` when none is left. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** A call succeeded after `spent` retries: they are given back, and a call that needed none adds one. */
  succeeded(spent: number): void {
    this.#left = Math.min(capacity, this.#left + Math.max(1, spent));
  }
}
