import { expect, test } from "vitest";
import { failedChecks } from "../../../../access/diff/review/checks.ts";
import { type ShareSnapshot, targetOf } from "../../../../access/share-snapshot.ts";
import { readState } from "../../../../access/stack-state.ts";
import { association, type Entry, lines, linesOf, read, share, step, UNKNOWN } from "./steps.ts";

const known = share("a", ["v1"], ["11"]);
const secret: Entry = {
  ...known,
  inputs: { name: "a", targets: "[secret]", resources: "[secret]" },
  outputs: { name: "a", associations: "[secret]" },
};
const live = (...targets: readonly string[]) => {
  const snapshot: ShareSnapshot = {
    share: { name: "a", id: "rs-a" },
    account: undefined,
    resources: [{ entity: { type: "VSwitch", id: "v1" }, pending: false }],
    targets: targets.map((id) => ({ entity: targetOf(id, false), pending: false })),
    permissions: new Map(),
  };
  const nothing = { accounts: new Map<string, string>(), defaults: new Map<string, string>(), remarks: [] };
  return { live: { ...nothing, shares: new Map([["rs-a", snapshot]]) } };
};
const everything = "unknown unknown unknown unknown";

test("reports what a share may have had as unknown where its state is secret", () => {
  expect(lines(step("update", secret, known))).toEqual(["unknown 11 v1 default", everything]);
  expect(lines(step("delete", secret))).toEqual([everything]);
});

test("reports a change from one secret to another as unknown, and no secret that stays", () => {
  expect(lines(step("update", secret, secret))).toEqual([everything]);
  expect(lines(step("same", secret))).toEqual([]);
});

test("fails the check `unknown` for a new share of which nothing is known", () => {
  const unknown = { ...known, inputs: { name: "a", targets: UNKNOWN, resources: UNKNOWN }, outputs: {} };
  expect(failedChecks(["unknown", "any"], read([step("create", undefined, unknown)]))).toEqual([
    "unknown: not everything is known",
    "any: access changes",
  ]);
});

test("keeps what the program lists, and does not know what stays besides, where the service lists a share whose state is secret", () => {
  expect(linesOf([step("update", secret, known)], live("11", "12"))).toEqual([
    "kept 11 v1 default",
    "unknown 11 unknown unknown",
    "unknown 12 v1 default",
    "unknown unknown v1 default",
  ]);
});

test("reports additions by others as unknown where it is secret whether the share is exclusive", () => {
  const exclusive = { ...known, inputs: { ...known.inputs, exclusive: "[secret]" } };
  expect(linesOf([step("update", known, exclusive)], live("11", "12"))).toContain("unknown 12 v1 default");
  expect(linesOf([step("update", known, { ...known, inputs: { ...known.inputs, exclusive: true } })], live("11", "12"))).toContain(
    "lost 12 v1 default",
  );
});

test.each([
  ["unknown", "[secret]"],
  ["lost", true],
  ["kept", false],
])("reports the access of an account whose acceptor is deleted as %s where leaveOnDelete is %j", (change, leaveOnDelete) => {
  const outputs = { shareId: "rs-a", invitationId: "i-1", receiverAccountId: "12" };
  const acceptor: Entry = { kind: "InvitationAcceptor", name: "accept", id: "rs-a", inputs: { shareId: "rs-a", leaveOnDelete }, outputs };
  expect(lines(step("same", share("a", ["v1"], ["11", "12"])), step("delete", acceptor))).toContain(`${change} 12 v1 default`);
});

test("reports no loss of access that an unchanged resource with a secret in the state may still grant", () => {
  const other = association("more", "rs-a", [], ["12"]);
  const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:…" };
  const type = "pulumi-nodejs:dynamic/resourceshare:ShareAssociation";
  const kept = {
    urn: "urn:kept",
    type,
    id: "rs-a/kept",
    inputs: { shareId: "rs-a" },
    outputs: { shareId: "rs-a", associations: envelope },
  };
  const { resources: state } = readState(JSON.stringify({ deployment: { resources: [kept] } }));
  const steps = [step("same", share("a", ["v1"], [])), step("delete", other)];
  expect(linesOf(steps, { state })).toEqual(["unknown 12 v1 default", "unknown 12 unknown unknown"]);
});
