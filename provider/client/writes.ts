import { isAmbiguous } from "./errors/failures.ts";
import type { Clock } from "../kernel/clock.ts";
import { isList, textsIn } from "../kernel/json.ts";
import { valueAt } from "../kernel/paths.ts";
import type { Operation } from "../wire/operation.ts";

/** The writes of this process, and when it has last written to each object, by its id. All clients of a process share it. */
export class Writes {
  readonly #clock: Pick<Clock, "now">;
  readonly #lastTo = new Map<string, number>();
  #changes = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** A counter that changes when a write starts and when it ends: data that was read at another value may be stale. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns when the last write to an object ended that may have taken effect, in the clock's milliseconds. */
  lastTo(id: string): number | undefined {
    return this.#lastTo.get(id);
  }

  /** Records that an object has changed now, or that older reads may not show what the service has just answered. */
  record(id: string): void {
    this.#lastTo.set(id, this.#clock.now());
  }

  /** Records the start and the end of a write; the objects that its operation declares have changed, unless the service has refused it. */
  async track<T extends object>({ writesTo = {} }: Pick<Operation, "writesTo">, request: object, answer: Promise<T>): Promise<T> {
    this.#changes += 1;
    const recordRequested = () => {
      if (writesTo.request !== undefined) this.#recordAll(valueAt(request, [writesTo.request]));
    };
    try {
      const result = await answer;
      recordRequested();
      if (writesTo.response !== undefined) this.#recordAll(valueAt(result, writesTo.response));
      return result;
    } catch (error) {
      if (isAmbiguous(error)) recordRequested();
      throw error;
    } finally {
      this.#changes += 1;
    }
  }

  /** Records one id, or each of a list. */
  #recordAll(ids: unknown): void {
    for (const id of textsIn(isList(ids) ? ids : [ids])) this.record(id);
  }
}
