import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import {
  ConstructRequest,
  GetSchemaRequest,
  type GetSchemaResponse,
  ProviderHandshakeRequest,
  type ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { startService, type Service } from "../../../engine/service.ts";
import { keptIn } from "../../../support/bindings/calls.ts";
import { configurationFor, openPlugin, secret, unknown } from "./client.ts";

let service: Service;
let plugin: Awaited<ReturnType<typeof openPlugin>>;
/** The stored configuration of the simulated service. */
let configuration: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  configuration = configurationFor(service);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  plugin = await openPlugin();
});
afterEach(() => plugin.close());

/** Checks and creates a resource as the engine does. */
async function made(kind: string, args: Record<string, unknown>) {
  const { inputs, failures } = await plugin.check(kind, args);
  expect(failures).toEqual([]);
  return { inputs, ...(await plugin.create(kind, inputs)) };
}

describe("the plugin", () => {
  it("reports the plugin's version and schema in its handshake, and accepts secrets", async () => {
    const handshake = await plugin.call<ProviderHandshakeResponse>("handshake", new ProviderHandshakeRequest());
    expect(handshake.getAcceptSecrets()).toBe(true);
    expect((await plugin.call<PluginInfo>("getPluginInfo", new Empty())).getVersion()).toBe("1.2.3");
    const schema: unknown = JSON.parse((await plugin.call<GetSchemaResponse>("getSchema", new GetSchemaRequest())).getSchema());
    expect(schema).toMatchObject({ name: "resourceshare", version: "1.2.3" });
  });

  it("returns UNIMPLEMENTED from the plugin when the engine constructs a component", async () => {
    await expect(plugin.call("construct", new ConstructRequest())).rejects.toThrow(/UNIMPLEMENTED/);
  });
});

describe("a resource", () => {
  beforeEach(() => plugin.configure(configuration));

  it("suggests the nearest names for unknown arguments in the plugin's Check, and keeps secrets and unknown values", async () => {
    expect((await plugin.check("ResourceShare", { nam: "x" })).failures.map(({ property }) => property)).toEqual(["nam"]);
    const targets = [secret("1000000000000003")];
    const { inputs } = await plugin.check("ResourceShare", { name: secret(unknown), targets, tags: { team: secret("a") } });
    expect(inputs).toMatchObject({ name: secret(unknown), targets: secret(["1000000000000003"]), tags: secret({ team: "a" }) });
  });

  it("tells in the plugin's Check how a YAML program keeps a configured id as a text", async () => {
    const { failures } = await plugin.check("ResourceShare", { name: "net", targets: [2000000000000001] });
    expect(failures).toMatchObject([
      { reason: expect.stringMatching(/write it in quotes; in YAML, .*pulumi config set --type string --path/) },
    ]);
  });

  it("makes the plugin reject a diff that would update a resource in another region than it was created in", async () => {
    const { inputs } = await plugin.check("ResourceShare", { name: "renamed" });
    const before = { name: "net", regionId: "cn-shanghai" };
    await expect(plugin.diff("ResourceShare", "rs-1", before, inputs)).rejects.toThrow("this was created in region cn-shanghai");
  });

  it("rejects a file as an argument of the plugin, and a resource type that does not exist", async () => {
    const file = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "x" };
    expect((await plugin.check("ResourceShare", { name: file })).failures).toMatchObject([
      { property: "name", reason: expect.stringContaining("is a file") },
    ]);
    await expect(plugin.check("Strange", {})).rejects.toThrow(/has no resource resourceshare:index:Strange/);
    await expect(plugin.check("ResourceShar", {})).rejects.toThrow(/did you mean resourceshare:index:ResourceShare\?/);
  });

  it("makes the plugin replace a resource whose account changes, and delete it first where arguments are its name", async () => {
    const { id: shareId } = await made("ResourceShare", { name: "net2" });
    const { id, properties, inputs } = await made("ShareTags", { shareId, tags: { a: "1" } });
    const difference = await plugin.diff("ShareTags", id, properties, { ...inputs, account: "consumer", tags: { a: "2", "b c": "1" } });
    expect(difference).toMatchObject({ replaces: ["account"], deleteBeforeReplace: true, hasDetailedDiff: true });
    expect(difference.detailedDiff).toEqual({ account: "ADD_REPLACE", "tags.a": "UPDATE", 'tags["b c"]': "ADD" });
  });

  it("previews an update in the plugin with the outputs that remain known", async () => {
    const { id, properties, inputs } = await made("ResourceShare", { name: "net12", targets: ["1000000000000003"] });
    const { owner, associations } = properties;
    const previewed = await plugin.update("ResourceShare", id, properties, { ...inputs, name: "other" }, true);
    expect(previewed).toMatchObject({ name: "other", status: "Active", updateTime: unknown, owner, associations });
  });

  it("returns derived outputs of secret arguments from the plugin as secrets", async () => {
    const { properties, id } = await made("ResourceShare", { name: "net4", targets: secret(["1000000000000003"]) });
    expect(properties["targets"]).toEqual(secret(["1000000000000003"]));
    expect(properties["associations"]).toMatchObject(secret([{ entityId: "1000000000000003" }]));
    const read = await plugin.read("ResourceShare", id, properties, { name: "net4", targets: secret(["1000000000000003"]) });
    expect(read).toMatchObject({ properties: { associations: secret([{}]) }, inputs: { targets: secret(["1000000000000003"]) } });
    const plain = await plugin.check("ResourceShare", { name: "net4", targets: ["1000000000000003"] });
    expect(await plugin.diff("ResourceShare", id, properties, plain.inputs)).toMatchObject({ changes: "DIFF_SOME", detailedDiff: {} });
  });

  it("keeps what is secret before and after a failed update of the plugin in its outputs", async () => {
    const { properties, id } = await made("ResourceShare", { name: secret("net5"), targets: ["fd-apps01"] });
    service.simulator.faults.add({ operation: "UpdateResourceShare", fault: { kind: "error", status: 403, code: "NoPermission" } });
    const { inputs } = await plugin.check("ResourceShare", { name: "open", targets: secret(["fd-apps01"]) });
    const failure = await plugin.update("ResourceShare", id, properties, inputs).catch((error: unknown) => error);
    expect(keptIn(failure)?.properties).toMatchObject({ name: secret("net5"), targets: secret(["fd-apps01"]) });
  });

  it("returns the shared resources of an InvitationAcceptor from the plugin as a secret where its share is one", async () => {
    const { id: shareId } = await made("ResourceShare", {
      name: "net11",
      allowExternalTargets: true,
      resources: [{ type: "VSwitch", id: "vsw-demo02" }],
      targets: ["2000000000000001"],
    });
    const { properties } = await made("InvitationAcceptor", { shareId: secret(shareId), account: "consumer" });
    expect(properties).toMatchObject({ shareId: secret(shareId), sharedResources: secret([{ id: "vsw-demo02" }]) });
  });
});

