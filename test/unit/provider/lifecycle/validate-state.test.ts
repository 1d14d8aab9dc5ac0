import { expect, test } from "vitest";
import { validateState } from "../../../../provider/lifecycle/validate-state.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { ResourceShare } from "../../../../provider/resources/share/resource-share.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { openResource } from "../../../support/resource-fixture.ts";

const whole = { name: "net", targets: [demo.member, { id: demo.service, property: { a: 1 } }], tags: { a: "b" }, associations: [] };

function problemOf(state: Values): string | undefined {
  try {
    validateState(ResourceShare, state);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("accepts a state with texts that break the rules for arguments", () => {
  expect(problemOf(whole)).toBeUndefined();
  expect(problemOf({ ...whole, name: "no name?", resourceArns: ["no arn"], tags: { "acs:x": "" }, resources: undefined })).toBeUndefined();
  expect(problemOf({})).toBeUndefined();
});

test("checks the structure of lists and maps of a state only, and no unknown item", () => {
  expect(problemOf({ ...whole, name: 7 })).toBeUndefined();
  expect(problemOf({ ...whole, targets: [UNKNOWN, demo.member] })).toBeUndefined();
});

test.each<Values>([
  { targets: "all" },
  { targets: UNKNOWN },
  { targets: [{ property: {} }] },
  { targets: [7] },
  { resources: [null] },
  { resourceProperties: {} },
  { tags: ["a"] },
  { tags: { a: 1 } },
  { tags: { a: "1", b: 2 } },
  { associations: "none" },
])("rejects a state with %j", (edited) => {
  expect(problemOf({ ...whole, ...edited })).toContain(`${Object.keys(edited)[0]}: is not in the state as ResourceShare writes it`);
});

test("rejects an edited state in every operation, without a write", async () => {
  const { up, again, simulator, calls } = await openResource("ResourceShare");
  const inputs = { name: "net", targets: [demo.member] };
  const { id, state } = await up(inputs);
  const made = { id, state: { ...state, targets: { id: demo.member } } };
  const [world, before] = [simulator.save(), calls().length];
  const { diff, change, refresh, remove } = again();
  expect(() => diff(made, inputs)).toThrow("Was the state edited");
  for (const work of [change(made, inputs), refresh(made), remove(made)]) {
    await expect(work).rejects.toThrow("targets: is not in the state");
  }
  expect(calls(before)).toEqual([]);
  expect(simulator.save()).toEqual(world);
});
