import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../access/diff/access-diff.ts";
import { changesText, countsOf, countsText, notesOf } from "../../../../access/diff/counts.ts";
import { noPolicies, type Policies, type PolicyFinding } from "../../../../access/diff/policies/policy-findings.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { changesOf, emptyDiff, type SnapshotValues } from "../builders.ts";
import { changesOfAllKinds, changesOfPermission, changesOfProperty } from "../sample.ts";

const [kept, interrupted, lost, unknown] = changesOfAllKinds.map((change) => [change]);
const [inForce, pendingAgain] = [changesOfAllKinds.slice(10, 11), changesOfAllKinds.slice(11, 12)];
const gained = (values: SnapshotValues = {}) => changesOf("gained", values);
const diffOf = (...changes: readonly (AccessDiff["changes"] | undefined)[]): AccessDiff => ({
  ...emptyDiff,
  changes: changes.flatMap((some) => some ?? []),
});

test.each<[text: string, diff: AccessDiff]>([
  ["No access through shares", emptyDiff],
  ["Not all access through shares is known", { ...emptyDiff, isIncomplete: true }],
  ["No access changes; 2 kept", diffOf(kept, kept)],
  ["1 gained, 0 lost, 2 kept", diffOf(gained(), kept, kept)],
  ["0 gained, 1 lost, 0 kept", diffOf(lost)],
  ["0 gained, 1 lost, 3 changed, 0 kept", diffOf(lost, changesOfPermission, changesOfProperty)],
  ["0 gained, 0 lost, 0 kept, 1 unknown", diffOf(unknown)],
  ["0 gained, 0 lost, 1 kept", diffOf(interrupted)],
  ["0 gained, 0 lost, 2 kept", { ...diffOf(kept, kept), unknownTargetShares: ["a"] }],
  ["0 gained, 0 lost, 3 kept (1 now in force)", diffOf(kept, kept, inForce)],
  ["0 gained, 0 lost, 3 kept (1 now in force, 2 pending again)", diffOf(inForce, pendingAgain, pendingAgain)],
])("summarizes the changes of a diff as: %s", (text, diff) => {
  expect(changesText(countsOf(diff))).toBe(text);
});

test.each<[note: string, diff: AccessDiff]>([
  ["1 target outside the resource directory", diffOf(gained({ targets: [targetOf("21", true)], resources: ["a", "b"] }))],
  ["2 targets possibly outside the resource directory", diffOf(gained({ targets: [targetOf("21", null), targetOf("22", null)] }))],
  ["1 share with targets that are not known yet", { ...diffOf(kept), unknownTargetShares: ["a"] }],
  ["1 whole directory", diffOf(gained({ targets: ["rd-1"] }))],
  ["2 whole directories", diffOf(gained({ targets: ["rd-1", "rd-2"] }))],
  ["1 service", diffOf(gained({ targets: ["ipam.aliyuncs.com"] }))],
  ["1 access with a write permission", diffOf(gained({ permissions: { VSwitch: "ReadWrite" } }))],
  ["1 access with a gap", diffOf(interrupted)],
  ["1 lost access", diffOf(lost)],
  ["1 access with a write permission", diffOf(changesOfPermission)],
])("notes what a reviewer should check in the summary of a diff: %s", (note, diff) => {
  expect(notesOf(countsOf(diff))).toEqual([note]);
});

test.each<[text: string, diff: AccessDiff]>([
  ["0 gained, 1 lost, 0 kept.", diffOf(lost)],
  [
    "2 gained, 0 lost, 0 kept; 2 targets outside the resource directory, 2 accesses with a write permission, 2 pending.",
    diffOf(gained({ targets: ["21", "22"].map((id) => targetOf(id, true)), pending: ["21", "22"], permissions: { VSwitch: "Full" } })),
  ],
])("summarizes the changes of a diff and what to check on one line: %s", (text, diff) => {
  expect(countsText(countsOf(diff), diff.policies)).toBe(text);
});

test("adds the findings of policies to the summary line of a diff", () => {
  const finding = (level: PolicyFinding["level"]): PolicyFinding => ({ level, policy: "p", pack: "pack", urn: "", message: "no" });
  const textFor = (policies: Policies) => countsText(countsOf({ ...emptyDiff, policies }), policies);
  const textOf = (refused: boolean, ...findings: PolicyFinding[]) =>
    textFor({ packs: [{ name: "pack", version: "1.0.0" }], findings, refused });
  expect(textFor(noPolicies)).toBe("No access through shares.");
  expect(textOf(false)).toBe("No access through shares. Policies: nothing found.");
  expect(textOf(true)).toBe("No access through shares. Policies: the preview was stopped.");
  expect(textOf(true, ...(["mandatory", "advisory", "advisory", "fixed"] as const).map(finding))).toBe(
    "No access through shares. Policies: 1 mandatory, 2 advisory, 1 fixed.",
  );
});
