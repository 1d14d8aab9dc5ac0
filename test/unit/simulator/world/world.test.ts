import * as fc from "fast-check";
import { expect, test } from "vitest";
import { serviceWide } from "../../../../provider/api/error-codes.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import type { SimulatorOptions } from "../../../../simulator/simulator.ts";
import { createFixture } from "../fixture.ts";

const accounts = [demo.owner, demo.member, demo.consumer];
const targets = [demo.member, demo.network, demo.consumer, demo.partner, demo.folders.apps, demo.directory, demo.service, demo.owner];
const resources = ["vsw-1", "vsw-2", "eap-1", "pippool-1"];
const typeOf = (id: string) => (id.startsWith("vsw") ? "VSwitch" : id.startsWith("eap") ? "ElasticityAssurance" : "PublicIpAddressPool");

const pick = <T>(items: readonly T[]) => fc.constantFrom(...items);
const some = <T>(items: readonly T[]) => fc.uniqueArray(pick(items), { maxLength: 3 });
const share = fc.integer({ min: 1, max: 4 }).map((n) => `rs-00000${n}`);
const invitation = fc.integer({ min: 1, max: 4 }).map((n) => `i-00000${n}`);
const entities = fc.record({
  Resources: some(resources).map((ids) => ids.map((ResourceId) => ({ ResourceId, ResourceType: typeOf(ResourceId) }))),
  Targets: some(targets),
});
const permissionName = pick(["AliyunRSDefaultPermissionVSwitch", "AliyunRSPermissionVSwitchReadOnly", "Unheard"]);
const owner = pick(["Self", "OtherAccounts"]);
const place = fc.record({
  ResourceType: fc.constant("ResourceShare"),
  RegionId: fc.constant("cn-hangzhou"),
  ResourceId: share.map((id) => [id]),
});
const merged = (...parts: fc.Arbitrary<object>[]) => fc.tuple(...parts).map((found) => Object.assign({}, ...found) as object);
const named = fc.record({ ResourceShareName: pick(["one", "two", "no good"]), AllowExternalTargets: fc.boolean() });
const ofShare = fc.record({ ResourceShareId: share });

/** Requests for each operation; for one without a row, the request without parameters. */
const requests: Readonly<Record<string, fc.Arbitrary<object>>> = {
  ...Object.fromEntries(Object.keys(sharing).map((name) => [name, fc.constant({})])),
  CreateResourceShare: merged(named, entities),
  UpdateResourceShare: merged(named, ofShare),
  DeleteResourceShare: ofShare,
  ListResourceShares: fc.record({ ResourceOwner: owner }),
  AssociateResourceShare: merged(ofShare, entities),
  DisassociateResourceShare: merged(ofShare, entities, fc.record({ ResourceOwner: owner })),
  ListResourceShareAssociations: fc.record({ AssociationType: pick(["Resource", "Target"]) }),
  ListSharedResources: fc.record({ ResourceOwner: owner }),
  ListSharedTargets: fc.record({ ResourceOwner: owner }),
  AcceptResourceShareInvitation: fc.record({ ResourceShareInvitationId: invitation }),
  RejectResourceShareInvitation: fc.record({ ResourceShareInvitationId: invitation }),
  AssociateResourceSharePermission: merged(ofShare, fc.record({ PermissionName: permissionName, Replace: fc.boolean() })),
  DisassociateResourceSharePermission: merged(ofShare, fc.record({ PermissionName: permissionName })),
  ListResourceSharePermissions: merged(ofShare, fc.record({ ResourceOwner: owner })),
  TagResources: merged(place, fc.record({ Tag: fc.constant([{ Key: "a", Value: "b" }]) })),
  UntagResources: merged(place, fc.record({ All: fc.constant(true) })),
  ListTagResources: place,
  ChangeResourceGroup: fc.record({
    ResourceId: share,
    ResourceRegionId: fc.constant("cn-hangzhou"),
    ResourceGroupId: pick([demo.groups.network, "rg-none"]),
  }),
  GetPermission: fc.record({ PermissionName: permissionName }),
  ListPermissionVersions: fc.record({ PermissionName: permissionName }),
};

type Step = { action: keyof typeof sharing; request: object; account: string } | { advanceMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.oneof(
      ...Object.entries(requests).map(([action, request]) =>
        fc.record({ action: fc.constant(action as keyof typeof sharing), request, account: pick(accounts) }),
      ),
    ),
  },
  { weight: 2, arbitrary: fc.record({ advanceMs: pick([50, 200, 1000, 8 * 24 * 3_600_000]) }) },
);

const paces: readonly (readonly [string, SimulatorOptions])[] = [
  ["fast", {}],
  ["real", { pace: "real" }],
  ["immediate", { pace: { associate: 0, disassociate: 0, deleteShare: 0, accept: 0 } }],
  ["counted in reads", { pace: { associate: { reads: 2 }, disassociate: { reads: 2 }, deleteShare: { reads: 2 }, accept: { reads: 1 } } }],
];

/** Codes that no table lists, so that no declaration can. */
const unlisted = ["EntityAlreadyExists.ResourceSharePermission"];

