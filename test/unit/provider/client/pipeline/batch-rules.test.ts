import { describe, expect, it } from "vitest";
import { AssociateResourceShare, DisassociateResourceShare } from "../../../../../provider/api/associations.ts";
import { classify } from "../../../../../provider/api/error-codes.ts";
import { TagResources, UntagResources } from "../../../../../provider/api/tags.ts";
import { batchRuleOf, failsAll } from "../../../../../provider/client/pipeline/batch-rules.ts";
import { ApiError } from "../../../../../provider/kernel/errors.ts";
import type { Operation, RequestOf } from "../../../../../provider/wire/operation.ts";

const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** The batched request, if the requests have the same batch key and can be merged. */
function together<Request extends object>(operation: Operation<string, Request>, ...requests: readonly Request[]): object | undefined {
  const batching = batchRuleOf(operation);
  const [first, ...others] = requests;
  const key = first && batching?.key(first);
  if (batching === undefined || first === undefined || key === undefined) return undefined;
  if (others.some((other) => batching.key(other) !== key)) return undefined;
  return others.reduce<object | undefined>((sum, other) => sum && batching.merge(sum, other), first);
}

const isFull = <Request extends object>(operation: Operation<string, Request>, request: Request) => batchRuleOf(operation)?.isFull(request);

