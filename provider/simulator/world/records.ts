import type { AssociationStatus, InvitationStatus, ShareStatus } from "../../api/entities.ts";
import type { Due } from "./state-machines.ts";

/** One type of resource that can be shared, and what is special about it. */
export interface ResourceKind {
  /** Name of the type on the wire, as `VSwitch`. */
  readonly type: string;
  /** Service and type within an ARN: `acs:<service>:…:<arnType>/<id>`. */
  readonly service: string;
  readonly arnType: string;
  /** What every id of the type begins with. */
  readonly idPrefix: string;
  /** Only ResourceArns can name it. */
  readonly byArnOnly: boolean;
  /** May leave the resource directory. */
  readonly external: boolean;
  /** Only the management account of the directory may share it. */
  readonly managementOnly: boolean;
  /** A receiver may leave a share that holds it. */
  readonly leaving: boolean;
  /** Takes ResourceProperties. */
  readonly properties: boolean;
  /** Only one share may bring the type to a service. */
  readonly oncePerService: boolean;
}

export interface AccessKey {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** A role that other accounts may assume. */
export interface Role {
  readonly name: string;
  /** Accounts that may assume it. */
  readonly trusts: string[];
  readonly externalId?: string | undefined;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  /** The resource directory the account is in, and the folder there. */
  directoryId?: string | undefined;
  folderId?: string | undefined;
  readonly legalEntity: string;
  readonly site: string;
  readonly groups: string[];
  readonly keys: AccessKey[];
  readonly roles: Role[];
  /** Operations that the account's identity is not allowed to call. */
  readonly denied: string[];
}

export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

export interface Directory {
  readonly id: string;
  readonly managementAccountId: string;
  readonly folders: Map<string, Folder>;
  sharingEnabled: boolean;
}

/** A resource that exists in the world; asked for only when the world is strict about them. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly owner: string;
  readonly region: string;
}

export interface PermissionVersion {
  readonly version: string;
  readonly policy: string;
  readonly createdAt: number;
}

/** A permission of the library with all its versions, oldest first. */
export interface PermissionEntry {
  readonly name: string;
  readonly type: string;
  /** Whether it is what a share gets for the type when no permission is named. */
  readonly isDefault: boolean;
  defaultVersion: string;
  readonly versions: PermissionVersion[];
}

/** A permission as a share bears it: the version stays what it was when it was attached. */
export interface AttachedPermission {
  readonly name: string;
  readonly version: string;
}

export interface Failure {
  readonly reason: string;
  readonly description: string;
  readonly operation: "Associate" | "Disassociate";
  /** The other side of the failure: a principal for a resource, a resource for a principal. */
  readonly entityType: string;
  readonly entityId: string;
  readonly arn?: string | undefined;
}

export type TargetKind = "ResourceDirectory" | "Folder" | "Account" | "Service";

/** One resource or one target of one share. */
export interface Association {
  readonly record: "association";
  readonly sequence: number;
  readonly share: Share;
  readonly side: "Resource" | "Target";
  /** The resource's type, or the kind of the target. */
  readonly type: string;
  readonly id: string;
  readonly arn?: string | undefined;
  readonly external: boolean;
  status: AssociationStatus;
  message?: string | undefined;
  property?: string | undefined;
  failures: Failure[];
  readonly createdAt: number;
  updatedAt: number;
  due?: Due | undefined;
  purgeAt?: number | undefined;
  /** It was associated before and only its property is being changed. */
  updating?: boolean | undefined;
  /** The open or last invitation of a target outside the directory. */
  invitation?: Invitation | undefined;
}

export interface Invitation {
  readonly record: "invitation";
  readonly sequence: number;
  readonly id: string;
  readonly share: Share;
  readonly sender: string;
  readonly receiver: string;
  status: InvitationStatus;
  failures: Failure[];
  readonly createdAt: number;
  readonly expiresAt: number;
  purgeAt?: number | undefined;
}

export interface Share {
  readonly record: "share";
  readonly sequence: number;
  readonly id: string;
  name: string;
  readonly owner: string;
  /** The region it was made in; absent when the caller named none, and then every region sees it. */
  readonly region?: string | undefined;
  status: ShareStatus;
  allowExternalTargets: boolean;
  groupId: string;
  readonly tags: Map<string, string>;
  /** One permission for each resource type. */
  readonly permissions: Map<string, AttachedPermission>;
  readonly createdAt: number;
  updatedAt: number;
  /** Until then nobody sees it. */
  hidden?: Due | undefined;
  due?: Due | undefined;
  purgeAt?: number | undefined;
  /** Every record, those of the past included, oldest first. */
  readonly associations: Set<Association>;
  /** What is associated or on its way, by {@link entityKey}. */
  readonly live: Map<string, Association>;
}

/** A failure that the world holds ready for an entity. */
export interface PlannedFailure {
  readonly reason: string;
  readonly description: string;
  /** What fails: becoming associated, becoming disassociated, or the acceptance of an invitation. */
  readonly on: "Associate" | "Disassociate" | "Accept";
  /** A partial failure leaves the association `Associated` and says what failed in its details. */
  readonly partial: boolean;
  /** The entity of the other side that it fails with; every one when absent. */
  readonly against?: string | undefined;
}

/** The name of an entity within a share. */
export function entityKey(side: "Resource" | "Target", type: string, id: string): string {
  return side === "Target" ? `Target/${id}` : `Resource/${type}/${id}`;
}

/** Whether the association gives access at this moment. */
export function isInForce(association: Association): boolean {
  return (
    association.status === "Associated" ||
    association.status === "Disassociating" ||
    (association.status === "Associating" && association.updating === true)
  );
}

/** Whether an association is in force, or on its way in or out. */
export function isLive(association: Association): boolean {
  return association.status !== "Failed" && association.status !== "Disassociated";
}

/** Whether the association waits for somebody to accept an invitation. */
export function awaitsAcceptance(association: Association): boolean {
  return association.status === "Associating" && association.invitation?.status === "Pending";
}

/** Whether the service itself still has work to do on the association. */
export function isInProgress(association: Association): boolean {
  return association.status === "Disassociating" || (association.status === "Associating" && !awaitsAcceptance(association));
}
