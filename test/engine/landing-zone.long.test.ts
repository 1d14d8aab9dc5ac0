import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { costs, guests, teams } from "../../examples/landing-zone/shares.ts";
import { demo } from "../../simulator/index.ts";
import type { Share } from "./landing-zone-share.ts";
import { openStackOfFile } from "./fixture.ts";
import { repository } from "./pulumi.ts";
import { isReadOperation } from "../support/is-read-operation.ts";

// The tests of this file are steps of one lifecycle, in order.
type Table = Readonly<Record<string, Share>>;

const folder = join(repository, "examples/landing-zone");

const files = readdirSync(folder).map((name) => [
  name,
  readFileSync(join(folder, name), "utf8").replace("name: landing-zone", "name: engine"),
]);
const { service, project } = await openStackOfFile({ simulator: { pace: "fast" }, files: Object.fromEntries(files) });

const network = "AliyunRSPermissionVSwitch";
const keys = (id: string) => `acs:kms:cn-hangzhou:${demo.owner}:instance/${id}`;
const portfolio = `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/port-demo01`;
const night = { timeRange: { timeRangeType: "timeRange", beginAtTime: "20:00", endAtTime: "23:00", timezone: "UTC+8" } };

/** The example's table by row. It has no outputs, so JSON keeps its values. */
const shares: Table = JSON.parse(
  JSON.stringify(
    Object.fromEntries(
      Object.entries(teams).flatMap(([team, entries]) =>
        Object.entries(entries).map(([key, share]) => {
          const row = `${team}-${key}`;
          return [row, { ...share, team, key, guest: guests[row], costs: costs[row] }];
        }),
      ),
    ),
  ),
);

/** One change of each kind, by the table's rows. */
const edits: Readonly<Record<string, Partial<Share>>> = {
  "network-subnets": { name: "core-subnets", tags: { team: "core", stage: "production" } },
  "network-prefixes": { targets: [demo.folders.core, demo.folders.apps] },
  "network-images": {
    resources: ["m-network", "m-more"].map((id) => ({ type: "Image", id })),
    costs: { "cost-center": "4712", by: "finance" },
  },
  "network-keys": { resourceArns: [keys("kst-more")], permissionNames: ["AliyunRSPermissionKMSInstanceReadWrite"] },
  "platform-prefixes": { allowExternalTargets: true },
  "platform-golden-images": { exclusive: false },
  "platform-catalogue": { resourceProperties: [{ arn: portfolio, property: { sharePrincipals: false, shareTagOptions: true } }] },
  "platform-transit": { resourceGroupId: demo.groups.shared, exclusive: true },
  "platform-pools": { targets: [{ id: demo.service, property: night }] },
  "platform-workshop": {
    guest: {
      resources: ["vsw-demo02", "vsw-demo03"].map((id) => ({ type: "VSwitch", id })),
      targets: [demo.sandbox, demo.member],
      permissionName: `${network}ReadWrite`,
    },
  },
  "platform-reports": { key: "reports", resources: [{ type: "PrefixList", id: "pl-reports" }], targets: [demo.network] },
};
const { "platform-archive": archive, ...others } = shares;
const edited: Table = {
  ...others,
  ...Object.fromEntries(Object.entries(edits).map(([row, edit]) => [row, { team: "platform", key: row, ...shares[row], ...edit }])),
};

test("creates twenty shares of six types, as the table declares them", async () => {
  await project.up();
  expect(Object.keys(shares)).toHaveLength(20);
  expect(new Set(service.simulator.grants().map(({ resource }) => resource.type)).size).toBe(6);
  expect(archive).toBeDefined();
  expectWorld(shares);
});

test("shows no change in a preview and a refresh, and makes no call in an up", async () => {
  service.simulator.forgetCalls();
  expect(await changes()).toEqual({});
  await project.up(["--expect-no-changes"]);
  expect(service.simulator.calls).toEqual([]);
  await project.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
  expect(writes()).toEqual([]);
});

