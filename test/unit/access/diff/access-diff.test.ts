import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import { liveOf } from "../builders.ts";
import {
  acceptor,
  association,
  byArn,
  create,
  deletedFirst,
  linesOf,
  permission,
  read,
  record,
  remove,
  replace,
  retained,
  same,
  share,
  streamOf,
  UNKNOWN,
  update,
  urnOf,
} from "./steps.ts";

const a = share("a");
const withoutTargets = share("a", ["v1"], []);
const ofOther = share("a", ["v2"]);
const exclusive = (name = "a") => share("a", ["v1"], ["11"], { name, exclusive: true });
const adopter = (targets: readonly string[], more: object = {}) => share("b", ["v1"], targets, { adopt: "rs-a", ...more });
const open = share("a", ["v1"], ["11"], { allowExternalTargets: true });
/** A share with an account outside the directory, which has accepted its invitation or has not answered it. */
const offered = (name: string, status: "Associated" | "Associating") => {
  const known = share(name, ["v1"], ["21"], { allowExternalTargets: true });
  const associations = [record("Resource", "VSwitch", "v1"), { ...record("Target", "Account", "21"), status }];
  return { ...known, outputs: { ...known.outputs, associations } };
};
const more = (targets: readonly string[]) => association("m", "rs-a", [], targets);
const withV2 = association("m", "rs-a", ["v2"], []);
const custom = permission("rs-a", "Custom");
const unidentified = { ...association("m", UNKNOWN, [], ["12"]), id: "", outputs: {} };
const listed = { share: { name: "a", id: "rs-a" }, resources: ["v1"], targets: ["11", "12"] };
const accepted = acceptor("i", { account: "consumer" }, "11");
const replacedBy = (account: string) => deletedFirst(replace(accepted, acceptor("i", { account })));
const other = (receiver: string) => same(acceptor("j", { account: "c2" }, receiver));

