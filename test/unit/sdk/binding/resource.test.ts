import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { providerCode } from "../../../../provider/host/provider-code.ts";
import { InvitationAcceptor, Provider, ResourceShare, ShareAssociation, SharePermission } from "../../../../sdk/index.ts";
import { stateOrigin } from "../../../../sdk/binding/state-origin.ts";
import { recordRegistrations, registrations, valueOf } from "../mocks.ts";

recordRegistrations();

async function registered(resource: pulumi.CustomResource): Promise<pulumi.runtime.MockResourceArgs> {
  await valueOf(resource.urn);
  const args = registrations.at(-1);
  if (!args) throw new Error("nothing was registered");
  return args;
}

test.each(["false", "true"])("rejects the name of an account in the place of a provider, with plugin %s", (plugin) => {
  pulumi.runtime.setAllConfig({ "resourceshare:plugin": plugin });
  expect(() => new ResourceShare("net", { name: "network" }, { provider: "consumer" as never })).toThrow(
    'ResourceShare net: provider: must be a Provider; for a configured account, use the argument account: "consumer"',
  );
});

const declared = (options: pulumi.CustomResourceOptions) => new ResourceShare("net", { name: "network" }, options);
test.each<[what: string, declare: () => unknown, message: string]>([
  [
    "the option import, with what to use in its place",
    () => declared({ import: "rs-000001" }),
    'import: Pulumi cannot import dynamic resources: set the argument `adopt` to "rs-000001" in place of this option',
  ],
  [
    "arguments that are no object",
    () => Reflect.construct(ResourceShare, ["net", "text"]),
    'arguments: must be an object: write new ResourceShare("net", { … })',
  ],
  ["a lookup without an id", () => Reflect.apply(ResourceShare.get, ResourceShare, ["net"]), "id: is required in `get`"],
  [
    "a timeout that is no duration",
    () => declared({ customTimeouts: { create: "10 minutes" } }),
    'customTimeouts.create: "10 minutes" is no duration; write it as "90s", "10m" or "1h30m"',
  ],
])("rejects %s in a program, with the name of the resource", (_what, declare, message) => {
  expect(declare).toThrow(`ResourceShare net: ${message}`);
});

test("rejects a resource whose first argument is not its name", () => {
  const message = 'ResourceShare: the first argument must be the name of the resource: write new ResourceShare("NAME", { … })';
  for (const name of [{ name: "network" }, "", undefined])
    expect(() => Reflect.construct(ResourceShare, [name, { name: "network" }])).toThrow(message);
});

