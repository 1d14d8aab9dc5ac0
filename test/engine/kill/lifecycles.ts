import { demo, type Pace, type Simulator } from "../../../simulator/index.ts";
import { executeScene } from "../../support/device-actions.ts";

/** One command of a lifecycle. */
export interface Step {
  readonly name: string;
  /** The program's resources, as the text of a module that has `rs`. */
  readonly program: string;
  /** `replace` is an update that replaces the resource though nothing of it changes. */
  readonly command: "up" | "replace" | "refresh" | "destroy";
}

/** The lifecycle of one kind of resource: the program before it, and the commands at whose calls processes are killed. */
export interface ResourceLifecycle {
  readonly resource: string;
  /** Prepares the world. */
  readonly prepare?: (simulator: Simulator) => void;
  /** The pace of transitions that no caller polls. */
  readonly pace?: Partial<Pace>;
  /** The program before the first step. */
  readonly baseProgram: string;
  readonly steps: readonly Step[];
}

const share = (text: string) => `const share = new rs.ResourceShare("net", { name: "network", ${text} });`;
const up = (name: string, program: string): Step => ({ name, program, command: "up" });
const replace = (program: string): Step => ({ name: "replace", program, command: "replace" });
const destroy = (program: string): Step => ({ name: "delete", program, command: "destroy" });

const closedShare = share(`resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["${demo.folders.apps}"]`);
const openShare = share(`allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["${demo.consumer}"]`);

const firstShare = `new rs.ResourceShare("it", {
  name: "first", allowExternalTargets: true, tags: { team: "network", stage: "test" },
  resources: [{ type: "VSwitch", id: "vsw-demo01" }, { type: "PrefixList", id: "pl-demo01" }],
  targets: ["${demo.folders.apps}", "${demo.consumer}"],
  permissionNames: ["AliyunRSPermissionVSwitchReadOnly"],
});`;
const secondShare = `new rs.ResourceShare("it", {
  name: "second", allowExternalTargets: false, tags: { team: "platform" }, resourceGroupId: "${demo.groups.network}",
  resources: [{ type: "VSwitch", id: "vsw-demo02" }, { type: "Image", id: "m-demo01" }],
  targets: ["${demo.folders.apps}", "${demo.member}"],
  permissionNames: ["AliyunRSPermissionVSwitchReadWrite"],
});`;
const association = (text: string) => `${closedShare} new rs.ShareAssociation("it", { shareId: share.id, ${text} });`;
const permission = (name: string) =>
  `${closedShare} new rs.SharePermission("it", { shareId: share.id, permissionName: "AliyunRSPermissionVSwitch${name}" });`;
const tags = (text: string) => `${closedShare} new rs.ShareTags("it", { shareId: share.id, tags: { ${text} } });`;
const acceptor = (text: string) => `${openShare} new rs.InvitationAcceptor("it", { shareId: share.id, account: "consumer", ${text} });`;

const action = (triggers: string) => `new rs.DeviceAction("it", ${JSON.stringify({ ...executeScene, triggers })});`;

/** Every resource, from creation to deletion. */
export const lifecycles: readonly ResourceLifecycle[] = [
  {
    resource: "ResourceShare",
    baseProgram: "",
    steps: [up("create", firstShare), up("update", secondShare), replace(secondShare), destroy(secondShare)],
  },
  {
    resource: "ShareAssociation",
    baseProgram: closedShare,
    steps: [
      up("create", association(`resources: [{ type: "VSwitch", id: "vsw-demo02" }], targets: ["${demo.member}"]`)),
      up(
        "update",
        association(
          `resources: [{ type: "VSwitch", id: "vsw-demo03" }], targets: ["${demo.network}"], permissionNames: ["AliyunRSPermissionVSwitchReadOnly"]`,
        ),
      ),
      up("delete", closedShare),
    ],
  },
  {
    resource: "SharePermission",
    baseProgram: closedShare,
    steps: [
      up("create", permission("ReadOnly")),
      up("update", permission("ReadWrite")),
      replace(permission("ReadWrite")),
      up("delete", closedShare),
    ],
  },
  {
    resource: "ShareTags",
    baseProgram: closedShare,
    steps: [up("create", tags(`a: "1", b: "2"`)), up("update", tags(`b: "3", c: "4"`)), up("delete", closedShare)],
  },
  {
    resource: "InvitationAcceptor",
    // The receiver sees the share, but not the association in progress.
    pace: { accept: 0, disassociate: 0 },
    baseProgram: openShare,
    steps: [
      up("create", acceptor(`senderAccountId: "${demo.owner}"`)),
      up("update", acceptor(`senderAccountId: "${demo.owner}", leaveOnDelete: true, region: undefined`)),
      up("delete", openShare),
    ],
  },
  {
    resource: "DirectorySharing",
    prepare: (simulator) => simulator.outOfBand.enableSharing(demo.directory, false),
    baseProgram: "",
    steps: [up("create", `new rs.DirectorySharing("it", {});`), destroy(`new rs.DirectorySharing("it", {});`)],
  },
  {
    resource: "DeviceAction",
    baseProgram: "",
    steps: [up("create", action("1")), up("update", action("2")), destroy(action("2"))],
  },
];

/** The lifecycles that are interrupted: with a refresh, whose calls are reads, and a destroy of the whole stack at the end. */
export const interruptedLifecycles: readonly ResourceLifecycle[] = lifecycles.map((lifecycle) => {
  const steps = lifecycle.steps.slice(0, -1);
  const { program } = steps.at(-1) ?? { program: lifecycle.baseProgram };
  const atEnd = (["refresh", "destroy"] as const).map((command): Step => ({ name: command, program, command }));
  return { ...lifecycle, steps: [...steps, ...atEnd] };
});
