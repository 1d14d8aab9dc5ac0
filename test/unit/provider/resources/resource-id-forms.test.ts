import { expect, test } from "vitest";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import type { Token } from "../../../support/harness.ts";
import { openResource } from "../../../support/resource-fixture.ts";

const share = "must be the id of a share, which begins with rs-";
const invitation = "must be the id of an invitation, which begins with i-";

test.each<[Token, Values, property: string, reason: string]>([
  ["ShareAssociation", { shareId: "network", targets: ["fd-1"] }, "shareId", share],
  ["ShareTags", { shareId: "network", tags: { a: "1" } }, "shareId", share],
  ["SharePermission", { shareId: "network", permissionName: "P" }, "shareId", share],
  ["InvitationAcceptor", { shareId: "fd-apps01" }, "shareId", share],
  ["InvitationAcceptor", { invitationId: "rs-1" }, "invitationId", invitation],
  ["ResourceShare", { name: "net", adopt: "network" }, "adopt", share],
])("%s: the preview rejects %j", async (kind, values, property, reason) => {
  const { check } = await openResource(kind);
  expect(check(values)).toEqual([{ property, reason: expect.stringContaining(reason) }]);
});

test.each([
  ["ResourceShare", "network", share],
  ["ShareAssociation", "network/all", share],
  ["SharePermission", "rs-1", "must be `<shareId>/<permissionName>`"],
  ["InvitationAcceptor", "fd-apps01", "must be the id of a share, which begins with rs-, or of an invitation, which begins with i-"],
] as const)("an import of %s %s reports the form of the id, and calls nothing", async (kind, id, reason) => {
  const { read, calls } = await openResource(kind);
  const found = read(id);
  await expect(found).rejects.toThrow(`"${id}" is not an id of ${kind}`);
  await expect(found).rejects.toThrow(reason);
  expect(calls()).toEqual([]);
});