test("previews one edit of each kind, and applies it in place", async () => {
  project.write({ "shares.ts": sharesFile(edited) });
  expect(await changes()).toEqual({
    "update ResourceShare network-subnets": ["name", "tags"],
    "update ResourceShare network-prefixes": ["targets"],
    "update ResourceShare network-images": ["resources"],
    "update ShareTags network-images": ["tags"],
    "update ResourceShare network-keys": ["permissionNames", "resourceArns"],
    "update ResourceShare platform-prefixes": ["allowExternalTargets"],
    "update ResourceShare platform-golden-images": ["exclusive"],
    "update ResourceShare platform-catalogue": ["resourceProperties"],
    "update ResourceShare platform-transit": ["exclusive", "resourceGroupId"],
    "update ResourceShare platform-pools": ["targets"],
    "update SharePermission platform-workshop": ["permissionName"],
    "update ShareAssociation platform-workshop": ["resources", "targets"],
    "create ResourceShare platform-reports": [],
    "delete ResourceShare platform-archive": [],
  });
  const before = idsByRow();
  await project.up();
  expectWorld(edited);
  const { "platform-archive": _deleted, ...kept } = before;
  expect(idsByRow()).toMatchObject(kept);
});

test("shows every out-of-band change in a refresh, and reverts it in an up", async () => {
  const { outOfBand: behind, world } = service.simulator;
  const id = idsByRow();
  const of = (row: string) => id[row] ?? `no ${row}`;
  const property = (row: string, entity: string, value: object) => {
    const association = [...(world.shares.get(of(row))?.live.values() ?? [])].find((candidate) => candidate.id === entity);
    if (association) association.property = JSON.stringify(value);
  };
  behind.rename(of("network-subnets"), "renamed");
  behind.allowExternalTargets(of("platform-prefixes"), false);
  behind.moveToGroup(of("platform-transit"), demo.groups.default);
  behind.tag(of("apps-subnets"), { team: "unknown", others: "1" });
  behind.untag(of("apps-prefixes"), "team");
  behind.disassociate(of("apps-images"), "m-apps");
  behind.disassociate(of("apps-keys"), "kst-apps");
  behind.disassociate(of("sandbox-prefixes"), demo.folders.sandbox);
  behind.replacePermission(of("sandbox-subnets"), "AliyunRSDefaultPermissionVSwitch");
  property("platform-catalogue", "port-demo01", { sharePrincipals: true });
  property("platform-pools", demo.service, { timeRange: { timeRangeType: "day" } });
  behind.associate(of("platform-transit"), { resources: [{ type: "VSwitch", id: "vsw-stray" }], targets: [demo.sandbox] });
  behind.associate(of("platform-golden-images"), { targets: [demo.sandbox] });
  behind.disassociate(of("platform-workshop"), "vsw-demo03");
  behind.replacePermission(of("platform-workshop"), `${network}ReadOnly`);
  behind.tag(of("network-images"), { "cost-center": "0" });
  behind.deleteShare(of("sandbox-images"));
  behind.enableSharing(demo.directory, false);
  behind.settleNow();

  await project.succeed(["refresh", "--yes", "--skip-preview"]);
  expect(await changes()).toEqual({
    "update ResourceShare network-subnets": ["name"],
    "update ResourceShare platform-prefixes": ["allowExternalTargets"],
    // What is found in an exclusive share is shown by its ARN, which every type has.
    "update ResourceShare platform-transit": ["resourceArns", "resourceGroupId", "targets"],
    "update ResourceShare apps-subnets": ["tags"],
    "update ResourceShare apps-prefixes": ["tags"],
    "update ResourceShare apps-images": ["resources"],
    "update ResourceShare apps-keys": ["resourceArns"],
    "update ResourceShare sandbox-prefixes": ["targets"],
    "update ResourceShare sandbox-subnets": ["permissionNames"],
    "update ResourceShare platform-catalogue": ["resourceProperties"],
    "update ResourceShare platform-pools": ["targets"],
    "update ShareAssociation platform-workshop": ["resources"],
    "create SharePermission platform-workshop": [],
    "update ShareTags network-images": ["tags"],
    "create ResourceShare sandbox-images": [],
    "create ShareTags sandbox-images": [],
    "create DirectorySharing directory": [],
  });
  await project.up();
  // What others have added is theirs, where the share is not exclusive.
  expect(world.shares.get(of("platform-golden-images"))?.live.has(`Target/${demo.sandbox}`)).toBe(true);
  behind.disassociate(of("platform-golden-images"), demo.sandbox);
  behind.untag(of("apps-subnets"), "others");
  behind.settleNow();
  expectWorld(edited);
  await project.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
});

test("destroys everything, and widens no access on the way", async () => {
  service.simulator.forgetCalls();
  await project.destroy();
  // Permissions are deleted with their shares.
  expect(new Set(writes())).toEqual(new Set(["DisassociateResourceShare", "UntagResources", "DeleteResourceShare"]));
  expect(project.resources().filter(({ type }) => type.includes("resourceshare"))).toEqual([]);
  expectWorld({});
  expect(service.simulator.invariants()).toEqual([]);
});