test.each<[what: string, steps: readonly object[], expected: readonly string[], sources?: DiffSources]>([
  ["no loss of access that another share still grants", [remove(a), same(share("b"))], ["kept 11 v1 default"]],
  ["no loss when a retained share leaves the stack", [retained(remove(a))], ["kept 11 v1 default"]],
  ["a loss when an association leaves the stack", [same(a), remove(more(["12"]))], ["kept 11 v1 default", "lost 12 v1 default"]],
  ["access that a replacement does not grant as lost", [replace(a, ofOther)], ["lost 11 v1 default", "gained 11 v2 default"]],
  [
    "access that a replacement after the deletion does not grant as lost",
    [deletedFirst(replace(a, ofOther))],
    ["lost 11 v1 default", "gained 11 v2 default"],
  ],
  [
    "kept access that moves to a resource that adopts its share before",
    [create(adopter(["11", "12"])), remove(a)],
    ["kept 11 v1 default", "gained 12 v1 default"],
  ],
  [
    "what an adopted share grants besides as kept",
    [create(share("b", [], ["12"], { adopt: "rs-a" })), remove(a)],
    ["kept 11 v1 default", "gained 12 v1 default"],
  ],
  [
    "what an exclusive share grants besides as lost when it is adopted",
    [create(adopter(["12"], { exclusive: true })), remove(exclusive())],
    ["lost 11 v1 default", "gained 12 v1 default"],
  ],
  ["access of an adopted object as possibly existing already", [create(adopter(["11"]))], ["unknown 11 v1 default"]],
  [
    "the permissions of an adopted exclusive share as kept, and what it does not list as lost",
    [create(adopter(["11"], { exclusive: true }))],
    ["kept 11 v1 Narrow", "lost 12 v1 Narrow"],
    liveOf([{ ...listed, permissions: { VSwitch: "Narrow" } }]),
  ],
  ["a gap when a share is deleted before its replacement is created", [deletedFirst(replace(a))], ["kept 11 v1 default gap"]],
  [
    "a gap when an entity moves from a share's lists to an association of it",
    [update(a, withoutTargets), create(more(["11"]))],
    ["kept 11 v1 default gap"],
  ],
  [
    "a gap when a share gives up an entity that an association of it also has: the share is updated first",
    [update(a, withoutTargets), same(more(["11"]))],
    ["kept 11 v1 default gap"],
  ],
  [
    "a gap when an account that has accepted a share is invited to the one that takes its place",
    [remove(offered("a", "Associated")), create(offered("b", "Associated"))],
    ["kept 21 v1 default gap pending"],
  ],
  [
    "no gap when an account that has not accepted is invited again",
    [remove(offered("a", "Associating")), create(offered("b", "Associating"))],
    ["kept 21 v1 default pending"],
  ],
  [
    "no gap when an association gives up an entity that its share lists",
    [same(a), update(more(["11"]), more(["12"]))],
    ["kept 11 v1 default", "gained 12 v1 default"],
  ],
  [
    "losses and gains of an unknown list as unknown",
    [update(a, share("a", ["v1"], [], { targets: UNKNOWN }))],
    ["unknown 11 v1 default", "unknown unknown v1 default"],
  ],
  ["access through a share elsewhere as unknown", [create(association("m", "rs-x", [], ["fd-1"]))], ["unknown fd-1 unknown unknown"]],
  [
    "access through a share elsewhere as known when it is looked up",
    [create(association("m", "rs-x", [], ["fd-1"]))],
    ["gained fd-1 m1 Standard"],
    liveOf([
      { share: { name: "x", id: "rs-x" }, resources: [{ type: "Image", id: "m1" }], targets: [], permissions: { Image: "Standard" } },
    ]),
  ],
  [
    "unknown access to a resource whose ARN names another region",
    [update(byArn("cn-hangzhou"), byArn("cn-shanghai"))],
    ["unknown 11 kst-1 default"],
  ],
  ["kept access to a resource whose ARN leaves out the account", [update(byArn("r", "1"), byArn("r", ""))], ["kept 11 kst-1 default"]],
  ["an invitation as pending", [create(open)], ["gained 11 v1 default pending"]],
  [
    "an invitation that an acceptor of the stack answers as not pending",
    [create(open), create(acceptor("i", { shareId: UNKNOWN, account: "c" }), [urnOf("ResourceShare", "a")])],
    ["gained 11 v1 default"],
  ],
  ["a loss of access for an account that leaves a share", [same(a), remove(accepted)], ["lost 11 v1 default"]],
  ["kept access whose acceptor is replaced", [same(a), replace(accepted)], ["kept 11 v1 default"]],
  ["lost access whose acceptor is deleted before it is replaced", [same(a), replacedBy("consumer")], ["lost 11 v1 default"]],
  ["kept access whose acceptor is replaced by one of the same account", [same(a), replacedBy("c2"), other("11")], ["kept 11 v1 default"]],
  ["lost access whose acceptor is replaced by one of another account", [same(a), replacedBy("c2"), other("12")], ["lost 11 v1 default"]],
  ["unknown access whose acceptor is replaced by one of an unknown account", [same(a), replacedBy("c2")], ["unknown 11 v1 default"]],
  [
    "unknown access whose acceptor is deleted beside a new one of an unknown account",
    [same(a), remove(accepted), create(acceptor("k", { account: "c2" }))],
    ["unknown 11 v1 default"],
  ],
  [
    "the losses of a share that becomes exclusive where its content is looked up",
    [update(a, exclusive())],
    ["kept 11 v1 default", "lost 12 v1 default"],
    liveOf([listed]),
  ],
  [
    "a changed permission as different access",
    [same(a), update(permission("rs-a", "VSwitchRead"), permission("rs-a", "VSwitchWrite"))],
    ["lost 11 v1 VSwitchRead", "gained 11 v1 VSwitchWrite"],
  ],
  [
    "the permission of an unchanged resource, whatever its name",
    [same(share("a", ["v1", "Image:m-1"])), same(custom)],
    ["kept 11 m-1 default", "kept 11 v1 Custom"],
  ],
  [
    "the type of a permission that keeps its name in an update",
    [same(share("a", ["v1", "Image:m-1"])), update(custom, custom)],
    ["kept 11 m-1 default", "kept 11 v1 Custom"],
  ],
  [
    "a gap of a resource whose association is deleted before it is created again, and of no other",
    [same(a), deletedFirst(replace(withV2))],
    ["kept 11 v1 default", "kept 11 v2 default gap"],
  ],
  ["no gap of a resource whose association is created first", [same(a), replace(withV2)], ["kept 11 v1 default", "kept 11 v2 default"]],
  ["a gap where a permission is deleted before it is attached again", [same(a), deletedFirst(replace(custom))], ["kept 11 v1 Custom gap"]],
  ["no gap where a permission is attached again first", [same(a), replace(custom)], ["kept 11 v1 Custom"]],
  ["the default permission in place of one that is deleted", [same(a), remove(custom)], ["lost 11 v1 Custom", "gained 11 v1 default"]],
  [
    "a permission that is known only during the update as unknown",
    [same(a), update(custom, { ...custom, inputs: { shareId: "rs-a", permissionName: UNKNOWN } })],
    ["unknown 11 v1 Custom", "unknown 11 v1 unknown"],
  ],
  [
    "an unknown list of permissions as unknown",
    [update(a, share("a", ["v1"], ["11"], { permissionNames: UNKNOWN }))],
    ["unknown 11 v1 default", "unknown 11 v1 unknown"],
  ],
])("makes a diff predict %s", (_what, steps, expected, sources) => {
  expect(linesOf(steps, sources)).toEqual(expected);
});

