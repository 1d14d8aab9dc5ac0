import { z } from "zod";
import { resourceTypes } from "../provider/api/catalogue.ts";
import { targetKind } from "../provider/api/entities.ts";
import { parseArn, typeKey, typeKeyIn } from "../provider/resources/association/resource-type.ts";

export { targetKind };

const oldProperty = z.string().nullable().optional().describe("Where `diff` finds another property before: that one, `null` for none");

/** A principal that gets access: a resource directory, a folder, an account or a service. Its id determines its kind. */
export const Target = z.object({
  id: z.string().describe("`unknown` where the id is known only during the update"),
  kind: z.enum(["ResourceDirectory", "Folder", "Account", "Service", "Unknown"]),
  external: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      "Whether it is outside the resource directory of the account that shares; `null` where that is not known; absent for a service, which is in no directory, and where the target is not known",
    ),
  property: z
    .string()
    .optional()
    .describe("The property of a service, as canonical JSON; `unknown` where it is known only during the update"),
  oldProperty,
});
export type Target = Readonly<z.infer<typeof Target>>;

/** A shared resource. Type and id identify it; when only an ARN is known, both are taken from the ARN. */
export const Resource = z.object({
  type: z.string(),
  id: z.string(),
  arn: z.string().optional(),
  property: z.string().optional().describe("The property of the resource in its share, as canonical JSON"),
  oldProperty,
});
export type Resource = Readonly<z.infer<typeof Resource>>;

/** The names of a share: a stack knows its URN, the service its id. */
export const ShareName = z.object({ urn: z.string().optional(), name: z.string(), id: z.string().optional() });
export type ShareName = Readonly<z.infer<typeof ShareName>>;

/** Whether the ARNs of two resources of one type and id name different regions or accounts, as far as both are known. */
export function areElsewhere(a: Resource, b: Resource): boolean {
  // Almost every access keeps its resource: no ARN is parsed then.
  if (a.arn === undefined || b.arn === undefined || a.arn === b.arn) return false;
  const [one, other] = [parseArn(a.arn), parseArn(b.arn)];
  if (one === undefined || other === undefined) return false;
  const differ = (first: string, second: string) => first !== second && !["", "*"].includes(first) && !["", "*"].includes(second);
  return differ(one.region, other.region) || differ(one.account, other.account);
}

/** Identifies a share among others, as far as it is known. */
export function shareKey({ id, urn, name }: ShareName): string {
  return id ?? urn ?? name;
}

/** A target or a resource of a share. */
export interface Associated<Entity> {
  readonly entity: Entity;
  /** Whether an invitation is open, or the association is in progress. */
  readonly pending: boolean;
}

/**
 * One share at one moment, read from the service, a state or a preview: each of its targets can use each of its resources.
 *
 * @example
 * {
 *   share: { name: "network", id: "rs-1" },
 *   account: "1000000000000001",
 *   resources: [{ entity: { type: "VSwitch", id: "vsw-1" }, pending: false }],
 *   targets: [{ entity: { id: "fd-1", kind: "Folder", external: false }, pending: false }],
 *   permissions: new Map([["VSwitch", "AliyunRSPermissionVSwitchReadOnly"]]),
 * }
 */
export interface ShareSnapshot {
  readonly share: ShareName;
  /** The owner account: its id when known, else its name in the configuration. */
  readonly account: string | undefined;
  /** The region of the share; `undefined` when it is not known. */
  readonly region?: string | undefined;
  readonly resources: readonly Associated<Resource>[];
  readonly targets: readonly Associated<Target>[];
  /** Permission names by resource type; a type without an entry has its default permission. */
  readonly permissions: ReadonlyMap<string, string>;
  /** Whether it has the create tag: its creation is in progress, or was interrupted. */
  readonly isUnfinished?: boolean | undefined;
}

/** A target and a resource of one share, which grant an access together. */
export interface Grant {
  readonly snapshot: ShareSnapshot;
  readonly target: Associated<Target>;
  readonly resource: Associated<Resource>;
  /** Name of the permission; {@link defaultPermission} when the type's default permission applies and its name is not known. */
  readonly permission: string;
}

/** Shares at one moment, and remarks for the user. */
export interface AccessReading {
  readonly snapshots: readonly ShareSnapshot[];
  readonly remarks: readonly string[];
}

/** The placeholder for a default permission whose name is not known. */
export const defaultPermission = "default";

/** The placeholder for a target, a resource or a permission that a preview does not show. */
export const unknownName = "unknown";

/** The name of a permission for a resource type in a share. */
export function permissionFor(type: string, { permissions }: Pick<ShareSnapshot, "permissions">): string {
  return permissions.get(type) ?? defaultPermission;
}

/** The target with an id. */
export function targetOf(id: string, external: boolean | null): Target {
  const kind = targetKind(id);
  return kind === "Service" ? { id, kind } : { id, kind, external };
}

/** Whether a target gets, or may get, an invitation: an account outside the resource directory. */
export function mayBeInvited({ external }: Target): boolean {
  return external === true || external === null;
}

/** The resource with an id. Without a type, the type is taken from the ARN. */
export function resourceOf(type: string | undefined, id: string, arn: string | undefined): Resource {
  if (type !== undefined) return { type, id, arn };
  return arn === undefined ? { type: "unknown", id } : resourceOfArn(arn);
}

const typeByKey: ReadonlyMap<string, string> = new Map(resourceTypes.map((type) => [typeKey(type), type]));

/** The catalogue's name of a resource type, which a program may spell otherwise; any other type as it is. */
export function catalogueType(type: string): string {
  return typeByKey.get(typeKey(type)) ?? type;
}

/** The resource that an ARN names. Without `type`, its type is the catalogue's, or else `<service>:<type>` as the ARN spells it. */
export function resourceOfArn(arn: string, type?: string): Resource {
  const { service = "", type: kind = "", id = arn } = parseArn(arn) ?? {};
  return { type: type ?? typeByKey.get(typeKeyIn(arn)) ?? `${service}:${kind}`, id, arn };
}

/** Removes duplicates; an entity is pending only when all its duplicates are. */
export function withoutDuplicates<Entity>(
  associated: readonly Associated<Entity>[],
  keyOf: (entity: Entity) => string,
): Associated<Entity>[] {
  const found = new Map<string, Associated<Entity>>();
  for (const item of associated) {
    const key = keyOf(item.entity);
    const known = found.get(key);
    found.set(key, known ? { entity: known.entity, pending: known.pending && item.pending } : item);
  }
  return [...found.values()];
}
