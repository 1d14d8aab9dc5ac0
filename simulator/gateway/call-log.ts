import type { RequestParameters } from "../handlers/handler.ts";

/** One logged call, without secrets, signatures and tokens. */
export interface CallRecord {
  /** Sequence number of the call, from 1. */
  readonly number: number;
  /** Milliseconds since 1970, in the service's time. */
  readonly at: number;
  /** Id of the calling account; empty when the caller is not authenticated. */
  readonly account: string;
  /** Name of the operation; empty when the caller is not authenticated and the operation does not exist. */
  readonly operation: string;
  /** Empty when the caller is not authenticated. */
  readonly parameters: RequestParameters;
  /** HTTP status of the response; 0 when none was sent. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly requestId: string;
  /** Whether the operation took effect, even if its response was lost or replaced. */
  readonly tookEffect: boolean;
  /** Kind of the scripted fault that was injected into the call. */
  readonly fault?: string | undefined;
}

const mostCalls = 100_000;
/** Limit of the whole log, in characters of JSON. */
const mostCharacters = 64_000_000;

/** Keeps the latest calls: at most 100,000 calls and 64 million characters of JSON. */
export class CallLog {
  #records: CallRecord[] = [];
  #lengths: number[] = [];
  /** Index of the oldest kept record. Records before it are removed in bulk, because each removal copies the arrays. */
  #first = 0;
  #characters = 0;
  #count = 0;

  /** Adds a call and returns its number. */
  add(record: Omit<CallRecord, "number">): number {
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
    return this.#count;
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
