import type { Association, Permission, ResourceShare } from "../../../api/entities.ts";
import { entitiesOf, isRecordOf } from "../../association/entities.ts";
import type { EntityLists } from "../../association/entity-inputs.ts";
import { isAssociated } from "../../association/association-output.ts";
import { createTagKey, isReservedKey, type Tags } from "../../tags/tag-calls.ts";

/** The desired state of a share. */
export interface WantedShare extends EntityLists {
  readonly name: string;
  readonly allowExternalTargets?: boolean | undefined;
  readonly resourceGroupId?: string | undefined;
  readonly tags?: Tags | undefined;
}

/** The actual state of a share: its record, associations and permissions. */
export interface ActualShare {
  readonly share: ResourceShare;
  readonly associations: readonly Association[];
  readonly permissions: readonly Permission[];
}

/** Returns all differences between a share and what a creation for this program can have made. If there are none, it may be resumed. */
export function differencesOf(actual: ActualShare, wanted: WantedShare, caller: string | undefined): string[] {
  return [...differencesOfRecord(actual.share, wanted, caller), ...differencesOfParts(actual, wanted)];
}

function differencesOfRecord(share: ResourceShare, wanted: WantedShare, caller: string | undefined): string[] {
  const { ResourceShareOwner: owner, ResourceShareName: name = "", ResourceGroupId: group = "" } = share;
  const differences: string[] = [];
  if (owner === undefined) differences.push("its owner is not known");
  if (caller === undefined) differences.push("the account of the credentials is not known (`stsEndpoint`)");
  if (owner !== undefined && caller !== undefined && owner !== caller) {
    differences.push(`it belongs to account ${owner}, and the credentials to account ${caller}`);
  }
  if (name !== wanted.name) differences.push(`its name is "${name}" and not "${wanted.name}"`);
  if (wanted.resourceGroupId !== undefined && wanted.resourceGroupId !== group) {
    differences.push(`it is in the resource group ${group} and not in ${wanted.resourceGroupId}`);
  }
  if (share.AllowExternalTargets === true && wanted.allowExternalTargets !== true) differences.push("it allows external targets");
  return differences;
}

function differencesOfParts({ share, associations, permissions }: ActualShare, wanted: WantedShare): string[] {
  const entities = entitiesOf(wanted);
  const tags = (share.Tags ?? []).filter(({ Key }) => Key !== createTagKey && !isReservedKey(Key));
  return [
    ...associations
      .filter((record) => isAssociated(record) && !entities.some((entity) => isRecordOf(entity, record)))
      .map(({ AssociationType, EntityType = "", EntityId }) =>
        AssociationType === "Target" ? `it has the target ${EntityId}` : `it has the resource ${EntityType} ${EntityId}`,
      ),
    // The service attaches a type's default permission on its own.
    ...permissions
      .filter(({ PermissionName, DefaultPermission }) => DefaultPermission !== true && !wanted.permissionNames?.includes(PermissionName))
      .map(({ PermissionName }) => `it has the permission ${PermissionName}`),
    ...tags
      .filter(({ Key, Value }) => !Object.hasOwn(wanted.tags ?? {}, Key) || wanted.tags?.[Key] !== (Value ?? ""))
      .map(({ Key, Value }) => `it has the tag ${Key}=${Value ?? ""}`),
  ];
}
