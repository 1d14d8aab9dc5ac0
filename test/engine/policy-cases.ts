import { demo } from "../../simulator/world/demo.ts";
import type { ResourceShareGuardArgs } from "../../sdk/policy/index.ts";

/** In parts, so that this file holds nothing in the form of a credential. */
export const accessKey = ["LTAI", "5tNobodysKey0001"].join("");

/** Options under which every failing program below fails and every passing one passes. */
export const options: ResourceShareGuardArgs = {
  all: "mandatory",
  "external-targets": { allow: [demo.consumer, demo.service] },
  "allowed-targets": { accounts: ["1*", demo.consumer, demo.partner], folders: [demo.folders.core] },
  "resource-types": { deny: ["KMSInstance", "Snapshot"] },
  permissions: { allow: ["AliyunRSPermissionImageReadOnly", "vpc:Describe*"] },
  "required-tags": { tags: ["team"] },
  naming: { pattern: "^[a-z-]+$" },
  "share-size": { targets: 2, resources: 2 },
  "known-senders": { accounts: [demo.owner] },
  "critical-shares": { tag: "tier=1", retained: ["*-kept"] },
};

interface Case {
  readonly policy: string;
  readonly passes: string;
  readonly fails: string;
  /** The resource, the value and the way out, as the message has them. */
  readonly message: readonly string[];
}

const key = JSON.stringify(accessKey);

