import { expect, test } from "vitest";
import { resources } from "../../../../provider/resources/index.ts";
import type { Kind } from "../../../support/harness.ts";
import { openResource } from "../../../support/resource-fixture.ts";
import { validArguments } from "../../fuzz/valid.ts";

const reasons = {
  shareId: "must be the id of a share, which begins with rs-",
  invitationId: "must be the id of an invitation, which begins with i-",
};
const ids = resources.flatMap(({ token, inputs: { shape } }) =>
  Object.entries(reasons).flatMap(([name, reason]) => (name in shape ? [[name, token, reason] as const] : [])),
);
const importable = resources.flatMap(({ token, idForm }) => (idForm === undefined ? [] : [{ token, reason: idForm.reason }]));

test.each(ids)("rejects a resource's name as the `%s` of %s in the preview", async (name, token, reason) => {
  const { check } = await openResource(token as Kind);
  const { shareId: _, ...others } = validArguments[token] ?? {};
  expect(check({ ...others, [name]: "network" })).toContainEqual({ property: name, reason: expect.stringContaining(reason) as string });
});

test.each<[Kind, string, unknown, string]>([
  ["InvitationAcceptor", "shareId", "i-000001", "is the id of an invitation: set `invitationId`"],
  ["InvitationAcceptor", "invitationId", "rs-000001", "is the id of a share: set `shareId`"],
  ["ShareTags", "shareId", "rs-000001 ", 'begins or ends with a blank: write "rs-000001"'],
  ["ShareTags", "shareId", { id: "rs-000001" }, "must be the id of a share, which begins with rs-: the output `id` of a ResourceShare"],
])("advises in the preview of %s what to write for the %s %j", async (token, property, value, reason) => {
  const { check } = await openResource(token);
  const { shareId: _, ...others } = validArguments[token] ?? {};
  const failures = check({ ...others, [property]: value }).filter((failure) => failure.property === property);
  expect(failures).toEqual([{ property, reason: expect.stringContaining(reason) as string }]);
});

test.each(importable)("$token: `adopt` and an import report the form of the id, and call nothing", async ({ token, reason }) => {
  const { check, read, calls } = await openResource(token as Kind);
  expect(check({ ...validArguments[token], adopt: "network" })).toContainEqual({
    property: "adopt",
    reason: expect.stringContaining(reason) as string,
  });
  await expect(read("network")).rejects.toThrow(`"network" is not an id of ${token}: it ${reason}`);
  expect(calls()).toEqual([]);
});

test.each([
  ["ResourceShare", "rs-", false],
  ["ShareAssociation", "rs-1/all", true],
  ["ShareAssociation", "network/all", false],
  ["SharePermission", "rs-1", false],
  ["InvitationAcceptor", "fd-apps01", false],
  ["InvitationAcceptor", "i-1", true],
])("%s: an id of the form %s is accepted: %s", (kind, id, isAccepted) => {
  expect(resources.find(({ token }) => token === kind)?.idForm?.pattern.test(id)).toBe(isAccepted);
});
