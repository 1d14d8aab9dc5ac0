import { expect, test } from "vitest";
import { sharing } from "../../../../provider/api/operations.ts";
import { Writes } from "../../../../provider/client/writes.ts";
import { ApiError, TransportError } from "../../../../provider/kernel/errors.ts";

let now = 0;
const writes = new Writes({ now: () => now });
const refusal = new ApiError({ operation: "Do", code: "No", status: 403, category: "denied", serviceMessage: "no", transient: false });
const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

test.each<[string, object, () => Promise<object>, string, number | undefined]>([
  ["the share of a request", { ResourceShareId: "rs-1" }, async () => ({}), "rs-1", 1],
  ["all objects of a list", { ResourceId: ["rs-2", "rs-3"] }, async () => ({}), "rs-3", 2],
  ["the share that an answer names", {}, async () => ({ ResourceShare: { ResourceShareId: "rs-4" } }), "rs-4", 3],
  ["a write without an answer", { ResourceShareId: "rs-5" }, () => Promise.reject(lost), "rs-5", 4],
  ["no refused write", { ResourceShareId: "rs-6" }, () => Promise.reject(refusal), "rs-6", undefined],
])("records %s", async (_, request, answer, id, expected) => {
  now += 1;
  await writes.track(request, answer()).catch(() => undefined);
  expect(writes.lastTo(id)).toBe(expected);
});

/** Writes whose request names no object that is read afterwards, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  CreateResourceShare: "the answer names the share",
  AcceptResourceShareInvitation: "it names an invitation, and accept-invitation.ts records the share",
  RejectResourceShareInvitation: "it names an invitation, and no resource calls it",
  EnableSharingWithResourceDirectory: "its object has no id",
};

test("records the object of every operation that changes something", async () => {
  const operations = Object.values(sharing).filter(({ reads }) => !reads);
  const unrecorded: string[] = [];
  for (const { name, request } of operations) {
    const fields = "shape" in request ? Object.keys(Object(request.shape)) : [];
    await writes.track(Object.fromEntries(fields.map((field) => [field, name])), Promise.resolve({}));
    if (writes.lastTo(name) === undefined) unrecorded.push(name);
  }
  expect(unrecorded.toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
});
