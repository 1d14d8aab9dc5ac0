import { expect, test } from "vitest";
import { durationMs, timeoutFailures } from "../../../../provider/dynamic/internal-properties.ts";

test.each([
  ["90s", 90_000],
  ["10m", 600_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["500ms", 500],
  ["1m0.5s", 60_500],
])("parses the timeout %s as %d milliseconds", (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each(["", "10", "ten minutes", "10 m", "-5s", "5d"])("rejects '%s' as a timeout", (text) => {
  expect(durationMs(text)).toBeUndefined();
});

test("names the option of a wrong timeout, and treats null as no timeout", () => {
  expect(timeoutFailures({ __timeouts: { create: "soon", update: "1m", delete: null } })).toEqual([
    { property: "customTimeouts.create", reason: '"soon" is no duration; write it as "90s", "10m" or "1h30m"' },
  ]);
});
