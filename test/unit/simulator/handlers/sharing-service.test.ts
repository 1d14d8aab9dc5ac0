import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sharing } from "../../../../provider/api/operations.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { serve, type Served } from "../../../../simulator/http.ts";
import { createSimulator, type Simulator } from "../../../../simulator/simulator.ts";

const require = createRequire(import.meta.url);
const version = "2020-01-10";
const [accessKeyId, accessKeySecret] = ["LTAI-owner", "secret-of-owner"];

/** A third-party client, reduced to one call. */
type Vendor = (action: string, parameters?: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;

let simulator: Simulator;
let served: Served;

beforeEach(async () => {
  simulator = createSimulator({ pace: { associate: 0, disassociate: 0, deleteShare: 0 } });
  served = await serve(simulator);
});
afterEach(() => served.close());

function popCore(method: "GET" | "POST"): Vendor {
  const Client = require("@alicloud/pop-core");
  const client = new Client({ accessKeyId, accessKeySecret, endpoint: served.url, apiVersion: version });
  return (action, parameters = {}) => client.request(action, parameters, { method });
}

function openapiCore(style: "ACS3" | "RPC"): Vendor {
  const { default: Client } = require("@alicloud/openapi-core");
  const { $OpenApiUtil } = require("@alicloud/openapi-core");
  const { RuntimeOptions } = require("@darabonba/typescript");
  const config = { accessKeyId, accessKeySecret, endpoint: new URL(served.url).host, protocol: "http", regionId: "cn-hangzhou" };
  const client = new Client(new $OpenApiUtil.Config(config));
  const runtime = new RuntimeOptions({});
  return async (action, parameters = {}) => {
    const request = new $OpenApiUtil.OpenApiRequest({ query: flat("", parameters) });
    const call = {
      action,
      version,
      protocol: "HTTP",
      pathname: "/",
      method: "POST",
      authType: "AK",
      style: "RPC",
      reqBodyType: "formData",
      bodyType: "json",
    };
    const answer =
      style === "ACS3"
        ? await client.doRequest(new $OpenApiUtil.Params(call), request, runtime)
        : await client.doRPCRequest(action, version, "HTTP", "POST", "AK", "json", request, runtime);
    return answer.body;
  };
}

const vendors: readonly (readonly [string, () => Vendor])[] = [
  ["@alicloud/pop-core by GET", () => popCore("GET")],
  ["@alicloud/pop-core by POST", () => popCore("POST")],
  ["@alicloud/openapi-core with the current signature", () => openapiCore("ACS3")],
  ["@alicloud/openapi-core with the older signature", () => openapiCore("RPC")],
];

test.for(vendors)("makes the simulator serve the calls of %s that create, tag, change, list and delete a share", async ([, open]) => {
  const call = open();
  const created = await call("CreateResourceShare", {
    ResourceShareName: "vendor",
    AllowExternalTargets: true,
    Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }],
    Targets: [demo.member],
    Tag: [{ Key: "team", Value: "a b*c~é" }],
  });
  const { ResourceShareId } = created["ResourceShare"] as { ResourceShareId: string };
  const statuses = async (AssociationType: string) => {
    const listed = await call("ListResourceShareAssociations", { AssociationType, ResourceShareIds: [ResourceShareId] });
    return (listed["ResourceShareAssociations"] as { AssociationStatus: string }[]).map(({ AssociationStatus }) => AssociationStatus);
  };
  await call("AssociateResourceShare", { ResourceShareId, Targets: [demo.network, demo.folders.core] });
  expect(await statuses("Target")).toEqual(["Associated", "Associated", "Associated"]);
  await call("DisassociateResourceShare", { ResourceShareId, Targets: [demo.network] });
  expect(await statuses("Target")).toEqual(["Associated", "Disassociated", "Associated"]);
  const { ResourceShares } = (await call("ListResourceShares", { ResourceOwner: "Self", Tag: [{ Key: "team" }] })) as {
    ResourceShares: object[];
  };
  expect(ResourceShares).toMatchObject([{ ResourceShareId, Tags: [{ Key: "team", Value: "a b*c~é" }] }]);
  await call("DeleteResourceShare", { ResourceShareId });
  expect(simulator.world.shares.get(ResourceShareId)?.status).toBe("Deleted");
  await expect(call("DeleteResourceShare", { ResourceShareId })).rejects.toMatchObject({ code: "ResourceShareStatusMismatchAction" });
});

test("rejects an unknown region in every operation of the simulator", async () => {
  const call = popCore("POST");
  for (const name of Object.keys(sharing)) {
    await expect(call(name, { RegionId: "cn-shangai" }), name).rejects.toMatchObject({ code: "InvalidParameter.RegionId" });
  }
});

function flat(prefix: string, value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return { [prefix]: String(value) };
  const entries = Array.isArray(value) ? value.map((item, index) => [String(index + 1), item] as const) : Object.entries(value);
  return Object.assign({}, ...entries.map(([name, inner]) => flat(prefix ? `${prefix}.${name}` : name, inner))) as Record<string, string>;
}
