import { expect, test } from "vitest";
import { sharing } from "../../../../provider/api/operations.ts";
import { Writes } from "../../../../provider/client/writes.ts";
import { ApiError, TransportError } from "../../../../provider/kernel/errors.ts";
import type { Operation } from "../../../../provider/wire/operation.ts";

let now = 0;
const writes = new Writes({ now: () => now });
const refusal = new ApiError({ operation: "Do", code: "No", status: 403, category: "denied", serviceMessage: "no", transient: false });
const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

const { ChangeResourceGroup, CreateResourceShare, DeleteResourceShare, TagResources } = sharing;

test.each<[string, Operation, object, () => Promise<object>, string, number | undefined]>([
  ["the share of a request", DeleteResourceShare, { ResourceShareId: "rs-1" }, async () => ({}), "rs-1", 1],
  ["all objects of a list", TagResources, { ResourceId: ["rs-2", "rs-3"] }, async () => ({}), "rs-3", 2],
  ["the share that an answer names", CreateResourceShare, {}, async () => ({ ResourceShare: { ResourceShareId: "rs-4" } }), "rs-4", 3],
  ["a write without an answer", ChangeResourceGroup, { ResourceId: "rs-5" }, () => Promise.reject(lost), "rs-5", 4],
  ["no refused write", DeleteResourceShare, { ResourceShareId: "rs-6" }, () => Promise.reject(refusal), "rs-6", undefined],
])("makes the client record %s as written", async (_, operation, request, answer, id, expected) => {
  now += 1;
  await writes.track(operation, request, answer()).catch(() => undefined);
  expect(writes.lastTo(id)).toBe(expected);
});

/** Writes that record no object, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  AcceptResourceShareInvitation: "it names an invitation, and accept-invitation.ts records the share",
  RejectResourceShareInvitation: "it names an invitation, and no resource calls it",
  EnableSharingWithResourceDirectory: "its object has no id",
};

test("declares the changed object of every operation that writes", () => {
  const unrecorded = Object.values<Operation>(sharing).filter(
    ({ reads, writesTo = {} }) => !reads && writesTo.request === undefined && writesTo.response === undefined,
  );
  expect(unrecorded.map(({ name }) => name).toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
});
