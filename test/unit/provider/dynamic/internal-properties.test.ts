import { expect, test } from "vitest";
import { durationMs, internalsOf, timeoutFailures, timeoutOf, urnOf } from "../../../../provider/dynamic/internal-properties.ts";

test.each([
  ["90s", 90_000],
  ["10m", 600_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["500ms", 500],
  ["1m0.5s", 60_500],
])("parses %s as %d milliseconds", (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each(["", "10", "ten minutes", "10 m", "-5s", "5d"])("rejects '%s' as a duration", (text) => {
  expect(durationMs(text)).toBeUndefined();
});

test("reads a timeout for each operation", () => {
  const properties = { __timeouts: { create: "1m", delete: "2m" } };
  expect([timeoutOf(properties, "create"), timeoutOf(properties, "update"), timeoutOf(properties, "delete")]).toEqual([
    60_000,
    undefined,
    120_000,
  ]);
});

test("names the option of a wrong timeout, and takes null for none", () => {
  expect(timeoutFailures({ __timeouts: { create: "soon", update: "1m", delete: null } })).toEqual([
    { property: "customTimeouts.create", reason: '"soon" is no duration; write it as "90s", "10m" or "1h30m"' },
  ]);
});

test("keeps internal properties unchanged", () => {
  const internals = { __provider: "p", __urn: "urn:x", __timeouts: { create: "1m" } };
  expect(internalsOf({ ...internals, name: "n" })).toEqual(internals);
  expect(urnOf(internals)).toBe("urn:x");
});
