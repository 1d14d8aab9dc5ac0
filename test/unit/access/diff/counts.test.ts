import { expect, test } from "vitest";
import type { Change } from "../../../../access/diff/changes.ts";
import { changesText, type Counts, countsOf, countsText, notesOf } from "../../../../access/diff/counts.ts";
import { type Policies, type PolicyFinding, noPolicies } from "../../../../access/diff/policies/policy-findings.ts";
import { changesOf, emptyDiff } from "../builders.ts";

const changeOf = (id: string, { change = "gained", ...more }: Partial<Change>) => changesOf(change, { targets: [id] }, more);
const of = (changes: readonly Change[], findings: readonly PolicyFinding[] = [], unknownTargetShares: readonly string[] = []): Counts =>
  countsOf({ ...emptyDiff, changes, unknownTargetShares, policies: { ...noPolicies, findings } });
const nothing = of([]);
const finding = (level: PolicyFinding["level"]): PolicyFinding => ({ level, policy: "p", pack: "pack", urn: "", message: "no" });

test.each<[text: string, counts: Partial<Counts>]>([
  ["No access through shares", {}],
  ["No access changes; 2 kept", { kept: 2 }],
  ["1 gained, 0 lost, 2 kept", { gained: 1, kept: 2 }],
  ["0 gained, 1 lost, 0 kept", { lost: 1 }],
  ["0 gained, 0 lost, 0 kept, 1 unknown", { unknown: 1 }],
  ["0 gained, 0 lost, 1 kept", { kept: 1, gaps: 1 }],
  ["0 gained, 0 lost, 1 kept", { kept: 1, notChecked: 1 }],
  ["0 gained, 0 lost, 1 kept", { kept: 1, gaps: 1, notChecked: 1 }],
  ["1 gained, 0 lost, 1 kept (1 now in force)", { gained: 1, kept: 1, nowInForce: 1 }],
  ["0 gained, 0 lost, 3 kept (1 now in force)", { kept: 3, nowInForce: 1 }],
  ["0 gained, 0 lost, 3 kept (1 now in force, 2 pending again)", { kept: 3, nowInForce: 1, nowPending: 2 }],
  ["0 gained, 0 lost, 3 kept (2 pending again)", { kept: 3, nowPending: 2 }],
])("states the changes as: %s", (text, counts) => {
  expect(changesText({ ...nothing, ...counts })).toBe(text);
});

test.each<[note: string, counts: Partial<Counts>]>([
  ["1 target outside the resource directory", { externalTargets: 1 }],
  ["2 targets possibly outside the resource directory", { possiblyExternalTargets: 2 }],
  ["1 share with targets that are not known yet", { notChecked: 1 }],
  ["1 whole directory", { directories: 1 }],
  ["2 whole directories", { directories: 2 }],
  ["1 service", { services: 1 }],
  ["1 with a write permission", { writes: 1 }],
  ["1 with a gap", { gaps: 1 }],
  ["2 pending", { pending: 2 }],
])("notes what a reviewer should check: %s", (note, counts) => {
  expect(notesOf({ ...nothing, ...counts })).toEqual([note]);
});

test("writes the first line of a diff: changed accesses, those to check, and findings of policies", () => {
  const packs = [{ name: "pack", version: "1.0.0" }];
  const ran = (policies: Partial<Policies>) => ({ ...emptyDiff, policies: { ...noPolicies, ...policies } });
  expect(countsText(nothing, emptyDiff)).toBe("No access through shares.");
  expect(countsText(nothing, { ...emptyDiff, isIncomplete: true })).toBe("Not all access through shares is known.");
  expect(countsText({ ...nothing, lost: 1 }, emptyDiff)).toBe("0 gained, 1 lost, 0 kept.");
  const counts = { ...nothing, gained: 2, writes: 1, pending: 1 };
  expect(countsText(counts, emptyDiff)).toBe("2 gained, 0 lost, 0 kept; 1 with a write permission, 1 pending.");
  expect(countsText(nothing, ran({ packs }))).toBe("No access through shares. Policies: nothing found.");
  expect(countsText(nothing, ran({ packs, isRefused: true }))).toBe("No access through shares. Policies: the preview was stopped.");
  const found = of([], [finding("mandatory"), finding("advisory"), finding("advisory"), finding("fixed")]);
  expect(countsText(found, ran({ packs }))).toBe("No access through shares. Policies: 1 mandatory, 2 advisory, 1 fixed.");
});

test("counts no target whose id is not known among those that gain access", () => {
  const target = { id: "unknown", kind: "Unknown", external: null } as const;
  expect(of(changeOf("11", { change: "unknown", target }))).toMatchObject({ unknown: 1, possiblyExternalTargets: 0 });
});
