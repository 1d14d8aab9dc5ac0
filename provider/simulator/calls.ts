import type { Question } from "./call.ts";

/** One call, as the log keeps it: never a secret, a signature or a token. */
export interface CallRecord {
  /** Number of the call, from 1. */
  readonly number: number;
  /** Milliseconds since 1970, in the service's time. */
  readonly at: number;
  /** Id of the calling account; empty when the caller could not be told. */
  readonly account: string;
  readonly operation: string;
  readonly parameters: Question;
  /** Status of the answer; 0 when none was sent. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly requestId: string;
  /** Whether the operation did its work, whatever became of the answer. */
  readonly tookEffect: boolean;
  /** The kind of the scripted fault that hit the call. */
  readonly fault?: string | undefined;
}

const capacity = 100_000;

/** The last 100,000 calls. */
export class CallLog {
  #records: CallRecord[] = [];
  #count = 0;

  add(record: Omit<CallRecord, "number">): void {
    this.#count += 1;
    this.#records.push({ number: this.#count, ...record });
    // Twice the capacity before cutting, so that cutting is rare.
    if (this.#records.length > 2 * capacity) this.#records = this.#records.slice(-capacity);
  }

  get records(): readonly CallRecord[] {
    return this.#records.length > capacity ? this.#records.slice(-capacity) : this.#records;
  }

  clear(): void {
    this.#records = [];
  }
}