/** Returns the file `shares.ts` of a table. */
function sharesFile(table: Table): string {
  const rows = Object.entries(table);
  const names = [...new Set(Object.values(table).map(({ team }) => team))];
  const ofTeam = (name: string) =>
    Object.values(table).flatMap(({ team, key, guest: _guest, costs: _costs, ...share }) => (team === name ? [[key, share]] : []));
  const values = {
    teams: Object.fromEntries(names.map((name) => [name, Object.fromEntries(ofTeam(name))])),
    guests: Object.fromEntries(rows.flatMap(([row, { guest }]) => (guest ? [[row, guest]] : []))),
    costs: Object.fromEntries(rows.flatMap(([row, share]) => (share.costs ? [[row, share.costs]] : []))),
  };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");
}

/** Expects that the service holds what a table lists, and nothing else. */
function expectWorld(table: Table): void {
  const live = [...service.simulator.world.shares.values()].filter(({ status }) => status !== "Deleted");
  const held = live.map((share) => [
    share.name,
    {
      status: share.status,
      external: share.allowExternalTargets,
      group: share.groupId,
      tags: Object.fromEntries(share.tags),
      properties: [...share.live.values()].flatMap(({ id, property }) => (property === undefined ? [] : [[id, JSON.parse(property)]])),
    },
  ]);
  const expected = Object.entries(table).map(([row, share]) => [
    share.name ?? row,
    {
      status: "Active",
      external: share.allowExternalTargets ?? false,
      group: share.resourceGroupId ?? demo.groups.default,
      tags: { "managed-by": "landing-zone", team: share.team, ...share.tags, ...share.costs },
      properties: [
        ...(share.resourceProperties ?? []).map(({ arn, property }) => [arn.split("/")[1], property]),
        ...(share.targets ?? []).flatMap((target) => (typeof target === "string" ? [] : [[target.id, target.property]])),
      ],
    },
  ]);
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected));
  const given = service.simulator.grants().map(({ shareName, target, resource, permission, pending }) => ({
    shareName,
    target: target.id,
    resource: resource.id,
    permission,
    pending,
  }));
  expect(sorted(given)).toEqual(sorted(Object.entries(table).flatMap(([row, share]) => grantsOf(share.name ?? row, share))));
}

function grantsOf(shareName: string, { guest, ...share }: Share) {
  const names = [...(share.permissionNames ?? []), ...(guest ? [guest.permissionName] : [])];
  const resources = [
    ...[...(share.resources ?? []), ...(guest?.resources ?? [])],
    ...(share.resourceArns ?? []).map((arn) => ({ type: "KMSInstance", id: arn.split("/")[1] ?? arn })),
  ];
  const targets = [...(share.targets ?? []).map((target) => (typeof target === "string" ? target : target.id)), ...(guest?.targets ?? [])];
  return targets.flatMap((target) =>
    resources.map(({ type, id }) => ({
      shareName,
      target,
      resource: id,
      permission: names.find((name) => name.startsWith(`AliyunRSPermission${type}Read`)) ?? `AliyunRSDefaultPermission${type}`,
      pending: false,
    })),
  );
}

function sorted(values: readonly object[]): string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}

/** What a preview shows: each step that does something, with the properties that it changes. */
async function changes(): Promise<Record<string, string[]>> {
  const steps = (await project.preview()).filter(({ op }) => op !== "same");
  return Object.fromEntries(
    steps.map(({ op, urn, detailedDiff }) => {
      const [type = "", name = ""] = urn.split("::").slice(-2);
      const properties = new Set(Object.keys(detailedDiff ?? {}).map((path) => path.replace(/[[.].*/, "")));
      return [`${op} ${type.split(":").at(-1)} ${name}`, [...properties].toSorted()];
    }),
  );
}

function writes(): string[] {
  return service.simulator.calls.map(({ operation }) => operation).filter((operation) => !isReadOperation(operation));
}

/** The ids of the shares by the table's rows. */
function idsByRow(): Record<string, string> {
  const found = project.resources().filter(({ type }) => type.endsWith(":ResourceShare"));
  return Object.fromEntries(found.map(({ urn, id = "" }) => [urn.split("::").at(-1) ?? urn, id]));
}