test.for(paces)(
  "keeps the invariants of the simulator's world after any calls and returns declared codes only (%s pace)",
  async ([, options]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { simulator, call } = await createFixture(undefined, options);
        const undeclared = async (taken: Step) => {
          if ("advanceMs" in taken) return simulator.advance(taken.advanceMs) ?? [];
          const { code } = await call(taken.action, taken.request, taken.account);
          const declared: unknown[] = [undefined, ...serviceWide, ...sharing[taken.action].errors, ...unlisted];
          return declared.includes(code) ? [] : [`${taken.action} answered ${String(code)}`];
        };
        for (const taken of steps) {
          expect(await undeclared(taken)).toEqual([]);
          expect(simulator.invariants()).toEqual([]);
        }
        const saved = simulator.save();
        const { simulator: other } = await createFixture(undefined, {
          ...options,
          world: JSON.parse(JSON.stringify(saved)) as typeof saved,
        });
        expect(JSON.parse(JSON.stringify(other.save()))).toEqual(JSON.parse(JSON.stringify(saved)));
        expect(other.invariants()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);

const when = "2026-01-01T00:00:00.000Z";
const vSwitch = { type: "VSwitch", service: "vpc", arnType: "vswitch", idPrefix: "vsw-" };

test.each<[what: string, world: object, message: string | RegExp]>([
  [
    "an operation that does not exist",
    { version: 1, accounts: [{ id: demo.owner, denied: ["ListResourceShares", "CreateResourceshare"] }] },
    'accounts[0].denied[1]: "CreateResourceshare" is no operation of the service; did you mean CreateResourceShare?',
  ],
  ["no version", { accounts: [] }, "version: is required, and must be 1"],
  [
    "half a share",
    { version: 1, shares: [{ id: "rs-1", sequence: 1, status: "Active", createdAt: when }] },
    "shares[0].name: is required, and must be a text; shares[0].owner: is required, and must be 16 digits in quotes; shares[0].updatedAt: is required, and must be a time such as 2025-01-01T00:00:00.000Z",
  ],
  [
    "an unknown setting",
    { version: 1, settings: { listorder: "newest" } },
    "settings: has no field `listorder`; did you mean `listOrder`?",
  ],
  ["an unknown quota", { version: 1, settings: { quotas: { share: 1 } } }, "settings.quotas: has no field `share`; did you mean `shares`?"],
  [
    "an account that is listed twice",
    { version: 1, accounts: [{ id: demo.owner }, { id: demo.owner }] },
    `accounts[1].id: ${demo.owner} is listed already`,
  ],
  [
    "a management account that does not exist",
    { version: 1, directories: [{ id: "rd-1", managementAccountId: demo.owner }] },
    `directories[0].managementAccountId: there is no account ${demo.owner}`,
  ],
  [
    "two accounts of one name",
    {
      version: 1,
      accounts: [
        { id: demo.owner, name: "a" },
        { id: demo.member, name: "a" },
      ],
    },
    "accounts[1].name: a is listed already",
  ],
  [
    "an access key of two accounts",
    { version: 1, accounts: [demo.owner, demo.member].map((id) => ({ id, keys: [{ accessKeyId: "LTAI-a", accessKeySecret: "s" }] })) },
    "accounts[1].keys[0].accessKeyId: LTAI-a is listed already",
  ],
  [
    "a folder that does not exist",
    { version: 1, accounts: [{ id: demo.owner, folderId: "fd-1" }] },
    "accounts[0].folderId: there is no folder fd-1",
  ],
  [
    "a directory that does not exist",
    { version: 1, accounts: [{ id: demo.owner, directoryId: "rd-none" }] },
    "accounts[0].directoryId: there is no directory rd-none",
  ],
  [
    "a field that resembles no other",
    { version: 1, settings: { quotas: { zz: 1 } } },
    "settings.quotas: has no field `zz`; the fields are `shares`, ",
  ],
  [
    "a share of an account that does not exist",
    {
      version: 1,
      accounts: [{ id: demo.owner }],
      shares: [{ sequence: 1, id: "rs-1", name: "a", owner: "1000000000000009", status: "Active", createdAt: when, updatedAt: when }],
    },
    `shares[0].owner: there is no account 1000000000000009; did you mean ${demo.owner}?`,
  ],
  [
    "a resource of a type that is not among its kinds",
    {
      version: 1,
      accounts: [{ id: demo.owner }],
      kinds: [vSwitch],
      resources: [{ type: "VSwich", id: "vsw-1", owner: demo.owner, region: "cn-hangzhou" }],
    },
    "resources[0].type: there is no resource type VSwich; did you mean VSwitch?",
  ],
])("rejects a world file of the simulator with %s", async (_title, world, message) => {
  await expect(createFixture(undefined, { world: world as never })).rejects.toThrow(message);
});

test("refuses to share an unknown resource in a strict world of the simulator", async () => {
  const { simulator, call } = await createFixture();
  simulator.world.settings.strictResources = true;
  const create = (ResourceId: string) =>
    call("CreateResourceShare", { ResourceShareName: "a", Resources: [{ ResourceId, ResourceType: "VSwitch" }] });
  expect((await create("vsw-demo01")).status).toBe(200);
  expect((await create("vsw-unheard")).code).toBe("InvalidParameter.Resources");
});
