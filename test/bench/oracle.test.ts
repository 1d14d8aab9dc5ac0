import { describe, expect, it } from "vitest";
import { seededRandom } from "../../provider/kernel/random.ts";
import { fewestCalls } from "./oracle.ts";

type Start = Parameters<typeof fewestCalls>[0][number];

const rules = { transitionMs: 1_000, recordsEach: 10 };
const target = (at: number, share = 0): Start => ({ share, isTarget: true, at });

/** Whether associations fit into one call that none waits for longer than a second. */
function fits(group: readonly Start[]): boolean {
  const times = group.map(({ at }) => at);
  const most = Math.max(...[true, false].map((kind) => group.filter(({ isTarget }) => isTarget === kind).length));
  return new Set(group.map(({ share }) => share)).size === 1 && Math.max(...times) - Math.min(...times) <= 1_000 && most <= 5;
}

/** The fewest groups of all possible ones. */
function fewestGroups(starts: readonly Start[], groups: readonly (readonly Start[])[] = []): number {
  const [first, ...rest] = starts;
  if (first === undefined) return groups.length;
  const choices = groups.map((group, index) => groups.with(index, [...group, first])).filter((all) => all.every(fits));
  return Math.min(...[...choices, [...groups, [first]]].map((chosen) => fewestGroups(rest, chosen)));
}

describe("the oracle", () => {
  it("batches what starts for a share within a second, five of a kind to a call", () => {
    const batchesOf = (times: readonly number[]) =>
      fewestCalls(
        times.map((at) => target(at)),
        rules,
      ).batches;
    expect(batchesOf([0, 250, 500, 750, 1_000])).toBe(1);
    expect(batchesOf([0, 250, 500, 750, 1_001])).toBe(2);
    expect(batchesOf([0, 1, 2, 3, 4, 5])).toBe(2);
    expect(fewestCalls([target(0), { ...target(0), isTarget: false }, target(0, 1)], rules).batches).toBe(2);
  });

  it("lists what has settled within a second, five shares to a list, resources and targets apart", () => {
    const listsOf = (starts: readonly Start[]) => fewestCalls(starts, rules).lists;
    const shares = (count: number, at = 0) => Array.from({ length: count }, (_, share) => target(at, share));
    expect(listsOf(shares(5))).toBe(1);
    expect(listsOf(shares(6))).toBe(2);
    expect(listsOf([...shares(1), ...shares(1, 2_500)])).toBe(2);
    expect(listsOf([target(0), { ...target(0), isTarget: false }])).toBe(2);
  });

  it("needs as few batches as a search through all of them", () => {
    const random = seededRandom(1);
    for (let nth = 0; nth < 40; nth += 1) {
      const mostMs = 500 + random.next() * 3_000;
      const starts = Array.from({ length: 8 }, (): Start => {
        return { share: Math.floor(random.next() * 1.5), isTarget: random.next() < 0.8, at: Math.floor(random.next() * mostMs) };
      });
      expect(fewestCalls(starts, rules).batches, JSON.stringify(starts)).toBe(fewestGroups(starts));
    }
  });
});
