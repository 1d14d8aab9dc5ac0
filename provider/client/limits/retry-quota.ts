/** The number of retries that all calls of the quota can spend before successes refill it. */
const capacity = 500;

/** A retry budget that many calls share, as in the AWS SDKs: it stops retry storms during an outage. Successful calls refill it. */
export class RetryQuota {
  #left = capacity;

  /** Spends one retry; returns `false` when none is left. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Refills the quota after a success: with the retries that the call spent, or with one when it needed none. */
  succeeded(spent: number): void {
    this.#left = Math.min(capacity, this.#left + Math.max(1, spent));
  }
}