describe("associations of one share", () => {
  const of = (entities: Omit<RequestOf<typeof AssociateResourceShare>, "ResourceShareId">) => ({ ResourceShareId: "rs-1", ...entities });
  const switches = (count: number, prefix = "vsw-") => ids(count, prefix).map((ResourceId) => ({ ResourceId, ResourceType: "VSwitch" }));

  it("batches associations of one share unchanged and adds nothing", () => {
    expect(together(AssociateResourceShare, of({ Targets: ["t-1"] }), of({ Targets: ["t-2"] }), of({ Resources: switches(1) }))).toEqual({
      ResourceShareId: "rs-1",
      Targets: ["t-1", "t-2"],
      Resources: switches(1),
    });
    expect(together(AssociateResourceShare, of({ ResourceArns: ["a/1"] }), of({ ResourceArns: ["a/2"] }))).toEqual(
      of({ ResourceArns: ["a/1", "a/2"] }),
    );
    const properties = {
      TargetProperties: [{ TargetId: "t-1", Property: "{}" }],
      ResourceProperties: [{ ResourceArn: "a/1", Property: "{}" }],
    };
    expect(together(AssociateResourceShare, of({ Targets: ["t-1"], ...properties }), of({ Targets: ["t-2"] }))).toEqual(
      of({ Targets: ["t-1", "t-2"], ...properties }),
    );
    expect(together(DisassociateResourceShare, of({ Targets: ["t-1"] }), { ...of({ Targets: ["t-2"] }), ResourceOwner: "Self" })).toEqual(
      of({ Targets: ["t-1", "t-2"] }),
    );
  });

  it("batches at most five entities of a kind in one call", () => {
    const property = (count: number, prefix: string) => ids(count, prefix).map((TargetId) => ({ TargetId, Property: "{}" }));
    const described = (count: number, prefix: string) => ids(count, prefix).map((ResourceArn) => ({ ResourceArn, Property: "{}" }));
    for (const list of [
      (count: number, prefix: string) => of({ Targets: ids(count, prefix) }),
      (count: number, prefix: string) => of({ ResourceArns: ids(count, prefix) }),
      (count: number, prefix: string) => of({ Resources: switches(count, prefix) }),
      (count: number, prefix: string) => of({ TargetProperties: property(count, prefix) }),
      (count: number, prefix: string) => of({ ResourceProperties: described(count, prefix) }),
    ]) {
      expect(together(AssociateResourceShare, list(3, "a"), list(2, "b"))).toBeDefined();
      expect(together(AssociateResourceShare, list(3, "a"), list(3, "b"))).toBeUndefined();
    }
    const leaving = (count: number, prefix: string) => of({ Targets: ids(count, prefix) });
    expect(together(DisassociateResourceShare, leaving(3, "a"), leaving(3, "b"))).toBeUndefined();
  });

  it("never names one entity twice in a batch, nor resources both by id and by ARN", () => {
    const arn = "acs:vpc:cn-hangzhou:1:vswitch/vsw-1";
    expect(together(AssociateResourceShare, of({ Resources: switches(1) }), of({ Resources: switches(1) }))).toBeUndefined();
    expect(together(AssociateResourceShare, of({ ResourceArns: [arn] }), of({ ResourceArns: [arn] }))).toBeUndefined();
    expect(together(AssociateResourceShare, of({ Resources: switches(1) }), of({ ResourceArns: [arn] }))).toBeUndefined();
    const described = of({ ResourceArns: [arn], ResourceProperties: [{ ResourceArn: arn, Property: "{}" }] });
    expect(together(AssociateResourceShare, described, of({ Targets: ["t-1"] }))).toBeDefined();
  });

  it("sends a full batch of associations at once", () => {
    const full = of({ Targets: ids(5, "t-"), Resources: switches(5) });
    expect(isFull(AssociateResourceShare, full)).toBe(true);
    expect(isFull(AssociateResourceShare, of({ Targets: ids(5, "t-"), ResourceArns: ids(5, "a/") }))).toBe(true);
    expect(isFull(AssociateResourceShare, of({ Targets: ids(5, "t-"), Resources: switches(4) }))).toBe(false);
    expect(isFull(AssociateResourceShare, of({ Targets: ids(4, "t-"), Resources: switches(5) }))).toBe(false);
    expect(isFull(AssociateResourceShare, of({ Targets: ids(5, "t-") }))).toBe(false);
    expect(isFull(AssociateResourceShare, of({ Resources: switches(5) }))).toBe(false);
  });

  it("batches associations of equal permissions in any order", () => {
    const call = (target: string, PermissionNames: string[]) => of({ Targets: [target], PermissionNames });
    expect(together(AssociateResourceShare, call("t-1", ["A", "B"]), call("t-2", ["B", "A"]))).toBeDefined();
    expect(together(AssociateResourceShare, call("t-1", ["A"]), call("t-2", ["B"]))).toBeUndefined();
    expect(together(AssociateResourceShare, call("t-1", []), of({ Targets: ["t-2"] }))).toBeDefined();
  });

  it("batches no calls of a receiver that leaves a share", () => {
    const leave = (target: string) => ({ ...of({ Targets: [target] }), ResourceOwner: "OtherAccounts" as const });
    expect(together(DisassociateResourceShare, leave("t-1"), leave("t-2"))).toBeUndefined();
    expect(together(DisassociateResourceShare, of({ Targets: ["t-1"] }), { ResourceShareId: "rs-2", Targets: ["t-2"] })).toBeUndefined();
  });

  it("returns the records of a batch to their callers, whether the answer names a resource by id, ARN or both", () => {
    const record = (AssociationType: "Resource" | "Target", EntityId: string, ResourceArn?: string) => ({
      ...{ ResourceShareId: "rs-1", AssociationType, AssociationStatus: "Associating" as const, EntityId },
      ...(ResourceArn !== undefined && { ResourceArn }),
    });
    const arn = "acs:vpc:cn-hangzhou:1:vswitch/vsw-0";
    const own = (request: object, records: readonly object[]) =>
      batchRuleOf(AssociateResourceShare)?.responseFor(request, { ResourceShareAssociations: records, RequestId: "R" });
    const answer = [record("Target", "t-1"), record("Resource", "vsw-0", arn), record("Resource", "vsw-1"), record("Target", "vsw-0")];
    expect(own({ Targets: ["t-1"] }, answer)).toEqual({ ResourceShareAssociations: [answer[0]], RequestId: "R" });
    expect(own({ Resources: switches(1) }, answer)).toEqual({ ResourceShareAssociations: [answer[1]], RequestId: "R" });
    expect(own({ ResourceArns: [arn] }, answer)).toEqual({ ResourceShareAssociations: [answer[1]], RequestId: "R" });
    expect(own({ ResourceArns: [arn] }, [record("Resource", "vsw-0")])).toMatchObject({
      ResourceShareAssociations: [{ EntityId: "vsw-0" }],
    });
    expect(own({ ResourceArns: [arn] }, [record("Resource", "w-0")])).toMatchObject({ ResourceShareAssociations: [] });
    expect(own({ ResourceArns: [arn] }, [record("Resource", "another name", arn)])).toMatchObject({ ResourceShareAssociations: [{}] });
    expect(own({ ResourceProperties: [{ ResourceArn: arn, Property: "{}" }] }, answer)).toMatchObject({
      ResourceShareAssociations: [answer[1]],
    });
  });
});

