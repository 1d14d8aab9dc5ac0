import { expect, test } from "vitest";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import { toReport } from "../../../../access/diff/report.ts";
import { toChangeTable } from "../../../../access/format/change-table.ts";
import { liveOf } from "../builders.ts";
import { type Entry, read, share, UNKNOWN, update } from "./steps.ts";

const service = "ipam.aliyuncs.com";
const hour = { timeRange: { beginAtTime: "08:00", endAtTime: "09:00" } };
const reordered = { timeRange: { endAtTime: "09:00", beginAtTime: "08:00" } };
const hours = JSON.stringify(hour);
const principals = (sharePrincipals: boolean) => JSON.stringify({ sharePrincipals });
const arn = "acs:vpc:cn-hangzhou:1:vswitch/v1";

/** A share of one resource with a service as its target. */
const shared = (targetProperty?: unknown, resourceProperty?: unknown): Entry =>
  share("a", ["v1"], [service], {
    targets: [targetProperty === undefined ? service : { id: service, property: targetProperty }],
    ...(resourceProperty === undefined ? {} : { resourceProperties: [{ arn, property: resourceProperty }] }),
  });
const taken = read([update(shared(hour), shared())]);

test.each<[what: string, before: Entry, after: Entry, expected: readonly string[]]>([
  ["a property that is taken away as other access with a gap", shared(hour), shared(), ["gained - - gap", `lost ${hours} -`]],
  ["a property that is added as other access", shared(), shared(hour), [`gained ${hours} -`, "lost - -"]],
  [
    "a property that is changed as other access",
    shared(undefined, { sharePrincipals: true }),
    shared(undefined, { sharePrincipals: false }),
    [`gained - ${principals(false)}`, `lost - ${principals(true)}`],
  ],
  ["a property in another order as kept", shared(hour), shared(reordered), [`kept ${hours} -`]],
  ["a property without members as kept", shared(), shared({}), ["kept - -"]],
  ["an unknown property of a target as unknown", shared(hour), shared(UNKNOWN), ["unknown unknown -", `unknown ${hours} -`]],
  ["an unknown property of a resource as unknown", shared(), shared(undefined, UNKNOWN), ["unknown - -", "unknown - unknown"]],
])("reports %s", (_what, before, after, expected) => {
  const lines = read([update(before, after)]).changes.map(
    ({ change, target, resource, gap }) => `${change} ${target.property ?? "-"} ${resource.property ?? "-"}${gap ? " gap" : ""}`,
  );
  expect(lines.toSorted()).toEqual(expected);
});

test("finds a property that is taken away by every check, and names it in the table and the report", () => {
  expect(failedChecks(["loss", "gap", "new-access", "any"], taken)).toHaveLength(4);
  expect(toChangeTable(taken.changes, { colours: false, width: undefined })).toContain(`${service} ${hours}`);
  expect([...toReport(taken)].join("\n")).toContain(JSON.stringify(hours));
});

test("keeps the property that the service lists where the program changes none", () => {
  const target = { id: service, kind: "Service" as const, external: false, property: hours };
  const sources = liveOf([{ share: { name: "a", id: "rs-a" }, resources: ["v1"], targets: [target] }]);
  const { changes } = read([update(shared(), share("a", ["v1"], [service], { name: "b" }))], sources);
  expect(changes.map(({ change, target: { property } }) => [change, property])).toEqual([["kept", hours]]);
});
