import { type Association, type Permission, type Tag, targetKind } from "../../provider/api/entities.ts";
import type { Client } from "../../provider/client/client.ts";
import { compareNames } from "../../access/compare-names.ts";
import { asHeld, type Entity, listsOf } from "../../provider/resources/association/entities.ts";
import type { EntityLists } from "../../provider/resources/association/entity-inputs.ts";
import { typesByArnOnly } from "../../provider/resources/association/types-by-arn-only.ts";
import { createTagKey, hasCreateTag, tagsInput } from "../../provider/resources/tags/tag-calls.ts";
import { permissionsOfShares } from "../../access/share-permissions.ts";
import { ownShares, type OwnedShare } from "../../access/access-from-service.ts";

/** A share that a program can describe. */
export interface AdoptableShare {
  readonly id: string;
  readonly name: string;
  readonly allowExternalTargets: boolean;
  readonly resourceGroupId: string | undefined;
  readonly lists: EntityLists;
  readonly tags: Readonly<Record<string, string>> | undefined;
  /** The permissions that are not default permissions. */
  readonly permissionNames: readonly string[];
}

/** The shares that a program can adopt, and remarks about what it leaves out. */
export interface Adoptable {
  readonly shares: readonly AdoptableShare[];
  readonly remarks: readonly string[];
}

/**
 * Reads the shares of an account, or those with certain ids, in the form of a program's arguments.
 *
 * @param stacks The stacks that manage shares already, by id of the share.
 */
export async function readAdoptable(
  client: Client,
  ids: readonly string[] | "all",
  stacks: ReadonlyMap<string, string>,
): Promise<Adoptable> {
  const remarks: string[] = [];
  const found = (await ownShares(client, ids)).toSorted((a, b) => compareNames(orderOf(a), orderOf(b)));
  const ready = found.filter(({ share }) => {
    const stack = stacks.get(share.ResourceShareId);
    const isBeingCreated = ids === "all" && hasCreateTag(share);
    if (stack !== undefined) remarks.push(`share ${share.ResourceShareId} is left out: the stack ${stack} manages it already`);
    else if (isBeingCreated)
      remarks.push(
        `share ${share.ResourceShareId} is left out: a \`pulumi up\` is creating it, or was interrupted meanwhile (it has the tag ${createTagKey}); --share adopts it all the same`,
      );
    return stack === undefined && !isBeingCreated;
  });
  const records = ready.flatMap((own) => own.associated);
  const shareIds = ready.map(({ share }) => share.ResourceShareId);
  const [byArn, attached] = await Promise.all([typesByArnOnly(client, records), permissionsOfShares(client, "Self", shareIds, "all")]);
  const shares = ready.map((own) => adoptable(own, byArn, attached.get(own.share.ResourceShareId) ?? [], remarks));
  return { shares, remarks };
}

function adoptable(
  { share, associated, failed }: OwnedShare,
  byArn: ReadonlySet<string>,
  permissions: readonly Permission[],
  remarks: string[],
): AdoptableShare {
  const id = share.ResourceShareId;
  const allowExternalTargets = share.AllowExternalTargets ?? false;
  const entities = associated.flatMap((record) => {
    // The provider rejects a service in a share without `allowExternalTargets`. Left out, the existing association stays.
    if (record.AssociationType === "Target" && targetKind(record.EntityId) === "Service" && !allowExternalTargets) {
      remarks.push(
        `service ${record.EntityId} of ${id} is left out, and stays as it is: the share is closed to the outside, a combination that a program cannot declare`,
      );
      return [];
    }
    return [asHeld(entityOf(record, byArn), record)];
  });
  for (const record of failed)
    remarks.push(`${record.EntityType ?? record.AssociationType} ${record.EntityId} of ${id} is left out: its association has failed`);
  return {
    id,
    name: share.ResourceShareName ?? "",
    allowExternalTargets,
    resourceGroupId: share.ResourceGroupId,
    lists: listsOf(entities),
    tags: tagsFor(id, share.Tags ?? [], remarks),
    permissionNames: permissions
      .filter(({ DefaultPermission }) => DefaultPermission !== true)
      .map(({ PermissionName }) => PermissionName)
      .toSorted(compareNames),
  };
}

function entityOf(record: Association, byArn: ReadonlySet<string>): Entity {
  if (record.AssociationType === "Target") return { kind: "Target", id: record.EntityId };
  const { EntityType: type, EntityId: id, ResourceArn: arn } = record;
  if (arn !== undefined && (type === undefined || byArn.has(type))) return { kind: "Resource", form: "arn", arn };
  return { kind: "Resource", form: "id", type: type ?? "", id, propertyArn: arn };
}

/** The tags that a program may own, without system tags and the create tag. */
function tagsFor(id: string, tags: readonly Tag[], remarks: string[]): AdoptableShare["tags"] {
  const usable = tags.filter(({ Key, Value }) => {
    if (Key === createTagKey) return false;
    const isOfService = !tagsInput.safeParse(Object.fromEntries([[Key, Value ?? ""]])).success;
    // A member that every object has: the SDK calls `toString` and `valueOf` of the tags.
    if (!isOfService && !(Key in {})) return true;
    const reason = isOfService ? "the service keeps such tags to itself" : "Pulumi's SDK cannot read a program with it";
    remarks.push(`tag ${Key} of ${id} is left out, and stays as it is: ${reason}`);
    return false;
  });
  const entries = usable.map(({ Key, Value }) => [Key, Value ?? ""] as const).toSorted(([a], [b]) => compareNames(a, b));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function orderOf({ share }: OwnedShare): string {
  return `${share.ResourceShareName ?? ""} ${share.ResourceShareId}`;
}
