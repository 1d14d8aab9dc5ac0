import { expect, test } from "vitest";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { createHarness, type Token } from "../../../support/harness.ts";
import { urn } from "../../../support/resource-suite.ts";

const share = "must be the id of a share, which begins with rs-";
const cases: readonly (readonly [Token, Values, property: string, reason: string])[] = [
  ["ShareAssociation", { shareId: "network", targets: ["fd-1"] }, "shareId", share],
  ["ShareTags", { shareId: "network", tags: { a: "1" } }, "shareId", share],
  ["SharePermission", { shareId: "network", permissionName: "P" }, "shareId", share],
  ["InvitationAcceptor", { shareId: "fd-apps01" }, "shareId", share],
  ["InvitationAcceptor", { invitationId: "rs-1" }, "invitationId", "must be the id of an invitation, which begins with i-"],
  ["ResourceShare", { name: "net", adopt: "network" }, "adopt", share],
];

test.each(cases)("%s: the preview rejects %j", (kind, values, property, reason) => {
  const { failures } = createHarness()
    .run()
    .driver(kind)
    .check(values, { urn: urn(kind) });
  expect(failures).toEqual([{ property, reason: expect.stringContaining(reason) }]);
});

test.each([
  ["ResourceShare", "network", share],
  ["ShareAssociation", "network/all", share],
  ["SharePermission", "rs-1", "must be <shareId>/<permissionName>"],
  ["InvitationAcceptor", "fd-apps01", "must be the id of a share, which begins with rs-, or of an invitation, which begins with i-"],
] as const)("an import of %s %s reports the form of the id, and calls nothing", async (kind, id, reason) => {
  const harness = createHarness();
  await expect(
    harness
      .run()
      .driver(kind)
      .read(id, {}, { urn: urn(kind) }),
  ).rejects.toThrow(`"${id}" is not an id of ${kind}`);
  await expect(
    harness
      .run()
      .driver(kind)
      .read(id, {}, { urn: urn(kind) }),
  ).rejects.toThrow(reason);
  expect(harness.calls()).toEqual([]);
});
