import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { LandingZone, type LandingZoneArgs, Provider, ResourceShare } from "../../../sdk/index.ts";
import { requiredTags } from "../../../sdk/policy/rules/required-tags.ts";
import { recordRegistrations, registrations, valueOf } from "./mocks.ts";
import { findingsOf } from "./policy/fixture.ts";

recordRegistrations();

const subnets = { resources: [{ type: "VSwitch", id: "vsw-1" }], targets: ["fd-1"], permissionNames: ["P"], exclusive: true };

/** Returns the arguments of each share and acceptor that a landing zone registers, by name. */
async function registered(zone: LandingZone): Promise<Record<string, Record<string, unknown>>> {
  const acceptors = Object.values(zone.acceptors).flatMap((one) => Object.values(one));
  await Promise.all([...Object.values(zone.shares), ...acceptors].map(({ urn }) => valueOf(urn)));
  const own = ({ inputs }: (typeof registrations)[number]) =>
    Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
  return Object.fromEntries(
    registrations.filter(({ type }) => type.includes(":Resource") || type.includes(":Inv")).map((one) => [one.name, own(one)]),
  );
}

test("creates a share by LandingZone for each row with the tags of the table, the team and the row, in this order", async () => {
  const zone = new LandingZone("rows", {
    tags: { "managed-by": "platform", stage: "test" },
    teams: {
      network: { subnets: { ...subnets, tags: { stage: "production" } }, images: { name: "pictures" } },
      apps: { keys: { tags: { team: "core" } } },
    },
  });
  expect(await registered(zone)).toEqual({
    "network-subnets": { ...subnets, name: "network-subnets", tags: { "managed-by": "platform", team: "network", stage: "production" } },
    "network-images": { name: "pictures", tags: { "managed-by": "platform", team: "network", stage: "test" } },
    "apps-keys": { name: "apps-keys", tags: { "managed-by": "platform", team: "core", stage: "test" } },
  });
  expect(Object.keys(zone.shares)).toEqual(["network-subnets", "network-images", "apps-keys"]);
  expect(zone.acceptors).toEqual({ "network-subnets": {}, "network-images": {}, "apps-keys": {} });
});

test("merges tags of a LandingZone that are outputs, and treats null as absent", async () => {
  const tags = pulumi.output({ stage: "test" });
  const zone = new LandingZone("outputs", { tags: null, teams: { a: { b: { tags, name: null, acceptedBy: null } } } } as never);
  expect(await registered(zone)).toEqual({ "a-b": { name: "a-b", tags: { team: "a", stage: "test" } } });
});

test("passes the policy `required-tags` with the tags of a LandingZone", async () => {
  const zone = new LandingZone("policy", { tags: { "cost-center": "1" }, teams: { network: { subnets, images: {} } } });
  const shares = Object.entries(await registered(zone)).map(([name, props]) => ({ kind: "ResourceShare", name, props }));
  expect(shares).toHaveLength(2);
  expect(await findingsOf(requiredTags, { tags: ["team", "cost-center"] }, ...shares)).toEqual({ wrong: [], unclear: [] });
  expect((await findingsOf(requiredTags, { tags: ["team", "owner"] }, ...shares)).wrong).toHaveLength(2);
});

test("creates an acceptor by LandingZone for each account of a row, with the sender and the share's region", async () => {
  const zone = new LandingZone("accepted", {
    senderAccountId: "1000000000000001",
    teams: {
      partner: { pools: { region: "cn-shanghai", acceptedBy: ["consumer", "other", "consumer"] }, images: { acceptedBy: ["consumer"] } },
    },
  });
  const resources = await registered(zone);
  const senderAccountId = "1000000000000001";
  const region = "cn-shanghai";
  expect(resources["partner-pools-consumer"]).toEqual({ shareId: "id-of-partner-pools", account: "consumer", senderAccountId, region });
  expect(resources["partner-pools-other"]).toEqual({ shareId: "id-of-partner-pools", account: "other", senderAccountId, region });
  expect(resources["partner-images-consumer"]).toEqual({ shareId: "id-of-partner-images", account: "consumer", senderAccountId });
  expect(Object.keys(resources)).toHaveLength(5);
  expect(resources["partner-pools"]).not.toHaveProperty("acceptedBy");
  expect(Object.keys(zone.acceptors["partner-pools"] ?? {})).toEqual(["consumer", "other"]);
  expect(await valueOf(zone.acceptors["partner-images"]?.["consumer"]?.id ?? pulumi.output("none"))).toBe("id-of-partner-images-consumer");
});

