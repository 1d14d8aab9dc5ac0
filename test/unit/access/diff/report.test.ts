import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Report, reportSchema, toReport } from "../../../../access/diff/report.ts";
import { changesOfAllKinds } from "../sample.ts";
import { emptyDiff } from "../builders.ts";

test("publishes the schema that reports are parsed with", () => {
  const published: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../docs/diff.schema.json"), "utf8"));
  expect(published).toEqual(JSON.parse(reportSchema()));
});

test("counts the changes of the whole diff where a part of them is shown", () => {
  const whole = { ...emptyDiff, changes: changesOfAllKinds };
  const { changes, summary } = Report.parse(JSON.parse(toReport({ ...whole, changes: changesOfAllKinds.slice(0, 1) }, whole)));
  expect([changes.length, summary.gained]).toEqual([1, 5]);
});
