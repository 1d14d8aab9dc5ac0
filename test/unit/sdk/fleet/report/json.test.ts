import { expect, test } from "vitest";
import { failedChecks } from "../../../../../access/diff/review/checks.ts";
import { joinedResults, readReport, toFleetJson } from "../../../../../sdk/fleet/report/json.ts";
import { fleetResultOf, gainedBy, resultOf } from "./sample-result.ts";

const finding = { level: "mandatory", policy: "naming", pack: "guard", urn: "", message: "no" } as const;
const policies = { packs: [{ name: "guard", version: "1.0.0" }], findings: [finding], refused: true };
const access = { changes: [gainedBy("b")], remarks: ["b: note"], unknownTargetShares: ["b: edge"], policies, isIncomplete: true };

test("reads the JSON report of a fleet that it has written", () => {
  const result = fleetResultOf(
    [resultOf("b", { status: "failed", reasons: ["no"] }), resultOf("c", { status: "skipped", because: ["b"] })],
    {
      shard: "1/2",
      access,
    },
  );
  expect(readReport(toFleetJson(result))).toMatchObject(result);
});

test("joins the reports of a fleet's shards by the names of the stacks, with the access of all", () => {
  const one = fleetResultOf([resultOf("b")], { shard: "1/2", access });
  const other = fleetResultOf([resultOf("a")], { shard: "2/2", access: { ...access, changes: [gainedBy("a")] } });
  const joined = joinedResults([one, other]);
  expect(joined.shard).toBeUndefined();
  expect(joined.stacks.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(joined.access.changes.map(({ stack }) => stack)).toEqual(["b", "a"]);
  expect(joined.access.policies).toEqual(policies);
});

test("fails the check `loss` of a fleet's joined shards when access may be lost", () => {
  const changes = [{ ...gainedBy("b"), change: "unknown", mayBeLost: true } as const];
  const shard = readReport(toFleetJson(fleetResultOf([resultOf("b")], { access: { ...access, changes } })));
  expect(failedChecks(["loss"], joinedResults([shard]).access)).toEqual(["loss: 1 may be lost"]);
});

test("rejects reports of different fleet runs, and files that are no report", () => {
  const results = [fleetResultOf([]), fleetResultOf([], { operation: "preview" })];
  expect(() => joinedResults(results)).toThrow("one report is of the up of network, another of the preview of network");
  expect(() => readReport("{}")).toThrow("this is no report of a fleet");
});

test.each([
  [["3/4"], "of shard 3/4: give the report of each of 4 shards of one run once; missing: 1/4, 2/4, 4/4"],
  [["1/2", "2/2", "1/2"], "of shard 1/2, shard 2/2, shard 1/2: give the report of each of 2 shards of one run once"],
  [["1/2", "2/3"], "of shard 1/2, shard 2/3: give"],
  [[undefined, "1/1"], "of the whole fleet, shard 1/1: give"],
])("rejects reports of the fleet's shards %j, because a check must have each stack once", (shards, message) => {
  const results = shards.map((shard, index) => fleetResultOf([resultOf(`stack-${index}`)], { shard }));
  expect(() => joinedResults(results)).toThrow(message);
});

test("rejects a stack in two reports of a fleet", () => {
  expect(() => joinedResults([fleetResultOf([resultOf("a")]), fleetResultOf([resultOf("a")])])).toThrow("the stack a is in two reports");
});
