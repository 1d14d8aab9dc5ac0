import { type Random, seededRandom } from "../../../provider/kernel/random.ts";

/** Choices that a seed repeats. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  /** Whether something of this likelihood happens. */
  happens(likelihood: number): boolean {
    return this.#random.next() < likelihood;
  }

  /** One of the list; nothing of an empty one. */
  maybe<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** One of a list that holds something. */
  one<T>(list: readonly T[]): T {
    const found = this.maybe(list);
    if (found === undefined) throw new Error("there is nothing to choose from");
    return found;
  }

  /** From `least` to `most` different ones of the list, in its order. */
  some<T>(list: readonly T[], least: number, most: number): T[] {
    const left = [...list];
    const count = Math.min(left.length, least + this.below(most - least + 1));
    const chosen = new Set(Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0]));
    return list.filter((item) => chosen.has(item));
  }
}
