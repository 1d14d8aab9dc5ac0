import { expect, test } from "vitest";
import { countsOf } from "../../../../access/diff/counts.ts";
import { Report, toReport } from "../../../../access/diff/report.ts";
import { changesOfAllKinds } from "../sample.ts";
import { emptyDiff } from "../builders.ts";

test("counts the changes of the whole diff in a JSON report, also where it lists only a part of them", () => {
  const whole = { ...emptyDiff, changes: changesOfAllKinds };
  const { changes, summary } = Report.parse(JSON.parse(toReport({ ...whole, changes: changesOfAllKinds.slice(0, 1) }, countsOf(whole))));
  expect([changes.length, summary.gained]).toEqual([1, 5]);
});

test("writes an empty list of changes in a JSON report on one line", () => {
  expect(toReport(emptyDiff).split("\n").slice(0, 3)).toEqual(["{", '  "version": 1,', '  "changes": [],']);
});
