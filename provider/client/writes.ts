import { isAmbiguous } from "./errors/failures.ts";
import type { Clock } from "../kernel/clock.ts";

/** When this process has last written to each object, by the id that the request or the answer names. All clients of a process share it. */
export class Writes {
  readonly #clock: Pick<Clock, "now">;
  readonly #lastTo = new Map<string, number>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Returns when the last write to an object ended that may have taken effect, in the clock's milliseconds. */
  lastTo(id: string): number | undefined {
    return this.#lastTo.get(id);
  }

  /** Records that an object has changed now. */
  record(id: string): void {
    this.#lastTo.set(id, this.#clock.now());
  }

  /** Records that an object differs from what earlier reads may show: the service has just answered so. */
  distrustOlderReads(id: string): void {
    this.record(id);
  }

  /** Records the end of a write, unless the service has refused it. */
  async track<T extends object>(request: object, answer: Promise<T>): Promise<T> {
    try {
      const result = await answer;
      for (const id of [...idsIn(request), ...idsIn(Reflect.get(result, "ResourceShare"))]) this.record(id);
      return result;
    } catch (error) {
      if (error instanceof Error && isAmbiguous(error)) for (const id of idsIn(request)) this.record(id);
      throw error;
    }
  }
}

/** The fields by which requests and records name what they are about. */
const idFields = ["ResourceShareId", "ResourceId"] as const;

function idsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return idFields.flatMap((field): unknown => Reflect.get(value, field) ?? []).filter((id) => typeof id === "string");
}
