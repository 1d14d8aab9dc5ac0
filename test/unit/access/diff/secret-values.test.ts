import { expect, test } from "vitest";
import type { DiffSources } from "../../../../access/diff/access-diff.ts";
import { changesText, countsOf } from "../../../../access/diff/counts.ts";
import { readCheck, failedChecks } from "../../../../access/diff/review/checks.ts";
import { liveOf } from "../builders.ts";
import { association, type Entry, inState, linesOf, read, remove, same, share, update } from "./steps.ts";

const known = share("a");
const secret: Entry = {
  ...known,
  inputs: { name: "a", targets: "[secret]", resources: "[secret]" },
  outputs: { name: "a", associations: "[secret]" },
};
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
    ["unknown 11 unknown unknown", "kept 11 v1 default", "unknown 12 v1 default", "unknown unknown v1 default"],
    live,
  ],
])("makes a diff with secrets in the state predict %s", (_what, step, expected, sources) => {
  expect(linesOf([step], sources)).toEqual(expected);
});

test("makes a diff report no loss of access that an unchanged resource with a secret in the state may still grant", () => {
  const associations = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:…" };
  const kept = {
    kind: "ShareAssociation",
    name: "kept",
    id: "rs-a/kept",
    inputs: { shareId: "rs-a" },
    outputs: { shareId: "rs-a", associations },
  };
  const steps = [same(share("a", ["v1"], [])), remove(association("more", "rs-a", [], ["12"]))];
  expect(linesOf(steps, inState(kept))).toEqual(["unknown 12 unknown unknown", "unknown 12 v1 default"]);
});

test("reports only the deleted share with secrets as unknown, no unchanged share and no other resource", () => {
  const enabled: Entry = { kind: "DirectorySharing", name: "sharing", id: "directory-sharing", inputs: {}, outputs: { enabled: true } };
  const other: Entry = { ...secret, name: "b", id: "rs-b", inputs: { ...secret.inputs, name: "b" } };
  const { changes } = read([remove(secret), same(other), same(enabled)]);
  expect(changes.map(({ change, shares }) => [change, shares.map(({ name }) => name)])).toEqual([["unknown", ["a"]]]);
});

test("reports that not all access is known where the access of an unchanged share is secret", () => {
  const diff = read([same(secret)]);
  expect(changesText(countsOf(diff))).toBe("Not all access through shares is known");
  const required = readCheck("not-granted:11:VSwitch/v1");
  expect(failedChecks(["unknown", required, "loss"], diff)).toEqual([
    "unknown: not everything is known",
    "not-granted:11:VSwitch/v1: not known whether 11 can use VSwitch v1: the notes have the reason",
  ]);
  expect(failedChecks(["unknown"], read([same(secret)], live))).toEqual([]);
});
