import type { Values } from "../../../provider/lifecycle/resource.ts";
import { createPlayingList, executeScene, executeSmartHomeScene, pushDeviceNotification } from "../../support/device-actions.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { SimulatorOptions } from "../../../simulator/simulator.ts";
import type { Kind } from "../../support/harness.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";
import { entities, entityChanges, permission, portfolio, window } from "../../support/resource-scenarios.ts";
import type { Program } from "../engine/engine.ts";
import type { Harness } from "../engine/provider-process.ts";

/** A scenario of one stack: the initial state, and then a program. Each call of the last step fails in turn. */
export interface Scenario {
  readonly name: string;
  readonly options?: Omit<SimulatorOptions, "clock" | "random">;
  /** Objects that another caller has created before. */
  prepare?(harness: Harness): void;
  /** The program of the step before; none when absent. */
  readonly first?: Program;
  /** What others do after that step. */
  others?(harness: Harness): void;
  /** The program of the last step; `destroy` when absent. */
  readonly program: Program;
  /** What `--replace` names. */
  readonly replaced?: readonly string[];
}

function declared(kind: Kind, name: string, args: Values, dependsOn: readonly string[] = []): ProgramEntry {
  return { kind, name, args, options: { dependsOn } };
}

const share = (args: Values, name = "net", needs: readonly string[] = []) => declared("ResourceShare", name, { name, ...args }, needs);
/** A resource that belongs to the share `net` of the program. */
const childOf = (kind: Kind, args: Values, name: string = kind, owner = "net") =>
  declared(kind, name, { shareId: { $id: owner }, ...args });

