import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../access/diff/access-diff.ts";
import { countsOf } from "../../../../access/diff/counts.ts";
import { Report, reportSchema, toReport } from "../../../../access/diff/report.ts";
import { changesOfAllKinds, findingsOfAllLevels } from "../sample.ts";
import { emptyDiff } from "../builders.ts";

const reportOf = (diff: AccessDiff, ...counts: Parameters<typeof countsOf>[0][]) =>
  Report.parse(JSON.parse([...toReport(diff, ...counts.map(countsOf))].join("\n")));

test("writes reports that follow the published schema", () => {
  const published: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../docs/diff.schema.json"), "utf8"));
  expect(published).toEqual(JSON.parse(reportSchema()));
});

test("reports every value of each change, the findings, the counts and the remarks", () => {
  const changes = changesOfAllKinds.map((change, index) => (index === 0 ? { ...change, stack: "shop/dev" } : change));
  const policies = { packs: [{ name: "guard", version: "1.0.0" }], findings: findingsOfAllLevels, isRefused: true };
  const diff = { ...emptyDiff, changes, remarks: ["one", "two"], unknownTargetShares: ["new"], policies };
  const { packs, findings } = policies;
  const text =
    "5 gained, 1 lost, 4 kept (1 now in force, 1 pending again), 2 unknown; 1 target outside the resource directory, " +
    "2 targets possibly outside the resource directory, 1 share with targets that are not known yet, 1 whole directory, 1 service, " +
    "1 with a write permission, 1 with a gap, 1 pending. Policies: 1 mandatory, 1 advisory, 1 fixed.";
  expect(reportOf(diff)).toEqual({
    version: 1,
    changes: changes.map((change) => ({ ...change, shares: change.shares.map(({ pending: _, ...share }) => share) })),
    policies: { packs, findings, refused: true },
    summary: { ...countsOf(diff), text },
    remarks: ["one", "two"],
  });
});

test.each([0, 1, 499, 500, 501, 1000])("reports %i changes as one document in pieces of whole lines", (count) => {
  const [first] = changesOfAllKinds;
  const changes = Array.from({ length: count }, () => first).flatMap((change) => change ?? []);
  expect(reportOf({ ...emptyDiff, changes }).changes).toHaveLength(count);
  expect([...toReport({ ...emptyDiff, changes })]).toHaveLength(2 + Math.ceil(count / 500));
});

test("counts the changes of the whole diff where a part of them is shown", () => {
  const whole = { ...emptyDiff, changes: changesOfAllKinds };
  const { changes, summary } = reportOf({ ...whole, changes: changesOfAllKinds.slice(0, 1) }, whole);
  expect([changes.length, summary.gained]).toEqual([1, 5]);
});
