import { expect, test } from "vitest";
import { acceptor, association, create, type Entry, linesOf, read, record, remove, retained, same, share, update } from "../steps.ts";

const open = (...targets: readonly string[]) => share("a", ["v1"], targets, { allowExternalTargets: true });
/** A share whose targets have not accepted it, or are being associated. */
const invited = (targets: readonly string[]): Entry => {
  const entry = open(...targets);
  const records = targets.map((id) => ({ ...record("Target", "Account", id), status: "Associating" }));
  return { ...entry, outputs: { associations: [record("Resource", "VSwitch", "v1"), ...records] } };
};
const two = same(open("21", "22"));
const beside = create(association("m", "rs-a", ["v1"], ["11"]));
const ofPartner = same({ ...share("b", [], []), inputs: { account: "partner" }, outputs: { account: "partner", owner: "21" } });
const leaving = (outputs: object, inputs: object = {}) => remove({ ...acceptor("i", inputs), outputs: { shareId: "rs-a", ...outputs } });
const accepted = { receiverAccountId: "21", invitationId: "i-1", status: "Accepted" };
const unanswered = { ...accepted, status: "Pending" };
const withPermission = (entry: Entry, name: string): Entry => ({
  ...entry,
  inputs: { ...entry.inputs, permissionNames: [name] },
  outputs: { ...entry.outputs, permissionNames: [name] },
});
/** A share that goes to another account instead of one that has been invited. */
const moved = update(invited(["21"]), open("22"));
const gained = "gained 22 v1 default pending";
const stays = ["kept 21 v1 default", "kept 22 v1 default"];

test.each<[what: string, steps: readonly object[], expected: readonly string[]]>([
  [
    "what was shared before as accepted by an acceptor without a change",
    [same(invited(["21", "22"])), same(acceptor("i", {}, "22"))],
    ["kept 21 v1 default pending", "kept 22 v1 default"],
  ],
  [
    "nothing new as accepted by an acceptor without a change",
    [update(open(), open("21")), same(acceptor("i", {}, "21"))],
    ["gained 21 v1 default pending"],
  ],
  ["associations in progress inside the directory as they are", [same(invited(["11"]))], ["kept 11 v1 default pending"]],
  ["associations in progress inside the directory as settled by a change", [same(invited(["11"])), beside], ["kept 11 v1 default"]],
  ["the end of an accepted access", [two, leaving(accepted)], ["lost 21 v1 default", "kept 22 v1 default"]],
  [
    "the end of an access that a named account has accepted",
    [two, ofPartner, leaving({ invitationId: "i-1" }, { account: "partner" })],
    ["lost 21 v1 default", "kept 22 v1 default"],
  ],
  ["no end without `leaveOnDelete`", [two, leaving(accepted, { leaveOnDelete: false })], stays],
  ["no end without an invitation", [two, leaving({ receiverAccountId: "21" })], stays],
  ["no end for an account that is not known", [two, leaving({ invitationId: "i-1" })], stays],
  ["no end where another acceptor accepts", [two, ofPartner, leaving(accepted), create(acceptor("j", { account: "partner" }))], stays],
  ["no end where the acceptor is retained", [two, retained(leaving(accepted))], stays],
  ["the loss of an accepted access with its acceptor", [moved, leaving(accepted)], ["lost 21 v1 default", gained]],
  ["the loss of an accepted access without its acceptor", [moved, same(acceptor("i", {}, "21"))], ["lost 21 v1 default", gained]],
  [
    "the end of an accepted access of an unchanged share",
    [same(invited(["21", "22"])), leaving(accepted)],
    ["lost 21 v1 default", "kept 22 v1 default pending"],
  ],
  ["the loss of an unanswered invitation", [moved, leaving(unanswered)], ["lost 21 v1 default pending", gained]],
  [
    "the loss of an invitation beside the acceptor of another account",
    [moved, same(acceptor("i", {}, "22"))],
    ["lost 21 v1 default pending", gained],
  ],
  [
    "the loss of an invitation beside the acceptor of another share",
    [moved, leaving({ ...accepted, shareId: "rs-b" })],
    ["lost 21 v1 default pending", gained],
  ],
  [
    "another permission of an accepted access",
    [
      update(withPermission(invited(["21"]), "ReadOnlyVSwitch"), withPermission(open("21"), "ReadWriteVSwitch")),
      same(acceptor("i", {}, "21")),
    ],
    ["lost 21 v1 ReadOnlyVSwitch", "gained 21 v1 ReadWriteVSwitch"],
  ],
  [
    "an accepted access that stays when its acceptor is deleted without `leaveOnDelete`",
    [update(invited(["21"]), open("21", "22")), leaving(accepted, { leaveOnDelete: false })],
    ["kept 21 v1 default", gained],
  ],
  [
    "an invitation as open where its acceptor is pending and not updated",
    [same(invited(["21"])), same({ ...acceptor("i", {}), outputs: { shareId: "rs-a", ...unanswered } })],
    ["kept 21 v1 default pending"],
  ],
])("predicts the access of receiving accounts in a diff: %s", (_what, steps, expected) => {
  expect(linesOf(steps)).toEqual(expected);
});

test("reports an access that a new acceptor brings into force as such, although the update keeps it", () => {
  const { changes } = read([same(invited(["21", "22"])), create(acceptor("i", { account: "partner" })), ofPartner]);
  expect(changes.map(({ target: { id }, wasPending }) => [id, wasPending])).toEqual([
    ["21", true],
    ["22", undefined],
  ]);
});

test.each<[what: string, steps: readonly object[], unknown: readonly string[]]>([
  ["an open invitation whose access is lost", [moved], ["21"]],
  ["no invitation whose acceptor is known", [moved, same(acceptor("i", {}, "21"))], []],
  ["no invitation whose access stays as it is", [update(invited(["21"]), open("21", "22"))], []],
])("remarks that the acceptance is not known of %s", (_what, steps, unknown) => {
  const remark = (id: string) =>
    `share rs-a: it is not known whether ${id} has accepted its invitation: a refresh of its stack beforehand shows it`;
  expect(read(steps, { members: new Set() }).remarks).toEqual(unknown.map(remark));
});

test.each<[what: string, accounts: readonly string[], unknown: string | undefined]>([
  ["one of two open invitations", ["x"], "21, 22"],
  ["as many as there are open invitations", ["x", "y"], undefined],
])("remarks which acceptances are not known where acceptors of unknown accounts accept %s", (_what, accounts, unknown) => {
  const acceptors = accounts.map((account) => create(acceptor(account, { account })));
  const { remarks, isIncomplete } = read([same(invited(["21", "22"])), ...acceptors], { members: new Set() });
  const remark = `share rs-a: it is not known which of ${unknown} accepts its invitation in this update; check again after it`;
  expect([remarks, isIncomplete]).toEqual(unknown === undefined ? [[], false] : [[remark], true]);
});
