import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../provider/api/associations.ts";
import { ListResourceShares } from "../../provider/api/shares.ts";
import { TagResources, UntagResources } from "../../provider/api/tags.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { demo } from "../../provider/simulator/demo.ts";
import type { HttpRequest } from "../../provider/wire/transport.ts";
import { laboratory } from "../support/laboratory.ts";
import { aShare } from "../support/suite-scenarios.ts";
import { clientOf, ok, parametersOf, service } from "./fixture.ts";

const listed = (request: HttpRequest, prefix: string) =>
  Object.entries(parametersOf(request)).flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : []));
const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("tags", () => {
  const subject = (id: string) => ({ ResourceType: "ResourceShare" as const, RegionId: "cn-hangzhou", ResourceId: [id] });

  it("of the same name leave twenty shares in one call", async () => {
    const { transport, requests } = service(() => ok());
    const client = clientOf(transport);
    await Promise.all(ids(45, "rs-").map((id) => client.call(UntagResources, { ...subject(id), TagKey: ["mark"] })));
    expect(requests.map((request) => listed(request, "ResourceId.").length)).toEqual([20, 20, 5]);
  });

  it("of one share go in one call, and never two values of one key", async () => {
    const { transport, requests } = service(() => ok());
    const client = clientOf(transport);
    const tag = (Key: string, Value: string) => client.call(TagResources, { ...subject("rs-1"), Tag: [{ Key, Value }] });
    await Promise.all([tag("a", "1"), tag("b", "2"), tag("a", "3")]);
    expect(requests.map((request) => listed(request, "Tag.1.Value").concat(listed(request, "Tag.2.Value")))).toEqual([["1", "2"], ["3"]]);
  });
});

describe("shares by their ids", () => {
  const request = (id: string) => ({ ResourceOwner: "Self" as const, ResourceShareIds: [id] });
  const shares = (sent: HttpRequest) =>
    listed(sent, "ResourceShareIds.").map((id) => ({ ResourceShareId: id, ResourceShareStatus: "Active" }));

  it("are asked for five a call", async () => {
    const { transport, requests } = service((sent) => ok({ ResourceShares: shares(sent) }));
    const client = clientOf(transport);
    const answers = await Promise.all(ids(12, "rs-").map((id) => client.call(ListResourceShares, request(id))));
    expect(requests).toHaveLength(3);
    expect(answers.map((answer) => answer.ResourceShares?.map((one) => one.ResourceShareId))).toEqual(ids(12, "rs-").map((id) => [id]));
  });

  it("are asked for one by one when the answer has pages", async () => {
    const { transport } = service((sent) => {
      const isJoined = shares(sent).length > 1;
      return ok({ ResourceShares: isJoined ? [] : shares(sent), ...(isJoined && { NextToken: "2" }) });
    });
    const client = clientOf(transport);
    const answers = await Promise.all(ids(3, "rs-").map((id) => client.call(ListResourceShares, request(id))));
    expect(answers.map((answer) => answer.ResourceShares?.length)).toEqual([1, 1, 1]);
  });
});

describe("any set of associations", () => {
  const outside = "1900000000000099";
  const bad = ["fd-unknown", "nonsense", outside, "r-none", demo.owner];
  const good = [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core];
  const entity = fc.oneof(
    fc.constantFrom(...good, ...bad).map((id) => ({ Targets: [id] })),
    fc.nat(30).map((index) => ({ Resources: [{ ResourceType: "VSwitch", ResourceId: `vsw-${index}` }] })),
    fc.nat(5).map((index) => ({ Resources: [{ ResourceType: "VSwitch", ResourceId: `no switch ${index}` }] })),
    fc.nat(5).map((index) => ({ Resources: [{ ResourceType: "Unheard", ResourceId: `u-${index}` }] })),
  );
  const outcomeOf = (end: PromiseSettledResult<{ ResourceShareAssociations?: readonly object[] | undefined }>) =>
    end.status === "fulfilled"
      ? JSON.stringify(end.value.ResourceShareAssociations?.map((item) => ({ ...item, CreateTime: "", UpdateTime: "" })))
      : messageOf(end.reason).replace(/ \(request .*\)/, "");

  it("ends for each as if it had been alone, in as few calls as the API allows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(entity, { maxLength: 25, selector: (one) => JSON.stringify(one) }), async (entities) => {
        const together = laboratory({ limits: false });
        const alone = laboratory({ limits: false });
        const [ours, theirs] = [await aShare(together), await aShare(alone)];
        const [client, other] = [
          await together.run().surroundings.client(undefined, undefined),
          await alone.run().surroundings.client(undefined, undefined),
        ];
        const from = together.calls().length;
        const ends = await Promise.allSettled(
          entities.map((one) => client.call(AssociateResourceShare, { ResourceShareId: ours, ...one })),
        );
        const calls = together.calls(from).length;
        const expected: string[] = [];
        for (const one of entities) {
          const [end] = await Promise.allSettled([other.call(AssociateResourceShare, { ResourceShareId: theirs, ...one })]);
          if (end) expected.push(outcomeOf(end).replaceAll(theirs, ours));
        }
        expect(ends.map(outcomeOf)).toEqual(expected);
        const targets = entities.filter((one) => "Targets" in one).length;
        const packed = Math.max(Math.ceil(targets / 5), Math.ceil((entities.length - targets) / 5));
        const failed = ends.filter(({ status }) => status === "rejected").length;
        // To find one of ten takes four halvings at most, each of two calls.
        expect(calls).toBeLessThanOrEqual(packed + 8 * failed);
        if (failed === 0) expect(calls).toBe(packed);
      }),
      { numRuns: 40 },
    );
  });
});
