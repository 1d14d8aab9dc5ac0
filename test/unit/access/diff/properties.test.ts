import { expect, test } from "vitest";
import { type Entry, read, share, UNKNOWN, update } from "./steps.ts";

const service = "ipam.aliyuncs.com";
const hour = { timeRange: { beginAtTime: "08:00", endAtTime: "09:00" } };
const reordered = { timeRange: { endAtTime: "09:00", beginAtTime: "08:00" } };
const hours = JSON.stringify(hour);
const arn = "acs:vpc:cn-hangzhou:1:vswitch/v1";

/** A share of one resource with a service as its target. */
const shared = (targetProperty?: unknown, resourceProperty?: unknown): Entry =>
  share("a", ["v1"], [service], {
    targets: [targetProperty === undefined ? service : { id: service, property: targetProperty }],
    ...(resourceProperty === undefined ? {} : { resourceProperties: [{ arn, property: resourceProperty }] }),
  });

test.each<[what: string, before: Entry, after: Entry, expected: readonly string[]]>([
  ["a property that is taken away as other access with a gap", shared(hour), shared(), ["gained - - gap", `lost ${hours} -`]],
  ["a property that is added as other access", shared(), shared(hour), [`gained ${hours} -`, "lost - -"]],
  ["a property in another order as kept", shared(hour), shared(reordered), [`kept ${hours} -`]],
  ["a property without members as kept", shared(), shared({}), ["kept - -"]],
  ["an unknown property of a target as unknown", shared(hour), shared(UNKNOWN), ["unknown unknown -", `unknown ${hours} -`]],
  ["an unknown property of a resource as unknown", shared(), shared(undefined, UNKNOWN), ["unknown - -", "unknown - unknown"]],
])("makes a diff of changed properties predict %s", (_what, before, after, expected) => {
  const lines = read([update(before, after)]).changes.map(
    ({ change, target, resource, gap }) => `${change} ${target.property ?? "-"} ${resource.property ?? "-"}${gap ? " gap" : ""}`,
  );
  expect(lines.toSorted()).toEqual(expected);
});
