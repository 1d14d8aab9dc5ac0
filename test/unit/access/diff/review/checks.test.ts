import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../../access/diff/access-diff.ts";
import type { Change, ChangeKind } from "../../../../../access/diff/changes.ts";
import { noPolicies } from "../../../../../access/diff/policies/policy-findings.ts";
import { checkNamed, failedChecks } from "../../../../../access/diff/review/checks.ts";
import { targetOf } from "../../../../../access/share-snapshot.ts";
import { changesOf, emptyDiff } from "../../builders.ts";

const changeOf = (change: ChangeKind, id: string, external: boolean | null = false): Change[] =>
  changesOf(change, { resources: ["v"], targets: [targetOf(id, external)] });
const failed = (check: string, changes: readonly Change[], allowedExternal: readonly string[] = [], more: Partial<AccessDiff> = {}) => {
  const diff: AccessDiff = { ...emptyDiff, changes, allowedExternal, ...more };
  const named = checkNamed(check);
  return named === undefined ? undefined : failedChecks([named], diff);
};

test("fails `external` for what is outside and for what may be, each in its own words", () => {
  expect(failed("external", [...changeOf("gained", "21", true), ...changeOf("gained", "22", null)])).toEqual([
    "external: 1 target outside the resource directory would gain access; 1 target possibly outside the resource directory would gain access (--directory names the members)",
  ]);
  expect(failed("external", changeOf("kept", "21", true))).toEqual([]);
});

test("passes `external` for targets that are allowed", () => {
  expect(failed("external", [...changeOf("gained", "21", true), ...changeOf("gained", "22", null)], ["2*"])).toEqual([]);
});

test("fails `new-access` for a gain only", () => {
  expect(failed("new-access", changeOf("gained", "fd-1"))).toEqual(["new-access: 1 gained"]);
  expect(failed("new-access", changeOf("lost", "fd-1"))).toEqual([]);
});

test("fails `loss`, `gap`, `unknown` and `any` for the changes that they name", () => {
  const [lost, kept, unknown] = [changeOf("lost", "fd-1"), changeOf("kept", "fd-1"), changeOf("unknown", "fd-1")];
  const gap = kept.map((change) => ({ ...change, gap: true }));
  const all = (changes: readonly Change[]) => ["loss", "gap", "unknown", "any"].flatMap((check) => failed(check, changes));
  expect(all(kept)).toEqual([]);
  expect(all(lost)).toEqual(["loss: 1 lost", "any: access changes"]);
  expect(all(gap)).toEqual(["gap: 1 with a gap", "any: access changes"]);
  expect(all(unknown)).toEqual(["unknown: not everything is known", "any: access changes"]);
  expect(all(changeOf("gained", "fd-1"))).toEqual(["any: access changes"]);
  expect(failed("unknown", kept, [], { isIncomplete: true })).toEqual(["unknown: not everything is known"]);
});

test("fails `policy` for mandatory violations and for a preview that was stopped", () => {
  const finding = { level: "mandatory", policy: "p", pack: "pack", urn: "", message: "no" } as const;
  const advisory = { ...finding, level: "advisory" } as const;
  const policyFails = (policies: Partial<AccessDiff["policies"]>) => failed("policy", [], [], { policies: { ...noPolicies, ...policies } });
  expect(policyFails({ findings: [finding, advisory] })).toEqual(["policy: 1 mandatory violation"]);
  expect(policyFails({ findings: [finding, finding], isRefused: true })).toEqual(["policy: 2 mandatory violations"]);
  expect(policyFails({ isRefused: true })).toEqual(["policy: the preview was stopped"]);
  expect(policyFails({ findings: [advisory] })).toEqual([]);
});

test("fails `external` for services, and for shares with targets that are not known", () => {
  expect(failed("external", changeOf("gained", "ros.aliyuncs.com"), [], { unknownTargetShares: ["a", "b"] })).toEqual([
    "external: 1 service would gain access; 2 shares with targets that are not known yet, which may be outside the resource directory",
  ]);
});

test("fails `whole-directory` for a directory that gains access, and for no folder", () => {
  expect(failed("whole-directory", [...changeOf("gained", "rd-1"), ...changeOf("gained", "fd-1")])).toEqual([
    "whole-directory: 1 whole directory would gain access",
  ]);
  expect(failed("whole-directory", [...changeOf("kept", "rd-1"), ...changeOf("gained", "fd-1")])).toEqual([]);
});

test.each<[change: ChangeKind, reason: readonly string[]]>([
  ["kept", []],
  ["gained", []],
  ["lost", ["not-granted:fd-1:VSwitch/v: no share of the stack would let fd-1 use VSwitch v"]],
  ["unknown", ["not-granted:fd-1:VSwitch/v: it is not known whether the update lets fd-1 use VSwitch v"]],
])("checks that a target has an access after an update in which it is %s", (change, reason) => {
  expect(failed("not-granted:fd-1:VSwitch/v", changeOf(change, "fd-1"))).toEqual(reason);
});

test.each([
  ["VSwitch", undefined],
  ["vswitch", undefined],
  ["config:pack", "acs:config:cn-hangzhou:1:pack/v"],
  ["Pack", "acs:config:cn-hangzhou:1:pack/v"],
])("passes `not-granted` for a resource that is named by the type %s and the ARN %s", (type, arn) => {
  const resource = { type: arn === undefined ? "VSwitch" : "config:pack", id: "v", arn };
  const changes = changeOf("kept", "fd-1").map((change) => ({ ...change, resource }));
  expect(failed(`not-granted:fd-1:${type}/v`, changes)).toEqual([]);
  expect(failed(`not-granted:fd-1:${type}s/v`, changes)).toHaveLength(1);
});

test("fails `not-granted` for access that no share has", () => {
  expect(failed("not-granted:fd-2:VSwitch/v", changeOf("kept", "fd-1"))).toHaveLength(1);
});

test.each(["not-granted", "not-granted:fd-1", "not-granted:fd-1:VSwitch", "a not-granted:fd-1:VSwitch/v", "much"])(
  "reads no check from %s",
  (text) => {
    expect(checkNamed(text)).toBeUndefined();
  },
);

test("counts a target once that would gain several accesses", () => {
  const twice = changeOf("gained", "21", true).flatMap((change) => [change, { ...change, resource: { type: "VSwitch", id: "w" } }]);
  expect(failed("external", twice)).toEqual(["external: 1 target outside the resource directory would gain access"]);
  expect(failed("external", [...twice, ...changeOf("gained", "22", true)])).toEqual([
    "external: 2 targets outside the resource directory would gain access",
  ]);
});

test("calls it unknown whether a target can use a resource while the target or the resource is not known yet", () => {
  const unknown = changeOf("unknown", "fd-1");
  const reason = ["not-granted:fd-1:VSwitch/v: it is not known whether the update lets fd-1 use VSwitch v"];
  for (const part of [
    { target: { id: "unknown", kind: "Unknown", external: false } },
    { resource: { type: "unknown", id: "unknown" } },
  ] as const) {
    const changes = unknown.map((change) => ({ ...change, ...part }));
    expect(failed("not-granted:fd-1:VSwitch/v", changes)).toEqual(reason);
  }
});

test.each([
  ["not-granted:fd-1:Image/v", "fd-1", "Image", "v"],
  ["not-granted:fd-1:VSwitch/a/b", "fd-1", "VSwitch", "a/b"],
])("reads target, type and id of %s", (text, target, type, id) => {
  expect(checkNamed(text)).toEqual({ text, target, type, id });
  expect(failed(text, changeOf("kept", "fd-1"))).toHaveLength(1);
});
