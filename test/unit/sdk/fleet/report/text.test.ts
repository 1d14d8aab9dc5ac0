import { expect, test } from "vitest";
import { toFleetTables } from "../../../../../sdk/fleet/report/text.ts";
import { fleetResultOf, resultOf } from "./sample-result.ts";

test("shows in the table of a fleet what a stack changed before it failed, and its cause below", () => {
  const failed = { status: "failed", reasons: ["no quota"] } as const;
  const stacks = [resultOf("a", { ...failed, resources: { create: 2, same: 1 } }), resultOf("b", { ...failed, resources: {} })];
  expect(toFleetTables(fleetResultOf(stacks), { width: 100, colours: false }).split("\n")).toEqual([
    "STACK  ACCOUNT  REGION       STATUS  TIME   RESOURCES",
    "a      owner    cn-hangzhou  failed  2.5 s  2 create",
    "b      owner    cn-hangzhou  failed  2.5 s",
    "",
    "FAILED  STACKS  CAUSE",
    "2       a, b    no quota",
  ]);
});
