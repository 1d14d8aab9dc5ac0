import type { AssociationStatus, InvitationStatus, ShareStatus } from "../../provider/api/entities.ts";
import type { Due } from "./state-machines.ts";

/** A resource type that can be shared, and its restrictions. */
export interface ResourceKind {
  /** Name of the type in the API, for example `VSwitch`. */
  readonly type: string;
  /** Service in an ARN: `acs:<service>:…:<arnType>/<id>`. */
  readonly service: string;
  /** Type in an ARN. */
  readonly arnType: string;
  /** Prefix of every id of the type. */
  readonly idPrefix: string;
  /** Whether only ResourceArns can name resources of the type. */
  readonly byArnOnly: boolean;
  /** Whether resources of the type can be shared outside the resource directory. */
  readonly external: boolean;
  /** Whether only the management account of the directory may share it. */
  readonly managementOnly: boolean;
  /** Whether a receiver may leave a share with a resource of the type. */
  readonly leaving: boolean;
  /** Whether the type supports ResourceProperties. */
  readonly properties: boolean;
  /** Whether only one share of an account may share the type with the same service. */
  readonly oncePerService: boolean;
}

/** A permanent access key of an account. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** A role that other accounts may assume. */
export interface Role {
  readonly name: string;
  /** Ids of accounts that may assume the role. */
  readonly trusts: string[];
  readonly externalId?: string | undefined;
}

/** A simulated account. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** The account's resource directory; absent outside every directory. */
  directoryId?: string | undefined;
  /** The folder within the directory; absent at its root. */
  folderId?: string | undefined;
  readonly legalEntity: string;
  readonly site: string;
  readonly groups: string[];
  readonly keys: AccessKey[];
  readonly roles: Role[];
  /** Names of operations that the account may not call. */
  readonly denied: string[];
}

/** A folder of a resource directory. */
export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

/** A resource directory: accounts in a tree of folders. */
export interface Directory {
  readonly id: string;
  readonly managementAccountId: string;
  readonly folders: Map<string, Folder>;
  sharingEnabled: boolean;
}

/** A resource in the world. A missing one is an error only with the setting `strictResources`. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly owner: string;
  readonly region: string;
}

/** A version of a permission, with its policy document. */
export interface PermissionVersion {
  readonly version: string;
  readonly policy: string;
  readonly createdAt: number;
}

/** A permission of the library. */
export interface PermissionEntry {
  readonly name: string;
  readonly type: string;
  /** Whether a share gets the permission for its type when the call names none. */
  readonly isDefault: boolean;
  defaultVersion: string;
  /** All versions, oldest first. */
  readonly versions: PermissionVersion[];
}

/** A permission that is attached to a share. Its version does not change when the permission's default version changes. */
export interface AttachedPermission {
  readonly name: string;
  readonly version: string;
}

/** A detail of a failed association or acceptance. */
export interface Failure {
  readonly reason: string;
  readonly description: string;
  readonly operation: "Associate" | "Disassociate";
  /** The entity on the other side: a principal for a resource, a resource for a principal. */
  readonly entityType: string;
  readonly entityId: string;
  readonly arn?: string | undefined;
}

/** The kinds of targets. */
export type TargetKind = "ResourceDirectory" | "Folder" | "Account" | "Service";

/** The association of one resource or one target with one share. */
export interface Association {
  readonly record: "association";
  readonly sequence: number;
  readonly share: Share;
  readonly side: "Resource" | "Target";
  /** The resource type, or the {@link TargetKind}. */
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
  /** Whether the entity is associated already and only its property is being changed. */
  updating?: boolean | undefined;
  /** The latest invitation of a target outside the directory. */
  invitation?: Invitation | undefined;
}

/** An invitation of an account outside the directory to a share. */
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

/** A resource share with its associations. */
export interface Share {
  readonly record: "share";
  readonly sequence: number;
  readonly id: string;
  name: string;
  readonly owner: string;
  /** The region of the creating call. When that call named none, it is absent and the share is visible in every region. */
  readonly region?: string | undefined;
  status: ShareStatus;
  allowExternalTargets: boolean;
  groupId: string;
  readonly tags: Map<string, string>;
  /** The attached permission of each resource type. */
  readonly permissions: Map<string, AttachedPermission>;
  readonly createdAt: number;
  updatedAt: number;
  /** When the share becomes visible; absent once it is. */
  hidden?: Due | undefined;
  due?: Due | undefined;
  purgeAt?: number | undefined;
  /** All associations, including ended ones, oldest first. */
  readonly associations: Set<Association>;
  /** The current association of each entity, by {@link entityKey}; ended ones are not included. */
  readonly live: Map<string, Association>;
}

/** A planned failure of an entity's next transitions. */
export interface PlannedFailure {
  readonly reason: string;
  readonly description: string;
  /** The transition that fails: association, disassociation, or acceptance of an invitation. */
  readonly on: "Associate" | "Disassociate" | "Accept";
  /** Whether the transition completes and only the association's details list the failure. */
  readonly partial: boolean;
  /** Id of the entity on the other side that the failure is limited to; every entity when absent. */
  readonly against?: string | undefined;
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