describe("an import of what has only an ARN", () => {
  it.each([
    ["ResourceShare", (id: string) => id],
    ["ShareAssociation", (id: string) => `${id}/all`],
  ] as const)("lets the plugin import and delete a %s that lists resources by ARN beside some with an id", async (kind, importIdOf) => {
    await plugin.configure(configuration);
    const resources = [{ type: "VSwitch", id: "vsw-demo01" }];
    const resourceArns = ["acs:kms:cn-hangzhou:1000000000000001:instance/kst-demo01"];
    const { id } = await made("ResourceShare", { name: "keys", resources, resourceArns });
    const next = await openPlugin();
    await next.configure(configuration);
    const found = await next.read(kind, importIdOf(id));
    expect(found.inputs).toMatchObject({ resources, resourceArns });
    await next.remove(kind, found.id, found.properties);
    next.close();
  });
});

describe("a function", () => {
  beforeEach(() => plugin.configure(configuration));

  it("calls a function of the plugin with its account and region, and reports wrong arguments as failures", async () => {
    const { result, failures } = await plugin.invoke("resourceshare:index:listResourceShares", {
      resourceOwner: "OtherAccounts",
      account: "consumer",
    });
    expect(failures).toEqual([]);
    expect(result).toHaveProperty("resourceShares");
    expect((await plugin.invoke("resourceshare:index:listResourceShares", { resourceOwnr: "Self" })).failures).toMatchObject([
      { property: "resourceOwnr", reason: "is not an argument; did you mean `resourceOwner`?" },
      {},
    ]);
  });

  it("returns a function's results of secret arguments from the plugin as secrets", async () => {
    const { result } = await plugin.invoke("resourceshare:index:listResourceShares", { resourceOwner: secret("Self") });
    expect(result["resourceShares"]).toMatchObject(secret(expect.any(Array)));
  });

  it("rejects actions in the plugin, which a preview would execute", async () => {
    const { failures } = await plugin.invoke("resourceshare:device:executeScene", { sceneId: "1" });
    expect(failures).toMatchObject([{ reason: expect.stringContaining("executeScene is an action") }]);
  });
});
