import { expect, test } from "vitest";
import { toChangeTable } from "../../../../access/format/change-table.ts";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import { toReport } from "../../../../access/diff/report.ts";
import { type Entry, read, share, step, UNKNOWN } from "./steps.ts";

const service = "ipam.aliyuncs.com";
const hour = { timeRange: { beginAtTime: "08:00", endAtTime: "09:00" } };
const arn = "acs:vpc:cn-hangzhou:1:vswitch/v1";

/** A share of one resource with a service as its target. */
function shared(targetProperty?: unknown, resourceProperty?: unknown): Entry {
  const base = share("a", ["v1"], [service]);
  const lists = {
    targets: [targetProperty === undefined ? service : { id: service, property: targetProperty }],
    ...(resourceProperty === undefined ? {} : { resourceProperties: [{ arn, property: resourceProperty }] }),
  };
  return { ...base, inputs: { ...base.inputs, ...lists }, outputs: { ...base.outputs, ...lists } };
}
const changed = (before: Entry, after: Entry) => read([step("update", before, after)]);
const linesOf = (before: Entry, after: Entry) =>
  changed(before, after)
    .changes.map(
      ({ change, target, resource, gap }) => `${change} ${target.property ?? "-"} ${resource.property ?? "-"}${gap ? " gap" : ""}`,
    )
    .toSorted();
const [hours, principals] = [JSON.stringify(hour), JSON.stringify({ sharePrincipals: true })];

test("reports a property that is taken away as other access with a gap, which every check finds", () => {
  expect(linesOf(shared(hour), shared())).toEqual(["gained - - gap", `lost ${hours} -`]);
  const checks = ["loss", "gap", "new-access", "any"] as const;
  expect(failedChecks(checks, changed(shared(hour), shared()))).toHaveLength(checks.length);
});

test("reports a property that is added or changed as other access without a gap", () => {
  expect(linesOf(shared(), shared(hour))).toEqual([`gained ${hours} -`, "lost - -"]);
  expect(linesOf(shared(undefined, { sharePrincipals: true }), shared(undefined, { sharePrincipals: false }))).toEqual([
    `gained - ${JSON.stringify({ sharePrincipals: false })}`,
    `lost - ${principals}`,
  ]);
});

test("keeps access whose property is the same in another order, or without members", () => {
  const reordered = { timeRange: { endAtTime: "09:00", beginAtTime: "08:00" } };
  expect(linesOf(shared(hour), shared(reordered))).toEqual([`kept ${hours} -`]);
  expect(linesOf(shared(), shared({}))).toEqual(["kept - -"]);
});

test("reports a property that is known only during the update as unknown", () => {
  expect(linesOf(shared(hour), shared(UNKNOWN))).toEqual(["unknown unknown -", `unknown ${hours} -`]);
  expect(linesOf(shared(), shared(undefined, UNKNOWN))).toEqual(["unknown - -", "unknown - unknown"]);
});

test("keeps the property that the service lists where the program changes none", () => {
  const target = { entity: { id: service, kind: "Service" as const, external: false, property: hours }, pending: false };
  const resources = [{ entity: { type: "VSwitch", id: "v1" }, pending: false }];
  const live = { share: { name: "a", id: "rs-a" }, account: "1", resources, targets: [target], permissions: new Map() };
  const sources = { live: { shares: new Map([["rs-a", live]]), accounts: new Map(), defaults: new Map(), remarks: [] } };
  const { changes } = read([step("update", shared(), { ...shared(), inputs: { ...shared().inputs, name: "b" } })], sources);
  expect(changes.map(({ change, target: { property } }) => [change, property])).toEqual([["kept", hours]]);
});

test("names properties in the table and the report", () => {
  const diff = changed(shared(hour), shared());
  expect(toChangeTable(diff.changes, { colours: false, width: undefined })).toContain(`${service} ${hours}`);
  expect([...toReport(diff)].join("\n")).toContain(JSON.stringify(hours));
});
