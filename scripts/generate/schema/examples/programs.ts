import { type ExampleProgram, IdReference } from "./program.ts";

/** The example of each kind, by its token. The schema shows them in four languages, and the kinds' pages in three. */
export const examplePrograms: Readonly<Record<string, ExampleProgram>> = {
  ResourceShare: {
    title: "Share with a folder and an outside account",
    resources: [
      {
        name: "network",
        kind: "ResourceShare",
        comment: "A subnet and a prefix list for a folder of the directory, and for an account outside it.",
        args: {
          name: "shared-network",
          allowExternalTargets: true,
          resources: [
            { type: "VSwitch", id: "vsw-demo01" },
            { type: "PrefixList", id: "pl-demo01" },
          ],
          targets: ["fd-apps01", "2000000000000001"],
          tags: { team: "network" },
        },
      },
    ],
  },
  ShareAssociation: {
    title: "Add to a share of another team",
    resources: [
      { name: "images", kind: "ResourceShare", args: { name: "images" } },
      {
        name: "golden",
        kind: "ShareAssociation",
        comment: "What others have put into the share stays as it is.",
        args: {
          shareId: new IdReference("images"),
          resources: [{ type: "Image", id: "m-demo01" }],
          targets: ["1000000000000003"],
        },
      },
    ],
  },
  SharePermission: {
    title: "Share a prefix list for reading",
    resources: [
      { name: "prefixes", kind: "ResourceShare", args: { name: "prefixes", targets: ["1000000000000003"] } },
      {
        name: "reading",
        kind: "SharePermission",
        comment: "Targets may read the list, not change it. `listPermissions` lists what your account can use.",
        args: { shareId: new IdReference("prefixes"), permissionName: "AliyunRSPermissionPrefixListReadOnly" },
      },
      {
        name: "association",
        kind: "ShareAssociation",
        comment: "It depends on the permission, so that access is never wider.",
        args: { shareId: new IdReference("prefixes"), resources: [{ type: "PrefixList", id: "pl-demo01" }] },
        dependsOn: "reading",
      },
    ],
  },
  ShareTags: {
    title: "Tag a share of another team",
    resources: [
      { name: "templates", kind: "ResourceShare", args: { name: "templates" } },
      {
        name: "cost",
        kind: "ShareTags",
        comment: "Only these keys are changed.",
        args: { shareId: new IdReference("templates"), tags: { "cost-center": "4711" } },
      },
    ],
  },
  InvitationAcceptor: {
    title: "Accept an invitation",
    resources: [
      {
        name: "pools",
        kind: "ResourceShare",
        comment: "An account outside the directory gets an invitation.",
        args: {
          name: "pools",
          allowExternalTargets: true,
          resources: [{ type: "IpamPool", id: "ipam-pool-demo01" }],
          targets: ["2000000000000001"],
        },
      },
      {
        name: "consumer",
        kind: "InvitationAcceptor",
        comment: "It accepts with the credentials that the configuration has under `accounts.consumer`.",
        args: { shareId: new IdReference("pools"), senderAccountId: "1000000000000001", account: "consumer" },
      },
    ],
  },
  DirectorySharing: {
    title: "Switch on sharing in the directory",
    resources: [
      {
        name: "directory",
        kind: "DirectorySharing",
        comment: "With the credentials of the directory's management account.",
        args: {},
      },
    ],
  },
  DeviceAction: {
    title: "Push a message to a device",
    resources: [
      {
        name: "announcement",
        kind: "DeviceAction",
        comment: "Pushed once; again when the release changes.",
        args: {
          action: "pushDeviceNotification",
          args: {
            body: {
              sendTarget: { targetType: "DEVICE_OPEN_ID", targetIdentity: "dev-kitchen01" },
              messageTemplateId: "template-demo01",
              placeHolder: { content: "The network is shared." },
              encodeType: "UC_CLIENT_ID",
              encodeKey: "28001",
            },
          },
          triggers: "release 1",
        },
      },
    ],
  },
};
