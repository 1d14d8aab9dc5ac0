import { expect, it } from "vitest";
import { UNKNOWN, type Values } from "../../../../../provider/lifecycle/resource.ts";
import { previewOf } from "./preview.ts";

const target = (property: Values) => ({ allowExternalTargets: true, targets: [{ id: "ipam.aliyuncs.com", property }] });
const range = (more: Values) => ({
  timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8", ...more },
});
const place = "targets[0].property";

it.each([
  [range({ endAtTime: "25:00" }), `${place}.timeRange.endAtTime: "25:00" is no time; write HH:MM`],
  [range({ beginAtTime: "08:60" }), `${place}.timeRange.beginAtTime: "08:60" is no time; write HH:MM`],
  [range({ beginAtTime: "8 am" }), `${place}.timeRange.beginAtTime: "8 am" is no time; write HH:MM`],
  [
    range({ timeRangeType: "timerange" }),
    `${place}.timeRange.timeRangeType: "timerange" is no kind of time window; did you mean timeRange?`,
  ],
  [range({ timeRangeType: "days" }), `${place}.timeRange.timeRangeType: "days" is no kind of time window; did you mean day?`],
  [{ time_range: {} }, `${place}: has no field \`time_range\`; did you mean \`timeRange\`?`],
  [{ timerange: {} }, `${place}: has no field \`timerange\`; did you mean \`timeRange\`?`],
  [range({ begin_at_time: "08:00" }), `${place}.timeRange: has no field \`begin_at_time\`; did you mean \`beginAtTime\`?`],
])("rejects the invalid target property %j", async (property, failure) => {
  expect(await previewOf(target(property))).toEqual({ failures: [failure], warnings: [] });
});

it.each([
  [range({ beginAtTime: "8:00" }), `${place}.timeRange.beginAtTime: "8:00" is not in the documented form; write 08:00`],
  [range({ endAtTime: "18:00:00" }), `${place}.timeRange.endAtTime: "18:00:00" is not in the documented form; write 18:00`],
  [range({ endAtTime: "24:00" }), `${place}.timeRange.endAtTime: "24:00" is not in the documented form; write 23:59`],
  [range({ timezone: "CET" }), `${place}.timeRange.timezone: "CET" is not in the documented form; write the difference from UTC, as UTC+8`],
  [
    range({ timezone: "UTC+25" }),
    `${place}.timeRange.timezone: "UTC+25" is not in the documented form; write the difference from UTC, as UTC+8`,
  ],
  [
    range({ timeRangeType: "weekend" }),
    `${place}.timeRange.timeRangeType: "weekend" is not documented, so the service will probably refuse it: write timeRange or day`,
  ],
])("warns of the target property %j, which is not documented but may exist", async (property, warning) => {
  expect(await previewOf(target(property))).toEqual({ failures: [], warnings: [warning] });
});

it.each([
  range({}),
  range({ beginAtTime: "00:00", endAtTime: "23:59", timezone: "UTC-3:30" }),
  range({ timezone: "UTC", note: "x" }),
  range({ beginAtTime: UNKNOWN, timezone: UNKNOWN, timeRangeType: UNKNOWN }),
  { timeRange: { timeRangeType: "day" }, level: 1 },
  { time: "08:00-18:00" },
  range({ begin: 1 }),
  { timeRange: UNKNOWN },
])("accepts the target property %j without a warning", async (property) => {
  expect(await previewOf(target(property))).toEqual({ failures: [], warnings: [] });
});