const vsw = (number: number) => ({ type: "VSwitch", id: `vsw-${number}` });
const vswitches = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => vsw(from + index));
const tags = (count: number, value = "1") => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index + 10}`, value]));
const folders = Object.values(demo.folders);

const small = { resources: [vsw(1)], targets: [demo.member] };
const full = {
  allowExternalTargets: true,
  resourceGroupId: demo.groups.shared,
  resources: vswitches(1, 6),
  resourceArns: [portfolio("port-1"), portfolio("port-2")],
  resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true, shareTagOptions: true } }],
  targets: [demo.member, demo.network, ...folders, demo.consumer, { id: demo.service, property: window("18:00") }],
  permissionNames: [permission("VSwitch", "ReadOnly"), permission("ServiceCatalogPortfolio", "ReadOnly")],
  tags: { team: "net", cost: "1" },
};
const otherEntities = Object.fromEntries(entityChanges);

/** Each list of a share, before and after. */
const listChanges: readonly (readonly [name: string, before: Values, after: Values])[] = [
  ["name", { name: "net" }, { name: "net2" }],
  ["resources", { resources: vswitches(1, 7) }, { resources: vswitches(4, 10) }],
  [
    "resourceArns",
    { resourceArns: [portfolio("port-1"), portfolio("port-2")] },
    { resourceArns: [portfolio("port-2"), portfolio("port-3")] },
  ],
  ["targets", { targets: [demo.member, demo.network, ...folders, demo.sandbox] }, { targets: [demo.network, demo.directory] }],
  [
    "a target's property",
    { allowExternalTargets: true, targets: [{ id: demo.service, property: window("18:00") }] },
    { allowExternalTargets: true, targets: [{ id: demo.service, property: window("20:00") }] },
  ],
  [
    "a property that is taken away",
    { allowExternalTargets: true, targets: [{ id: demo.service, property: window("18:00") }] },
    { allowExternalTargets: true, targets: [demo.service] },
  ],
  [
    "resourceProperties",
    { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
    { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: false } }] },
  ],
  [
    "permissionNames",
    { resources: [vsw(1)], permissionNames: [permission("VSwitch", "ReadOnly")] },
    { resources: [vsw(1)], permissionNames: [permission("VSwitch", "ReadWrite"), permission("Image", "ReadOnly")] },
  ],
  ["tags", { tags: { team: "net", cost: "1" } }, { tags: { team: "core", stage: "prod" } }],
  ["twenty tags", { tags: tags(20) }, { tags: { ...tags(19, "2"), other: "1" } }],
  ["resourceGroupId", {}, { resourceGroupId: demo.groups.network }],
  ["opening", { targets: [demo.member] }, { allowExternalTargets: true, targets: [demo.member, demo.consumer] }],
  ["closing", { allowExternalTargets: true, targets: [demo.member, demo.consumer] }, { targets: [demo.member] }],
  ["exclusive", small, { ...small, exclusive: true }],
  ["everything", full, { name: "net2", ...otherEntities, allowExternalTargets: true, exclusive: true, tags: { team: "core" } }],
];

const openShare = share({ allowExternalTargets: true });
const receiver = { account: "consumer", senderAccountId: demo.owner };
const inviting = share({ allowExternalTargets: true, resources: [vsw(1)], targets: [demo.consumer] });

/** Each resource that belongs to a share, with the share beside it: made, changed, and gone. */
const childResources: readonly (readonly [owner: ProgramEntry, before: ProgramEntry, after?: ProgramEntry])[] = [
  [openShare, childOf("ShareAssociation", entities), childOf("ShareAssociation", otherEntities)],
  [
    share({ resources: [vsw(1)] }),
    childOf("SharePermission", { permissionName: permission("VSwitch", "ReadOnly") }),
    childOf("SharePermission", { permissionName: permission("VSwitch", "ReadWrite") }),
  ],
  [
    share({ tags: { theirs: "kept" } }),
    childOf("ShareTags", { tags: { team: "net", cost: "1" } }),
    childOf("ShareTags", { tags: { team: "core", stage: "prod" } }),
  ],
  [inviting, childOf("InvitationAcceptor", receiver), childOf("InvitationAcceptor", { ...receiver, leaveOnDelete: false })],
];

const everything: Program = [
  declared("DirectorySharing", "directory", {}),
  share({ allowExternalTargets: true, resources: vswitches(1, 6), targets: [demo.member, demo.consumer], tags: { team: "net" } }, "net", [
    "directory",
  ]),
  share({ resources: [{ type: "Image", id: "m-1" }], targets: [demo.network] }, "images", ["directory"]),
  childOf("ShareAssociation", { resourceArns: [portfolio("port-1")], targets: [demo.network, ...folders] }),
  childOf("SharePermission", { permissionName: permission("VSwitch", "ReadOnly") }),
  childOf("ShareTags", { tags: { cost: "1" } }),
  childOf("ShareTags", { tags: { cost: "2" } }, "tags of images", "images"),
  childOf("InvitationAcceptor", receiver),
];
const everythingChanged: Program = [
  declared("DirectorySharing", "directory", {}),
  share({ allowExternalTargets: true, resources: vswitches(3, 9), targets: [demo.network, demo.consumer], tags: { team: "core" } }, "net", [
    "directory",
  ]),
  // The target has moved from the association to the share, and a target of the share to the association.
  childOf("ShareAssociation", { resourceArns: [portfolio("port-2")], targets: [demo.member, demo.folders.core] }),
  childOf("SharePermission", { permissionName: permission("VSwitch", "ReadWrite") }),
  childOf("ShareTags", { tags: { stage: "prod" } }),
  childOf("InvitationAcceptor", receiver),
];

const deviceAction = (inputs: Values & { readonly action: string }, triggers: string, needs: readonly string[] = []) =>
  declared("DeviceAction", inputs.action, { ...inputs, triggers }, needs);
/** Each action once, and what is played anew with each program. */
const deviceActions = (triggers: string): Program => [
  deviceAction(executeScene, triggers),
  deviceAction(executeSmartHomeScene, triggers),
  deviceAction(createPlayingList(triggers), "always the same"),
];
const announcement = (content: string) => deviceAction(pushDeviceNotification(content), "once", ["net"]);
const singleAction = deviceActions("1").slice(0, 1);
/** The user's access token has ended, and must be renewed before anything else. */
const expireToken = (harness: Harness) => harness.simulator.advance(604_800_000);

/** Others put a target, a tag and a permission into the share. */
const addByOthers = ({ simulator }: Harness) => {
  for (const id of simulator.world.shares.keys()) {
    simulator.outOfBand.associate(id, { targets: [demo.member] });
    simulator.outOfBand.tag(id, { team: "theirs" });
  }
};
/** A resource that lists what others have added: it takes over what it lists. */
const shared = (kind: Kind, before: Values, after: Values): Scenario[] => {
  const first = [openShare];
  return [
    { name: `${kind} of what others have added: create`, first, others: addByOthers, program: [openShare, childOf(kind, after)] },
    {
      ...{ name: `${kind} of what others have added: update`, first: [openShare, childOf(kind, before)], others: addByOthers },
      program: [openShare, childOf(kind, after)],
    },
  ];
};

const disableSharing = (harness: Harness) => harness.simulator.outOfBand.enableSharing(demo.directory, false);
const delayedVisibility = { pace: { visibility: 2000 } };

export const scenarios: readonly Scenario[] = [
  { name: "ResourceShare, empty: create", program: [share({})] },
  { name: "ResourceShare: create", program: [share({ ...small, tags: { team: "net" } })] },
  { name: "ResourceShare, listed after 2 s: create", options: delayedVisibility, program: [share({ ...small, tags: { team: "net" } })] },
  { name: "ResourceShare, full: create", program: [share(full)] },
  { name: "ResourceShare with twenty tags: create", program: [share({ ...small, tags: tags(20) })] },
  { name: "ResourceShare: forced replacement", first: [share(small)], program: [share(small)], replaced: ["net"] },
  { name: "ResourceShare: replacement by region", first: [share(small)], program: [share({ ...small, region: "cn-shanghai" })] },
  { name: "ResourceShare, full: destroy", first: [share(full)], program: [] },
  ...listChanges.map(([name, before, after]) => ({
    name: `ResourceShare: update of ${name}`,
    first: [share(before)],
    program: [share(after)],
  })),
  ...childResources.flatMap(([owner, before, after = before]): Scenario[] => [
    { name: `${before.kind}: create`, first: [owner], program: [owner, before] },
    { name: `${before.kind}: update`, first: [owner, before], program: [owner, after] },
    // An account that leaves a share needs a new invitation before it can accept again.
    ...(before.kind === "InvitationAcceptor"
      ? []
      : [{ name: `${before.kind}: forced replacement`, first: [owner, before], program: [owner, before], replaced: [before.name] }]),
    { name: `${before.kind}: delete`, first: [owner, before], program: [owner] },
    { name: `${before.kind} and its share: create`, program: [owner, before] },
    { name: `${before.kind} and its share: destroy`, first: [owner, before], program: [] },
    { name: `${before.kind}: its share is replaced`, first: [owner, before], program: [owner, before], replaced: [owner.name] },
  ]),
  ...shared("ShareAssociation", { targets: [demo.network] }, { targets: [demo.network, demo.member] }),
  {
    ...{ name: "ResourceShare of what others have added: becoming exclusive", others: addByOthers },
    first: [share({ targets: [demo.network] })],
    program: [share({ targets: [demo.network], exclusive: true })],
  },
  ...shared("ShareTags", { tags: { cost: "1" } }, { tags: { cost: "1", team: "ours" } }),
  { name: "DirectorySharing: create", prepare: disableSharing, program: [declared("DirectorySharing", "directory", {})] },
  { name: "DirectorySharing: delete", first: [declared("DirectorySharing", "directory", {})], program: [] },
  {
    name: "entities move from a share to an association",
    first: [share({ resources: vswitches(1, 3), targets: [demo.member, demo.network] })],
    program: [
      share({ resources: [vsw(1)] }),
      childOf("ShareAssociation", { resources: vswitches(2, 3), targets: [demo.member, demo.network] }),
    ],
  },
  {
    name: "entities move from an association to a share",
    first: [
      share({ resources: [vsw(1)] }),
      childOf("ShareAssociation", { resources: vswitches(2, 3), targets: [demo.member, demo.network] }),
    ],
    program: [share({ resources: vswitches(1, 3), targets: [demo.member, demo.network] })],
  },
  { name: "DeviceAction: create", program: deviceActions("1") },
  { name: "DeviceAction with a token that has ended: create", prepare: expireToken, program: deviceActions("1") },
  { name: "DeviceAction: update", first: deviceActions("1"), program: deviceActions("2") },
  { name: "DeviceAction: forced replacement", first: singleAction, program: singleAction, replaced: ["executeScene"] },
  { name: "DeviceAction: delete", first: deviceActions("1"), program: [] },
  { name: "DeviceAction and its share: create", program: [share(small), announcement("It is shared.")] },
  {
    name: "DeviceAction and its share: update",
    first: [share(small), announcement("It is shared.")],
    program: [share(full), announcement("More is shared.")],
  },
  { name: "DeviceAction and its share: destroy", first: [share(small), announcement("It is shared.")], program: [] },
  { name: "all together: create", prepare: disableSharing, program: everything },
  { name: "all together: update", first: everything, program: everythingChanged },
  { name: "all together: destroy", first: everything, program: [] },
];