/** For each policy a program that passes and one that fails. `share(name, more)` makes a share that no policy objects to. */
export const cases: readonly Case[] = [
  {
    policy: "external-targets",
    passes: `share("outside", { allowExternalTargets: true, targets: ["${demo.consumer}"] });`,
    fails: `
      const open = share("outside", { allowExternalTargets: true });
      new rs.ShareAssociation("outside-more", { shareId: open.id, targets: ["${demo.partner}"] });`,
    message: [
      "ShareAssociation outside-more shares with",
      demo.partner,
      "take it out of targets, or list it: a member in `members`, another in `allow`",
    ],
  },
  {
    policy: "allowed-targets",
    passes: `share("listed", { targets: ["${demo.folders.core}", "${demo.member}"] });`,
    fails: `share("listed", { targets: ["${demo.folders.apps}"] });`,
    message: ["ResourceShare listed shares with", demo.folders.apps, "add it to `folders`"],
  },
  {
    policy: "whole-directory",
    passes: `share("whole", { targets: ["${demo.folders.core}"] });`,
    fails: `share("whole", { targets: ["${demo.directory}"] });`,
    message: ["ResourceShare whole shares with", demo.directory, "name the folders or members"],
  },
  {
    policy: "resource-types",
    passes: `share("types", { resources: [{ type: "VSwitch", id: "vsw-demo01" }] });`,
    fails: `share("types", { resourceArns: ["acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01"] });`,
    message: ["ResourceShare types shares", "kms:instance", "kst-demo01", "take the resource out"],
  },
  {
    policy: "permissions",
    passes: `share("permitted", { permissionNames: ["AliyunRSPermissionVSwitchReadOnly", "AliyunRSPermissionImageReadOnly"] });`,
    fails: `
      const lent = share("permitted", {});
      new rs.SharePermission("write", { shareId: lent.id, permissionName: "AliyunRSPermissionVSwitchReadWrite" });`,
    message: ["SharePermission write has AliyunRSPermissionVSwitchReadWrite", "vpc:ModifyVSwitch", "choose another permission"],
  },
  {
    policy: "required-tags",
    passes: `
      const tagged = share("tagged", { tags: undefined });
      new rs.ShareTags("tagged-later", { shareId: tagged.id, tags: { team: "net" } });`,
    fails: `share("tagged", { tags: undefined });`,
    message: ["ResourceShare tagged has no tag", '"team"', "add it to tags"],
  },
  {
    policy: "naming",
    passes: `share("named", { name: "a-good-name" });`,
    fails: `share("named", { name: "Bad_Name" });`,
    message: ["ResourceShare named has the name", "Bad_Name", "give it one that does"],
  },
  {
    policy: "service-time-window",
    passes: `
      const window = { timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8" } };
      share("service", { allowExternalTargets: true, targets: [{ id: "${demo.service}", property: window }] });`,
    fails: `share("service", { allowExternalTargets: true, targets: ["${demo.service}"] });`,
    message: ["ResourceShare service shares with", demo.service, "write the target as { id, property:"],
  },
  {
    policy: "double-claim",
    passes: `
      const once = share("claimed", { targets: ["${demo.member}"] });
      new rs.ShareAssociation("claimed-more", { shareId: once.id, targets: ["${demo.network}"] });`,
    fails: `
      const twice = share("claimed", { targets: ["${demo.member}"] });
      new rs.ShareAssociation("claimed-more", { shareId: twice.id.apply((id) => id), targets: ["${demo.member}"] });`,
    message: [
      "ShareAssociation claimed-more claims what is taken",
      `target ${demo.member} of ResourceShare claimed`,
      "list it in one of them",
    ],
  },
  {
    policy: "double-grant",
    passes: `
      share("first", { resources: [{ type: "VSwitch", id: "vsw-demo02" }], targets: ["${demo.member}"] });
      share("second", { resources: [{ type: "VSwitch", id: "vsw-demo02" }], targets: ["${demo.network}"] });`,
    fails: `
      share("first", { resources: [{ type: "VSwitch", id: "vsw-demo02" }], targets: ["${demo.member}"] });
      const second = share("second", { resourceArns: ["acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-demo02"] });
      new rs.ShareAssociation("second-more", { shareId: second.id, targets: ["${demo.member}"] });`,
    message: [
      `grants ${demo.member} access to VSwitch vsw-demo02`,
      "ResourceShare first",
      "ResourceShare second",
      "drop the resource or the target",
    ],
  },
  {
    policy: "share-size",
    passes: `share("small", { targets: ["${demo.member}", "${demo.network}"] });`,
    fails: `
      const large = share("small", { targets: ["${demo.member}", "${demo.network}"] });
      new rs.ShareAssociation("large", { shareId: large.id, targets: ["${demo.sandbox}"] });`,
    message: ["ResourceShare small has 3 targets", "more than 2", "split the share, or raise `targets`"],
  },
  {
    policy: "known-senders",
    passes: `new rs.InvitationAcceptor("known", { account: "consumer", shareId: "rs-1", senderAccountId: "${demo.owner}" });`,
    fails: `new rs.InvitationAcceptor("known", { account: "consumer", shareId: "rs-1", senderAccountId: "${demo.stranger}" });`,
    message: ["InvitationAcceptor known accepts from", demo.stranger, "add it to `accounts`"],
  },
  {
    policy: "leave-on-delete",
    passes: `new rs.InvitationAcceptor("leaving", { account: "consumer", shareId: "rs-2", senderAccountId: "${demo.owner}" });`,
    fails: `new rs.InvitationAcceptor("leaving", { account: "consumer", shareId: "rs-2", senderAccountId: "${demo.owner}", leaveOnDelete: false });`,
    message: ["InvitationAcceptor leaving has leaveOnDelete: false", "drop it"],
  },
  {
    policy: "critical-shares",
    passes: `
      share("critical", { tags: { team: "net", tier: "1" } }, { protect: true });
      share("critical-kept", { tags: { team: "net", tier: "1" } }, { retainOnDelete: true });`,
    fails: `share("critical", { tags: { team: "net", tier: "1" } });`,
    message: ["ResourceShare critical has the tag tier=1", "set `protect: true`"],
  },
  {
    policy: "credentials-in-program",
    passes: `share("secretive", { tags: { team: "net", key: process.env.NOBODYS_KEY ?? "none" } });`,
    fails: `share("secretive", { tags: { team: "net", key: ${key} } });`,
    message: ["ResourceShare secretive has a value in the form of a credential in `tags.key` (LTAI…)", "take it out and replace it"],
  },
];
