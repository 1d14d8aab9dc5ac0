import { expect, test } from "vitest";
import type { FleetStack } from "../../../../sdk/fleet/fleet.ts";
import { planOf } from "../../../../sdk/fleet/plan.ts";
import type { Operation } from "../../../../sdk/fleet/run/results.ts";
import { stackOf } from "./sample.ts";

function orderOf(stacks: readonly FleetStack[], operation: Operation): Record<string, readonly string[]> {
  return Object.fromEntries(planOf({ stacks }, operation).map(({ stack, after }) => [stack.name, after]));
}

test("reverses the order of a fleet's stacks for a destroy, and has none for a preview", () => {
  const stacks = [stackOf("share"), stackOf("accept", { dependsOn: ["share"] }), stackOf("last", { wave: 2 })];
  expect(orderOf(stacks, "destroy")).toEqual({ share: ["accept", "last"], accept: ["last"], last: [] });
  expect(orderOf(stacks, "preview")).toEqual({ share: [], accept: [], last: [] });
});

test("rejects a cycle in a fleet's dependencies with the names of its stacks, in order", () => {
  const stacks = [stackOf("a", { dependsOn: ["b"] }), stackOf("b", { dependsOn: ["c"] }), stackOf("c", { dependsOn: ["b"] })];
  expect(() => planOf({ stacks }, "up")).toThrow(
    "stacks: the order of these stacks is a cycle: b after c after b: remove one of these dependencies",
  );
  expect(() => planOf({ stacks: [stackOf("a", { dependsOn: ["a"] })] }, "up")).toThrow(
    "stacks: a depends on itself: remove it from its `dependsOn`",
  );
});

test("rejects a stack's dependency on a later wave, and reports that waves are an order too", () => {
  const stacks = [stackOf("a", { dependsOn: ["b"] }), stackOf("b", { wave: 2 })];
  expect(() => planOf({ stacks }, "up")).toThrow(
    "a after b after a: remove one of these dependencies, or change a `wave` (a stack also waits for the wave before its own)",
  );
});
