import { expect, test } from "vitest";
import { CreateResourceShare } from "../../../provider/api/shares.ts";
import { createClients } from "../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../provider/client/config/configuration.ts";
import { lookUp } from "../../../sdk/access/diff/live-lookup.ts";
import type { PlannedResource } from "../../../sdk/access/diff/planned-resource.ts";
import { served } from "../../command/fixture.ts";

const planned = (inputs: Record<string, unknown>): PlannedResource => {
  const side = { id: undefined, inputs, outputs: {}, links: [], isGoingFirst: false, isRetained: false, goesWith: undefined };
  return { urn: "urn", kind: "ResourceShare", fate: "create", isLeft: false, before: undefined, after: side };
};

test("reads shares in every region of the plan, with permissions for types that they do not hold yet", async () => {
  await using service = await served();
  const clients = createClients(readConfiguration({}, service.environment()));
  const request = { ResourceShareName: "there", PermissionNames: ["AliyunRSPermissionImageReadOnly"] };
  const { ResourceShare: share } = await clients.client(undefined, "cn-shanghai").call(CreateResourceShare, request);
  const [here, there] = [await lookUp(clients, []), await lookUp(clients, [planned({ region: "cn-shanghai" })])];
  expect(here.shares.has(share.ResourceShareId)).toBe(false);
  expect(there.shares.get(share.ResourceShareId)?.permissions).toEqual(new Map([["Image", "AliyunRSPermissionImageReadOnly"]]));
});
