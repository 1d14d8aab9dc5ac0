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

/** A response that was sent, and the names of its fields that are secret. */
export interface LoggedResponse {
  readonly body: string;
  readonly secrets: readonly string[];
}

interface Entry {
  readonly record: CallRecord;
  readonly response: LoggedResponse | undefined;
  readonly length: number;
}

/** Keeps the latest calls and the responses to them: at most 100,000 calls and 64 million characters. */
export class CallLog {
  /** By number, the oldest first. */
  readonly #entries = new Map<number, Entry>();
  #characters = 0;
  #count = 0;

  /** Adds a call, and the response to it if one was sent. */
  add(record: Omit<CallRecord, "number">, response?: LoggedResponse): void {
    this.#count += 1;
    const length = JSON.stringify(record).length + (response?.body.length ?? 0);
    this.#entries.set(this.#count, { record: { number: this.#count, ...record }, response, length });
    this.#characters += length;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= mostCalls && this.#characters <= mostCharacters) return;
      this.#entries.delete(oldest);
      this.#characters -= entry.length;
    }
  }

  get records(): readonly CallRecord[] {
    return Array.from(this.#entries.values(), ({ record }) => record);
  }

  /** Returns the body of a response as parsed JSON without secrets, or as text when it is not JSON; `undefined` when it is not kept. */
  responseTo(number: number): unknown {
    const response = this.#entries.get(number)?.response;
    if (response === undefined) return undefined;
    try {
      return JSON.parse(response.body, (name, value: unknown) => (response.secrets.includes(name) ? "[secret]" : value));
    } catch {
      return response.body;
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }
}