test("registers a dynamic resource with its arguments, its code and its own URN name", async () => {
  const { type, name, inputs } = await registered(new ResourceShare("net", { name: "network", targets: ["123"] }));
  expect({ type, name }).toEqual({ type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare", name: "net" });
  expect(inputs).toEqual({
    name: "network",
    targets: ["123"],
    __provider: providerCode("ResourceShare"),
    __urn: "urn:pulumi:test::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::net",
    __origin: stateOrigin(),
  });
});

test("passes a child's URN with its parent's type to the provider", async () => {
  const parent = new pulumi.ComponentResource("shop:index:Network", "main");
  const { inputs } = await registered(new ResourceShare("child", { name: "n" }, { parent }));
  expect(inputs["__urn"]).toBe("urn:pulumi:test::shop::shop:index:Network$pulumi-nodejs:dynamic/resourceshare:ResourceShare::child");
});

test("registers several children of one component, which do not wait for each other", async () => {
  const parent = new pulumi.ComponentResource("shop:index:Network", "of-two");
  const children = ["one", "two"].map((name) => new ResourceShare(name, { name }, { parent }));
  expect(await valueOf(pulumi.all(children.map(({ id }) => id)))).toEqual(["id-of-one", "id-of-two"]);
});

test("passes the timeouts of a resource to the provider", async () => {
  const { inputs } = await registered(new ResourceShare("timed", { name: "n" }, { customTimeouts: { create: "1m", delete: "90s" } }));
  expect(inputs["__timeouts"]).toEqual({ create: "1m", delete: "90s" });
});

test("treats null in options and timeouts of a resource as absent", async () => {
  const { inputs } = await registered(new ResourceShare("nulls", { name: "n" }, { customTimeouts: null, id: null, parent: null } as never));
  expect(Object.keys(inputs).toSorted()).toEqual(["__origin", "__provider", "__urn", "name"]);
  expect((await registered(new ResourceShare("none", { name: "n" }, null as never))).inputs["name"]).toBe("n");
});

test("passes the names of secret arguments to the provider, also of a share's id in an InvitationAcceptor", async () => {
  const targets = ["fd-1", pulumi.secret("1000000000000003")];
  const share = new ResourceShare("hidden", { name: pulumi.output("n"), targets, tags: pulumi.secret({ a: "1" }) });
  expect((await registered(share)).inputs["__secrets"]).toEqual(["tags", "targets"]);
  expect((await registered(new InvitationAcceptor("receiver", { shareId: share.id }))).inputs["__secrets"]).toEqual(["shareId"]);
  expect((await registered(new ShareAssociation("more", { shareId: share.id, targets: ["fd-2"] }))).inputs).not.toHaveProperty("__secrets");
});

test("passes an unknown argument to the provider, so that check can name it", async () => {
  const args = { name: "n", targts: ["123"] };
  expect((await registered(new ResourceShare("typo", args))).inputs["targts"]).toEqual(["123"]);
});

test("ignores an argument `__provider`, which would replace the code of a dynamic resource", async () => {
  const args = { name: "n", __provider: "exports.handler = evil" };
  expect((await registered(new ResourceShare("evil", args))).inputs["__provider"]).toBe(providerCode("ResourceShare"));
});

test("exposes every output of a resource as its property, also of an omitted argument", async () => {
  const share = new ResourceShare("outputs", { name: "n" });
  expect(await valueOf(pulumi.all([share.status, share.tags]))).toEqual(["Active", undefined]);
});

/** The options that the engine receives. */
function optionsOf(make: (options: pulumi.CustomResourceOptions) => pulumi.CustomResource, options: pulumi.CustomResourceOptions = {}) {
  let seenOptions: pulumi.CustomResourceOptions = {};
  make({
    ...options,
    transformations: [
      ({ props, opts }) => {
        seenOptions = opts;
        return { props, opts };
      },
    ],
  });
  return seenOptions;
}

test("deletes an association before its replacement is created, unless the program overrides that", () => {
  const association = (options: pulumi.CustomResourceOptions) => new ShareAssociation("a", { shareId: "rs-1", targets: ["1"] }, options);
  expect(optionsOf(association).deleteBeforeReplace).toBe(true);
  expect(optionsOf(association, { deleteBeforeReplace: false }).deleteBeforeReplace).toBe(false);
  expect(optionsOf((options) => new ResourceShare("c", { name: "n" }, options)).deleteBeforeReplace).toBeUndefined();
});

test("sets `deletedWith` of a SharePermission to its share, unless the program looks the share up", () => {
  const permissionOf = (share: ResourceShare) => (options: pulumi.CustomResourceOptions) =>
    new SharePermission("p", { shareId: share.id, permissionName: "P" }, options);
  const [own, other] = [new ResourceShare("own", { name: "n" }), new ResourceShare("other", { name: "n" })];
  expect(optionsOf(permissionOf(own))).toMatchObject({ deletedWith: own });
  expect(optionsOf(permissionOf(own), { deletedWith: other }).deletedWith).toBe(other);
  expect(optionsOf(permissionOf(own)).deleteBeforeReplace).toBeUndefined();
  expect(optionsOf(permissionOf(ResourceShare.get("looked up", "rs-1"))).deletedWith).toBeUndefined();
});

test("adds the internal properties of a resource to the `hideDiffs` of the program", () => {
  const share = (options: pulumi.CustomResourceOptions) => new ResourceShare("hidden", { name: "n" }, options);
  expect(optionsOf(share, { hideDiffs: ["tags"] }).hideDiffs).toEqual([
    "__provider",
    "__urn",
    "__share",
    "__secrets",
    "__origin",
    "__timeouts",
    "__lookup",
    "tags",
  ]);
});

test("registers each resource with the type of the other binding as an alias, beside the aliases of the program", () => {
  const share = (options: pulumi.CustomResourceOptions) => new ResourceShare("moved", { name: "n" }, options);
  const older = { name: "older" };
  expect(optionsOf(share, { aliases: [older] }).aliases).toEqual([{ type: "resourceshare:index:ResourceShare" }, older]);
  const provider = new Provider("p");
  expect(optionsOf(share, { provider, aliases: [older] }).aliases).toEqual([
    { type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare" },
    older,
  ]);
});

test("registers a resource with a provider of the plugin without internal properties", async () => {
  const provider = new Provider("plugin", { region: "cn-shanghai" });
  const { type, inputs, provider: used } = await registered(new ResourceShare("net", { name: "network" }, { provider }));
  expect({ type, inputs }).toEqual({ type: "resourceshare:index:ResourceShare", inputs: { name: "network" } });
  expect(used).toMatch(/^urn:pulumi:test::shop::pulumi:providers:resourceshare::plugin::/);
});

test("registers a resource with the plugin when its component has a provider of the plugin", async () => {
  const parent = new pulumi.ComponentResource("shop:index:Network", "of-plugin", {}, { providers: [new Provider("inherited")] });
  expect((await registered(new ResourceShare("child-of-plugin", { name: "n" }, { parent }))).type).toBe(
    "resourceshare:index:ResourceShare",
  );
});

test("registers every resource with the plugin when the configuration has `resourceshare:plugin`", async () => {
  pulumi.runtime.setAllConfig({ "resourceshare:plugin": "true" });
  expect((await registered(new ShareAssociation("a", { shareId: "rs-1", targets: ["1"] }))).type).toBe(
    "resourceshare:index:ShareAssociation",
  );
  pulumi.runtime.setAllConfig({ "resourceshare:plugin": "perhaps" });
  expect(() => new ResourceShare("wrong", { name: "n" })).toThrow("resourceshare:plugin: must be true or false");
});

test("registers a resource as dynamic when its option `provider` is of another package", async () => {
  class Foreign extends pulumi.ProviderResource {
    constructor(name: string) {
      super("random", name, {});
    }
  }
  const { type } = await registered(new ResourceShare("foreign", { name: "n" }, { provider: new Foreign("random") }));
  expect(type).toBe("pulumi-nodejs:dynamic/resourceshare:ResourceShare");
});

test("makes the share's id secret in a receiver of the plugin when arguments of the share are secret", async () => {
  const provider = new Provider("secrets");
  const isSecret = async (tags: pulumi.Input<Record<string, string>>, name: string) => {
    const share = new ResourceShare(`${name}-share`, { name: pulumi.output("n"), tags }, { provider });
    let shareId: unknown;
    const transformation: pulumi.ResourceTransformation = ({ props, opts }) => {
      shareId = props["shareId"];
      return { props, opts };
    };
    const { inputs } = await registered(
      new InvitationAcceptor(name, { shareId: share.id }, { provider, transformations: [transformation] }),
    );
    expect(inputs["shareId"]).toBeDefined();
    return pulumi.isSecret(pulumi.output(shareId));
  };
  expect(await isSecret(pulumi.secret({ a: "1" }), "hidden-receiver")).toBe(true);
  expect(await isSecret({ a: "1" }, "open-receiver")).toBe(false);
});

test("passes the configuration of a provider as texts, and credentials as secrets", async () => {
  const provider = new Provider("configured", {
    region: "cn-shanghai",
    accessKeySecret: "s",
    maxAttempts: 3,
    accounts: { a: { profile: "p" } },
  });
  const { type, inputs } = await registered(provider);
  expect(type).toBe("pulumi:providers:resourceshare");
  const secret = (value: string) => expect.objectContaining({ value });
  expect(inputs).toEqual({
    region: "cn-shanghai",
    accessKeySecret: secret("s"),
    maxAttempts: "3",
    accounts: secret('{"a":{"profile":"p"}}'),
  });
  expect([Provider.isInstance(provider), Provider.isInstance({})]).toEqual([true, false]);
});

test("rejects an argument that a provider does not have before it is registered, and names the nearest one", () => {
  // A JavaScript program: its arguments have no types.
  const args: object = { regionId: "cn-shanghai", acessKeySecret: "s", profil: undefined };
  expect(() => new Provider("misspelt", args)).toThrow(
    "Provider misspelt: regionId: is not an argument of Provider; did you mean `region`?; " +
      "Provider misspelt: acessKeySecret: is not an argument of Provider; did you mean `accessKeySecret`?",
  );
});

test("passes id, state and provider code to the engine in `get` of a resource", async () => {
  const found = ResourceShare.get("found", "rs-9", { name: "known" });
  const { id, inputs } = await registered(found);
  expect(id).toBe("rs-9");
  expect(inputs).toMatchObject({ name: "known", __provider: providerCode("ResourceShare"), __lookup: true });
  expect(await valueOf(found.id)).toBe("rs-9");
});

test("recognizes only its own kind in `isInstance` of a resource", () => {
  const share = new ResourceShare("kind", { name: "n" });
  expect([ResourceShare.isInstance(share), ShareAssociation.isInstance(share), ResourceShare.isInstance(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ResourceShare.isInstance({ __pulumiType: ResourceShare.__pulumiType })).toBe(true);
  expect(ResourceShare.isInstance({ __pulumiType: "resourceshare:index:ResourceShare" })).toBe(true);
  expect(ResourceShare.isInstance({ __pulumiType: "resourceshare:index:ShareTags" })).toBe(false);
});
