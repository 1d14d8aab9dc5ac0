import { type Random, seededRandom } from "../../../provider/kernel/random.ts";

/** Choices that a seed repeats. */
export class RandomChoices {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from 0 to `count` - 1. */
  integerBelow(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  /** True with this probability. */
  chance(likelihood: number): boolean {
    return this.#random.next() < likelihood;
  }

  /** An item of the list; undefined if it is empty. */
  pickOptional<T>(list: readonly T[]): T | undefined {
    return list[this.integerBelow(list.length)];
  }

  /** An item of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const found = this.pickOptional(list);
    if (found === undefined) throw new Error("there is nothing to choose from");
    return found;
  }

  /** From `least` to `most` different items of the list, in its order. */
  subset<T>(list: readonly T[], least: number, most: number): T[] {
    const remaining = [...list];
    const count = Math.min(remaining.length, least + this.integerBelow(most - least + 1));
    const chosen = new Set(Array.from({ length: count }, () => remaining.splice(this.integerBelow(remaining.length), 1)[0]));
    return list.filter((item) => chosen.has(item));
  }
}
