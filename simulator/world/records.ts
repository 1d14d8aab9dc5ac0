import type { FullWorldFile, ShareFile } from "./world-schema.ts";

/** A resource type that can be shared, and its restrictions. */
export type ResourceKind = FullWorldFile["kinds"][number];
/** A simulated account. */
export type Account = FullWorldFile["accounts"][number];
/** A resource directory: accounts in a tree of folders. */
export type Directory = FullWorldFile["directories"][number];
/** A resource in the world. */
export type Resource = FullWorldFile["resources"][number];
/** A permission that the service offers. */
export type PermissionEntry = FullWorldFile["permissions"][number];
/** A version of a permission, with its policy document. */
export type PermissionVersion = PermissionEntry["versions"][number];
/** A permission that is attached to a share. Its version does not change when the permission's default version changes. */
export type AttachedPermission = ShareFile["permissions"][string];
/** A detail of a failed association or acceptance. */
export type Failure = AssociationFile["failures"][number];
/** The kinds of targets. */
export type TargetKind = "ResourceDirectory" | "Folder" | "Account" | "Service";

type AssociationFile = ShareFile["associations"][number];
type InvitationFile = FullWorldFile["invitations"][number];

/** The association of one resource or one target with one share. */
export interface Association extends Omit<AssociationFile, "invitationId"> {
  readonly record: "association";
  readonly share: Share;
  /** The latest invitation to a target outside the directory. */
  invitation?: Invitation | undefined;
}

/** An invitation that a share has sent to an account outside the directory. */
export interface Invitation extends Omit<InvitationFile, "shareId"> {
  readonly record: "invitation";
  readonly share: Share;
}

/** A resource share with its associations. */
export interface Share extends Omit<ShareFile, "tags" | "permissions" | "associations"> {
  readonly record: "share";
  readonly tags: Map<string, string>;
  /** The attached permission of each resource type. */
  readonly permissions: Map<string, AttachedPermission>;
  /** All associations, including ended ones, oldest first. */
  readonly associations: Set<Association>;
  /** The current association of each entity, by {@link entityKey}; ended ones are not included. */
  readonly live: Map<string, Association>;
}

/** The key of an entity in {@link Share.live}. */
export function entityKey(side: "Resource" | "Target", type: string, id: string): string {
  return side === "Target" ? `Target/${id}` : `Resource/${type}/${id}`;
}

/** Whether the association grants access now. */
export function isInForce(association: Association): boolean {
  return (
    association.status === "Associated" ||
    association.status === "Disassociating" ||
    (association.status === "Associating" && association.updating === true)
  );
}

/** Whether an association has not ended. */
export function isLive(association: Association): boolean {
  return association.status !== "Failed" && association.status !== "Disassociated";
}

/** Whether the association waits for the receiver to accept an invitation. */
export function awaitsAcceptance(association: Association): boolean {
  return association.status === "Associating" && association.invitation?.status === "Pending";
}

/** Whether the service is still processing the association; waiting for an acceptance does not count. */
export function isInProgress(association: Association): boolean {
  return association.status === "Disassociating" || (association.status === "Associating" && !awaitsAcceptance(association));
}