describe("tagging", () => {
  const some = (ResourceId: string[], ...keys: string[]) => ({
    ...{ ResourceType: "ResourceShare" as const, RegionId: "cn-hangzhou", ResourceId },
    Tag: keys.map((Key) => ({ Key, Value: `of ${Key}` })),
  });
  const none = (ResourceId: string[], ...TagKey: string[]) => ({
    ...{ ResourceType: "ResourceShare" as const, RegionId: "cn-hangzhou", ResourceId },
    TagKey,
  });

  it("batches equal tags of several shares, and no other tags", () => {
    expect(together(TagResources, some(["a"], "k"), some(["b"], "k"))).toEqual(some(["a", "b"], "k"));
    expect(together(TagResources, some(["a"], "k"), some(["a"], "k"))).toEqual(some(["a"], "k"));
    expect(together(TagResources, some(["a"], "k"), some(["a"], "l"))).toBeUndefined();
    const other = { ...some(["b"]), Tag: [{ Key: "k", Value: "another value" }] };
    expect(together(TagResources, some(["a"], "k"), other)).toBeUndefined();
    expect(together(UntagResources, none(["a"], "k", "l"), none(["b"], "l", "k"))).toEqual(none(["a", "b"], "k", "l"));
    expect(together(UntagResources, none(["a"], "k"), none(["b"], "l"))).toBeUndefined();
  });

  it("batches tags of one region, and sends all tags of a single caller alone", () => {
    const elsewhere = { ...some(["b"], "k"), RegionId: "cn-beijing" };
    expect(together(TagResources, some(["a"], "k"), elsewhere)).toBeUndefined();
    expect(together(UntagResources, none(["a"], "k"), { ...none(["b"], "k"), RegionId: "cn-beijing" })).toBeUndefined();
    const all = (id: string) => ({ ResourceType: "ResourceShare" as const, RegionId: "cn-hangzhou", ResourceId: [id], All: true });
    expect(together(UntagResources, all("a"), all("b"))).toBeUndefined();
  });

  it("batches the tags of at most twenty shares", () => {
    const [k, l] = [ids(10, "k"), ids(10, "l")];
    expect(together(TagResources, some(k, "t"), some(l, "t"))).toBeDefined();
    expect(together(TagResources, some(k, "t"), some([...l, "one more"], "t"))).toBeUndefined();
    expect(together(UntagResources, none(k, "t"), none([...l, "one more"], "t"))).toBeUndefined();
    expect(isFull(UntagResources, none(ids(20, "rs-"), "k"))).toBe(true);
    expect(isFull(UntagResources, none(["a"], ...ids(20, "k")))).toBe(false);
  });
});

describe("a refusal of a batch", () => {
  const error = (code: string, status: number) =>
    new ApiError({ operation: "A", code, status, category: classify(code, status).category, serviceMessage: "", transient: false });

  it.each([
    ["EntityNotExists.ResourceShare", 404, true],
    ["InvalidParameter.ResourceShareId", 400, true],
    ["ResourceShareStatusMismatchAction", 409, true],
    ["InvalidParameter.RegionId", 400, true],
    ["ConcurrentExecutionError", 409, true],
    ["SignatureDoesNotMatch", 400, true],
    ["IncompleteSignature", 400, true],
    ["InvalidAccessKeyId.NotFound", 404, true],
    ["InvalidSecurityToken.Malformed", 400, true],
    ["InvalidTimeStamp.Expired", 400, true],
    ["InvalidAction.NotFound", 404, true],
    ["InvalidAction.Unsupported", 404, true],
    ["Throttling.User", 400, true],
    ["ServiceUnavailable", 503, true],
    ["InternalError", 500, false],
    ["AssociateConflict", 409, false],
    ["InvalidTarget", 400, false],
    ["EntityNotExists.ResourceShareInvitation", 404, false],
    ["NoPermission.InvalidAction", 403, false],
    ["SomethingNew", 400, false],
  ] as const)("decides whether %s with HTTP %i fails all calls of a batch: %s", (code, status, expected) => {
    expect(failsAll(error(code, status), TagResources)).toBe(expected);
  });

  it("fails all calls of a batch when an unsafe call may have taken effect, or when the service did not send the error", () => {
    expect(failsAll(error("InternalError", 500), AssociateResourceShare)).toBe(true);
    expect(failsAll(new Error("reset"), TagResources)).toBe(true);
  });
});
