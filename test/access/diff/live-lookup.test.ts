import { expect, test } from "vitest";
import { CreateResourceShare } from "../../../provider/api/shares.ts";
import { createClients } from "../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../provider/client/config/configuration.ts";
import { lookUp } from "../../../sdk/access/diff/live-lookup.ts";
import type { Step } from "../../../sdk/access/diff/preview.ts";
import { accountKey } from "../../../sdk/access/diff/shares/owner-account.ts";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { served } from "../../command/fixture.ts";

const creation = (inputs: Record<string, unknown>): Step => {
  const options = { shareIdSources: [], pendingReplacement: false, retainOnDelete: false, deletedWith: undefined };
  return { op: "create", urn: "urn", kind: "ResourceShare", before: undefined, after: { id: undefined, inputs, outputs: {}, ...options } };
};

test("reads the regions of a state, and the ids of accounts by their names", async () => {
  await using service = await served();
  const { ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId, ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret } = service.environment();
  const accounts = JSON.stringify({ other: { accessKeyId, accessKeySecret } });
  const clients = createClients(readConfiguration({}, { ...service.environment(), RESOURCESHARE_ACCOUNTS: accounts }));
  const request = { ResourceShareName: "there" };
  const { ResourceShare: share } = await clients.client(undefined, "cn-shanghai").call(CreateResourceShare, request);
  const inState = {
    urn: "urn",
    kind: "ResourceShare",
    binding: "plugin" as const,
    provider: undefined,
    id: share.ResourceShareId,
    outputs: {},
  };
  const { shares } = await lookUp(clients, [], [{ ...inState, inputs: { region: "cn-shanghai" } }]);
  expect(shares.has(share.ResourceShareId)).toBe(true);
  expect((await lookUp(clients, [creation({ account: "other" })])).accounts).toEqual(new Map([[accountKey("other"), demo.owner]]));
});

test("reads shares in every region of the preview, with permissions for types that they do not hold yet", async () => {
  await using service = await served();
  const clients = createClients(readConfiguration({}, service.environment()));
  const request = { ResourceShareName: "there", PermissionNames: ["AliyunRSPermissionImageReadOnly"] };
  const { ResourceShare: share } = await clients.client(undefined, "cn-shanghai").call(CreateResourceShare, request);
  const [here, there] = [await lookUp(clients, []), await lookUp(clients, [creation({ region: "cn-shanghai" })])];
  expect(here.shares.has(share.ResourceShareId)).toBe(false);
  const explicit = creation({ region: "cn-beijing" });
  const skipped = await lookUp(clients, [{ ...explicit, after: explicit.after && { ...explicit.after, explicitProvider: "consumer" } }]);
  expect(skipped.remarks).toEqual(["the account of the explicit provider consumer is not read: a preview does not show its credentials"]);
  expect(there.accounts).toEqual(new Map([[accountKey(undefined), demo.owner]]));
  expect(there.shares.get(share.ResourceShareId)?.permissions).toEqual(new Map([["Image", "AliyunRSPermissionImageReadOnly"]]));
});
