import type { RequestParameters } from "../handlers/handler.ts";

/** One call, as the log keeps it: never a secret, a signature or a token. */
export interface CallRecord {
  /** Number of the call, from 1. */
  readonly number: number;
  /** Milliseconds since 1970, in the service's time. */
  readonly at: number;
  /** Id of the calling account; empty when the caller could not be told. */
  readonly account: string;
  /** What was asked for; empty when the caller could not be told and there is no such operation. */
  readonly operation: string;
  /** None when the caller could not be told. */
  readonly parameters: RequestParameters;
  /** Status of the answer; 0 when none was sent. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly requestId: string;
  /** Whether the operation did its work, whatever became of the answer. */
  readonly tookEffect: boolean;
  /** The kind of the scripted fault that hit the call. */
  readonly fault?: string | undefined;
}

const mostCalls = 100_000;
/** The most that is kept, in characters of JSON. */
const mostCharacters = 64_000_000;

/** The last 100,000 calls, or as many of them as 64 million characters hold. */
export class CallLog {
  #records: CallRecord[] = [];
  #lengths: number[] = [];
  /** The oldest record that is kept: those before it are cut off together, so that cutting is rare. */
  #first = 0;
  #characters = 0;
  #count = 0;

  add(record: Omit<CallRecord, "number">): void {
    this.#count += 1;
    const length = JSON.stringify(record).length;
    this.#records.push({ number: this.#count, ...record });
    this.#lengths.push(length);
    this.#characters += length;
    while (this.#records.length - this.#first > mostCalls || this.#characters > mostCharacters) {
      this.#characters -= this.#lengths[this.#first] ?? 0;
      this.#first += 1;
    }
    if (this.#first > this.#records.length / 2) this.#cut();
  }

  get records(): readonly CallRecord[] {
    if (this.#first > 0) this.#cut();
    return this.#records;
  }

  clear(): void {
    this.#first = this.#records.length;
    this.#characters = 0;
    this.#cut();
  }

  #cut(): void {
    this.#records = this.#records.slice(this.#first);
    this.#lengths = this.#lengths.slice(this.#first);
    this.#first = 0;
  }
}
