import { expect, test } from "vitest";
import { SharedState } from "../../../../provider/kernel/shared-state.ts";

const numbers = (first: number) => [first];
const names = () => new Map<string, string>();

test("creates each part of a shared state once and returns it to all", () => {
  const shared = new SharedState();
  expect(shared.part(numbers, 1)).toEqual([1]);
  expect(shared.part(numbers, 2)).toBe(shared.part(numbers, 3));
  expect(shared.part(names)).toBe(shared.part(names));
  expect(shared.part(numbers, 4)).toEqual([1]);
});

test("keeps the parts of two shared states apart", () => {
  expect(new SharedState().part(names)).not.toBe(new SharedState().part(names));
});
