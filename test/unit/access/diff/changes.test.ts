import { expect, test } from "vitest";
import { forceOf, movingOf } from "../../../../access/diff/changes.ts";
import { isWritePermission, risksOf } from "../../../../access/diff/review/risks.ts";
import { changesOfAllKinds } from "../sample.ts";

const ids = (changes: typeof changesOfAllKinds) => changes.map(({ target }) => target.id);

test("moves everything except access that is kept as it is", () => {
  expect(ids(movingOf(changesOfAllKinds))).toEqual(ids(changesOfAllKinds.slice(1)));
});

test.each([
  [false, true, "in force"],
  [true, false, "pending"],
  [true, true, undefined],
  [false, false, undefined],
  [true, undefined, undefined],
])("says of access that is pending: %j, and was: %j, that it has become: %j", (pending, wasPending, force) => {
  const [change] = changesOfAllKinds;
  expect(change && forceOf({ ...change, pending, wasPending })).toBe(force);
});

test("groups by risk what may be gained, and gaps of what is kept", () => {
  const risks = (allowed: readonly string[] = []) => risksOf(changesOfAllKinds, allowed).map(({ kind, accesses }) => [kind, ids(accesses)]);
  expect(risks()).toEqual([
    ["external", ["2000000000000001"]],
    ["possibly-external", ["11", "12"]],
    ["service", ["ipam.aliyuncs.com"]],
    ["directory", ["rd-1"]],
    ["write", ["2000000000000001"]],
    ["gap", ["fd-2"]],
  ]);
  expect(risks(["2*", "12", "ipam.*"])).toEqual([
    ["possibly-external", ["11"]],
    ["directory", ["rd-1"]],
    ["write", ["2000000000000001"]],
    ["gap", ["fd-2"]],
  ]);
});

test.each([
  ["lost", false],
  ["kept", false],
  ["gained", true],
  ["unknown", true],
  [undefined, true],
] as const)("counts risky access that is %s as a risk: %j", (change, isRisk) => {
  const risky = changesOfAllKinds.filter(({ target }) => target.kind === "Service").map((access) => ({ ...access, change }));
  expect(risksOf(risky).map(({ kind }) => kind)).toEqual(isRisk ? ["service"] : []);
});

test("counts access that has come into force as a risk, and access that is pending again not", () => {
  const external = changesOfAllKinds
    .filter(({ wasPending }) => wasPending !== undefined)
    .map((access) => ({ ...access, target: { ...access.target, external: true } }));
  expect(risksOf(external).map(({ kind, accesses }) => [kind, ids(accesses)])).toEqual([["external", ["13"]]]);
});

test.each([
  ["AliyunRSPermissionVSwitchReadWrite", true],
  ["FullAccess", true],
  ["manager", true],
  ["Admins", true],
  ["AliyunRSPermissionVSwitchReadOnly", false],
  ["AliyunRSDefaultPermissionVSwitch", false],
])("knows by its name whether %s lets targets change resources: %j", (name, isWrite) => {
  expect(isWritePermission(name)).toBe(isWrite);
});
