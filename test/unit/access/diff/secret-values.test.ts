import { expect, test } from "vitest";
import type { DiffSources } from "../../../../access/diff/access-diff.ts";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import { liveOf } from "../builders.ts";
import { acceptor, association, create, type Entry, inState, linesOf, read, remove, same, share, UNKNOWN, update } from "./steps.ts";

const known = share("a");
const secret: Entry = {
  ...known,
  inputs: { name: "a", targets: "[secret]", resources: "[secret]" },
  outputs: { name: "a", associations: "[secret]" },
};
const exclusive = (value: unknown): Entry => ({ ...known, inputs: { ...known.inputs, exclusive: value } });
const live = liveOf([{ share: { name: "a", id: "rs-a" }, account: undefined, resources: ["v1"], targets: ["11", "12"] }]);
const everything = "unknown unknown unknown unknown";

test.each<[what: string, step: object, expected: readonly string[], sources?: DiffSources]>([
  ["what a share may have had as unknown where its state is secret", update(secret, known), ["unknown 11 v1 default", everything]],
  ["the deletion of a share whose state is secret as unknown", remove(secret), [everything]],
  ["a change from one secret to another as unknown", update(secret, secret), [everything]],
  ["no secret that stays", same(secret), []],
  [
    "what the program lists as kept, and what stays besides as unknown, where the service lists a share whose state is secret",
    update(secret, known),
    ["kept 11 v1 default", "unknown 11 unknown unknown", "unknown 12 v1 default", "unknown unknown v1 default"],
    live,
  ],
])("reports %s", (_what, step, expected, sources) => {
  expect(linesOf([step], sources)).toEqual(expected);
});

test("fails the check `unknown` for a new share of which nothing is known", () => {
  const unknown = { ...known, inputs: { name: "a", targets: UNKNOWN, resources: UNKNOWN } };
  expect(failedChecks(["unknown", "any"], read([create(unknown)]))).toEqual(["unknown: not everything is known", "any: access changes"]);
});

test.each([
  ["unknown", "[secret]"],
  ["lost", true],
])("reports additions by others as %s where exclusive is %j", (change, value) => {
  expect(linesOf([update(known, exclusive(value))], live)).toContain(`${change} 12 v1 default`);
});

test.each([
  ["unknown", "[secret]"],
  ["lost", true],
  ["kept", false],
])("reports the access of an account whose acceptor is deleted as %s where leaveOnDelete is %j", (change, leaveOnDelete) => {
  const steps = [same(share("a", ["v1"], ["11", "12"])), remove(acceptor("accept", { leaveOnDelete }, "12"))];
  expect(linesOf(steps)).toContain(`${change} 12 v1 default`);
});

test("reports no loss of access that an unchanged resource with a secret in the state may still grant", () => {
  const associations = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:…" };
  const kept = {
    kind: "ShareAssociation",
    name: "kept",
    id: "rs-a/kept",
    inputs: { shareId: "rs-a" },
    outputs: { shareId: "rs-a", associations },
  };
  const steps = [same(share("a", ["v1"], [])), remove(association("more", "rs-a", [], ["12"]))];
  expect(linesOf(steps, inState(kept))).toEqual(["unknown 12 v1 default", "unknown 12 unknown unknown"]);
});
