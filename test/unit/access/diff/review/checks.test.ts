import { expect, test } from "vitest";
import type { AccessDiff } from "../../../../../access/diff/access-diff.ts";
import type { Change, ChangeKind } from "../../../../../access/diff/changes.ts";
import { readCheck, failedChecks } from "../../../../../access/diff/review/checks.ts";
import { targetOf } from "../../../../../access/share-snapshot.ts";
import { changesOf, emptyDiff } from "../../builders.ts";

const changeOf = (change: ChangeKind, id: string, external: boolean | null = false): Change[] =>
  changesOf(change, { resources: ["v"], targets: [targetOf(id, external)] });
const failed = (check: string, changes: readonly Change[], allowedExternal: readonly string[] = [], more: Partial<AccessDiff> = {}) => {
  const diff: AccessDiff = { ...emptyDiff, changes, allowedExternal, ...more };
  return failedChecks([readCheck(check)], diff, { advice: "run the preview with --show-sames, or give --state" });
};

test("fails the check `external` for targets outside the directory and for possible ones, each with its own message", () => {
  expect(failed("external", [...changeOf("gained", "21", true), ...changeOf("gained", "22", null)])).toEqual([
    `external: 1 target outside the resource directory, 1 target possibly outside the resource directory would gain access`,
  ]);
  expect(failed("external", changeOf("kept", "21", true))).toEqual([]);
});

test.each<[check: string, change: ChangeKind, reasons: readonly string[]]>([
  ["new-access", "gained", ["new-access: 1 gained"]],
  ["new-access", "changed", ["new-access: 1 changed"]],
  ["new-access", "lost", []],
  ["loss", "gained", []],
  ["loss", "changed", ["loss: 1 changed"]],
  ["loss", "lost", ["loss: 1 lost"]],
])("fails the check `%s` for an access that is %s with %j: a changed permission may allow more or less", (check, change, reasons) => {
  expect(failed(check, changeOf(change, "fd-1"))).toEqual(reasons);
});

test.each(["now in force", "pending again"])("fails the check `any` for an access that is kept and %s", (turned) => {
  const wasPending = turned === "now in force";
  const changes = changeOf("kept", "21", true).map((one) => ({ ...one, wasPending, pending: !wasPending }));
  expect(failed("any", changes)).toEqual(["any: access changes"]);
  expect(failed("any", changeOf("kept", "21", true))).toEqual([]);
});

test("fails the check `whole-directory` for a directory that gains access, and not for a folder", () => {
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
])("fails the check `not-granted` unless the update keeps or adds the access: %s", (change, reason) => {
  expect(failed("not-granted:fd-1:VSwitch/v", changeOf(change, "fd-1"))).toEqual(reason);
});

test.each<[external: boolean | null, reason: string]>([
  [true, "it has to accept an invitation, and no InvitationAcceptor in the same preview is known to do that"],
  [null, "it is not known whether it has to accept an invitation; --directory decides that"],
  [false, "an association of it has not settled"],
])("fails `not-granted` for a pending access of a target that is external: %s", (external, reason) => {
  const pending = (change: ChangeKind) => changeOf(change, "21", external).map((one) => ({ ...one, pending: true }));
  for (const change of ["gained", "kept", "changed"] as const)
    expect(failed("not-granted:21:VSwitch/v", pending(change))).toEqual([
      `not-granted:21:VSwitch/v: 21 cannot use VSwitch v yet: ${reason}`,
    ]);
  expect(failed("not-granted:21:VSwitch/v", [...pending("gained"), ...changeOf("kept", "21", external)])).toEqual([]);
});

test("names the documented resource type that an unknown type in `not-granted` probably means", () => {
  expect(failed("not-granted:fd-1:VSwich/v", [])).toEqual([expect.stringMatching(/use VSwich v; did you mean VSwitch\?$/)]);
});

test("fails the check `not-granted` where not everything is known, with the reason and what to do", () => {
  const incomplete = (changes: readonly Change[]) => failed("not-granted:fd-1:VSwitch/v", changes, [], { isIncomplete: true });
  expect(incomplete([])).toEqual([
    "not-granted:fd-1:VSwitch/v: not known whether fd-1 can use VSwitch v: run the preview with --show-sames, or give --state",
  ]);
  expect(incomplete(changeOf("kept", "fd-1"))).toEqual([]);
});

test.each([
  ["VSwitch", undefined],
  ["vswitch", undefined],
  ["config:pack", "acs:config:cn-hangzhou:1:pack/v"],
  ["Pack", "acs:config:cn-hangzhou:1:pack/v"],
])("passes the check `not-granted` for a resource that is named by the type %s and the ARN %s", (type, arn) => {
  const resource = { type: arn === undefined ? "VSwitch" : "config:pack", id: "v", arn };
  const changes = changeOf("kept", "fd-1").map((change) => ({ ...change, resource }));
  expect(failed(`not-granted:fd-1:${type}/v`, changes)).toEqual([]);
  expect(failed(`not-granted:fd-1:${type}s/v`, changes)).toHaveLength(1);
});

test.each([
  ["not-granted:fd-1:Image/v", "fd-1", "Image", "v"],
  ["not-granted:fd-1:VSwitch/a/b", "fd-1", "VSwitch", "a/b"],
])("parses target, type and id of the check %s", (text, target, type, id) => {
  expect(readCheck(text)).toEqual({ text, target, type, id });
  expect(failed(text, changeOf("kept", "fd-1"))).toHaveLength(1);
});

test("fails the check `external` for services, and for shares with targets that are not known", () => {
  expect(failed("external", changeOf("gained", "ros.aliyuncs.com"), [], { unknownTargetShares: ["a", "b"] })).toEqual([
    "external: 1 service would gain access; 2 shares with targets that are not known yet, which may be outside the resource directory",
  ]);
});

test.each([
  ["los", "did you mean loss?"],
  ["not-granted:fd-1", "it needs a target and a resource: not-granted:TARGET:TYPE/ID"],
])("rejects %s as a check, and names what was probably meant", (text, advice) => {
  expect(() => readCheck(text)).toThrow(advice);
});
