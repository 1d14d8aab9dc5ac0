import { describe, expect, it } from "vitest";
import { seededRandom, systemRandom } from "../../../../provider/kernel/random.ts";

describe.each([
  ["the machine's chance", systemRandom],
  ["chance with a seed", seededRandom(1)],
])("%s", (_name, random) => {
  it("returns random numbers from 0 to below 1 and hexadecimal ids of the requested length", () => {
    const numbers = Array.from({ length: 1000 }, () => random.next());
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.06);
    for (const length of [1, 7, 32]) expect(random.hex(length)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`));
    expect(random.hex(32)).not.toBe(random.hex(32));
  });
});

describe("seeded random numbers", () => {
  it("repeats the random numbers of a seed for the same seed only", () => {
    const numbers = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(numbers(3)).toEqual(numbers(3));
    expect(numbers(3)).not.toEqual(numbers(4));
  });
});