test("does not guess the share of an association whose id comes from several shares", () => {
  const sources = [urnOf("ResourceShare", "b"), urnOf("ResourceShare", "c")];
  const steps = [create(share("b", ["v2"], [])), create(share("c", ["v3"], [])), create(unidentified, sources)];
  expect(linesOf(steps)).toEqual(["unknown 12 unknown unknown pending"]);
  expect(read(steps).remarks).toContain(`${urnOf("ShareAssociation", "m")} belongs to a share that the preview does not identify`);
});

test("reports the known part of a list with an unknown target in a diff, and the rest as unknown", () => {
  const [open, closed] = [true, false].map((allowExternalTargets) => share("a", ["v1"], ["11", UNKNOWN], { allowExternalTargets }));
  const steps = [open, closed].map((after) => [update(a, after ?? a)]);
  expect(linesOf(steps[0] ?? [])).toEqual(["kept 11 v1 default", "unknown unknown v1 default"]);
  expect(steps.map((one) => read(one).unknownTargetShares)).toEqual([["a"], []]);
});

test("reports a gap in a diff for an account that leaves a replaced share before it accepts the replacement", () => {
  const step = replace(accepted, acceptor("i", { shareId: UNKNOWN, account: "consumer" }));
  const newState = { ...step.newState, propertyDependencies: { shareId: [urnOf("ResourceShare", "a")] } };
  expect(linesOf([replace(open), deletedFirst({ ...step, newState } as typeof step)])).toEqual(["kept 11 v1 default gap"]);
});

test("fails the checks `loss` and `unknown` for a share that becomes exclusive, and says why", () => {
  const diff = read([update(a, exclusive())]);
  expect(failedChecks(["loss", "unknown"], diff)).toEqual(["loss: 3 may be lost", "unknown: not everything is known"]);
  expect(diff.remarks[0]).toContain("share rs-a becomes exclusive");
});

test.each<[title: string, step: object, fails: boolean]>([
  ["an open share", create(share("a", ["v1"], ["fd-1", UNKNOWN], { allowExternalTargets: true })), true],
  ["a share that may become open", create(share("a", ["v1"], [], { targets: UNKNOWN, allowExternalTargets: UNKNOWN })), true],
  ["an open share of unknown resources", create(share("a", [], [UNKNOWN], { resourceArns: UNKNOWN, allowExternalTargets: true })), true],
  ["a share elsewhere that gets a resource", create(association("m", "rs-x", ["v1"], [])), true],
  ["a share without resources", create(share("a", [], [UNKNOWN], { allowExternalTargets: true })), false],
  ["a closed share", create(share("a", ["v1"], [UNKNOWN])), false],
  ["an open share that does not change", same(open), false],
])("counts unknown targets for --fail-on external in %s: %#", (_title, step, fails) => {
  const diff = read([step]);
  expect(failedChecks(["external"], diff)).toEqual(
    fails ? ["external: 1 share with targets that are not known yet, which may be outside the resource directory"] : [],
  );
  expect(diff.remarks.some((remark) => remark.includes("may be outside the resource directory"))).toBe(fails);
});

test("counts what an update adds to a share that it has created as part of that share: its events have the id", () => {
  const created = streamOf([create(share("b", [], ["11"])), create(association("m", "rs-b", ["v1"], []))]);
  const { changes, remarks } = diffAccess(readPreview(created));
  expect(changes.map(({ change, target, resource }) => `${change} ${target.id} ${resource.id}`)).toEqual(["gained 11 v1"]);
  expect(remarks.filter((remark) => remark.includes("managed elsewhere"))).toEqual([]);
});