test("passes dependencies, protection, timeouts and deletion options of a LandingZone to its resources, as children", async () => {
  const first = new ResourceShare("first", { name: "first" });
  const options: Record<string, pulumi.CustomResourceOptions> = {};
  const zone = new LandingZone(
    "options",
    { teams: { a: { b: { acceptedBy: ["c"] } } } },
    {
      dependsOn: first,
      protect: true,
      retainOnDelete: true,
      deletedWith: first,
      customTimeouts: { create: "1m" },
      transformations: [
        ({ props, opts, name }) => {
          options[name] = opts;
          return { props, opts };
        },
      ],
    },
  );
  const resources = await registered(zone);
  expect(Object.keys(resources)).toEqual(expect.arrayContaining(["a-b", "a-b-c"]));
  for (const row of ["a-b", "a-b-c"]) {
    const { parent, dependsOn, deletedWith, protect, retainOnDelete, customTimeouts } = options[row] ?? {};
    expect([parent === zone, [dependsOn].flat()[0] === first, deletedWith === first], row).toEqual([true, true, true]);
    expect({ protect, retainOnDelete, customTimeouts }).toEqual({ protect: true, retainOnDelete: true, customTimeouts: { create: "1m" } });
  }
  const urn = await valueOf(zone.shares["a-b"]?.urn ?? pulumi.output("none"));
  expect(urn).toContain(`${LandingZone.__pulumiType}$`);
});

test.each([
  ["provider", (provider: Provider) => ({ provider })],
  ["providers", (provider: Provider) => ({ providers: [provider] })],
])("registers the resources of a LandingZone with the plugin when its option %s is a provider of the plugin", async (name, optionsOf) => {
  const zone = new LandingZone(name, { teams: { a: { b: { acceptedBy: ["c"] } } } }, optionsOf(new Provider(`of-${name}`)));
  await registered(zone);
  expect(registrations.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["resourceshare:index:ResourceShare", "resourceshare:index:InvitationAcceptor"]),
  );
});

test.each<[string, unknown, string]>([
  ["a misspelt argument", { teems: {}, teams: {} }, "teems: is not an argument of LandingZone; did you mean `teams`?"],
  [
    "misspelt members of shares",
    { teams: { a: { b: { acceptBy: ["c"], permissionName: "P" } } } },
    "teams.a.b.acceptBy: is not a member of a share of LandingZone; did you mean `acceptedBy`?; " +
      "LandingZone wrong: teams.a.b.permissionName: is not a member of a share of LandingZone; did you mean `permissionNames`?",
  ],
  ["a share that adopts", { teams: { a: { b: { adopt: "rs-1" } } } }, "teams.a.b.adopt: is not a member of a share of LandingZone"],
  ["accounts that are no list", { teams: { a: { b: { acceptedBy: "c" } } } }, "teams.a.b.acceptedBy: must be a list of names"],
  ["a table that is an output", { teams: pulumi.output({}) }, "teams: must be an object and no output, as in teams: {"],
  ["a team that is an output", { teams: { a: pulumi.output({}) } }, "teams.a: must be an object and no output, as in teams: {"],
  ["a share that is an output", { teams: { a: { b: pulumi.output({}) } } }, "teams.a.b: must be an object and no output, as in teams: {"],
  ["a table without teams", {}, "teams: is required"],
  [
    "a share in place of the shares of a team",
    { teams: { net: { resources: [{ type: "VSwitch", id: "vsw-1" }], targets: ["fd-1"] } } },
    "teams.net.resources: must be a share, as { resources, targets }; did you mean teams.net.<share>.resources?; " +
      "LandingZone wrong: teams.net.targets: must be a share",
  ],
  ["a list in place of a share", { teams: { net: { shared: [] } } }, "teams.net.shared: must be a share, as { resources, targets }"],
  ["absent arguments", undefined, "arguments: must be an object"],
  ["two rows with one name", { teams: { a: { "b-c": {} }, "a-b": { c: {} } } }, "teams: two rows make the share a-b-c; rename a team"],
  [
    "two acceptors with one name",
    { teams: { a: { b: { acceptedBy: ["c-d"] }, "b-c": { acceptedBy: ["d"] } } } },
    "teams: two rows make the acceptor a-b-c-d",
  ],
])("rejects %s in a LandingZone, and creates nothing", (_title, args, message) => {
  expect(() => new LandingZone("wrong", args as LandingZoneArgs)).toThrow(`LandingZone wrong: ${message}`);
  expect(registrations).toEqual([]);
});

test("recognizes only its own kind in `isInstance` of LandingZone", () => {
  const zone = new LandingZone("kind", { teams: {} });
  expect(
    [zone, { __pulumiType: LandingZone.__pulumiType }, new Provider("p"), undefined].map((one) => LandingZone.isInstance(one)),
  ).toEqual([true, true, false, false]);
});
