import { compareText } from "../../provider/kernel/json.ts";

/** The kind of a target, derived from its id; `Unknown` when a preview does not know the id yet. */
export type TargetKind = "ResourceDirectory" | "Folder" | "Account" | "Service" | "Unknown";

/** A principal that gets access: a resource directory, a folder, an account or a service. */
export interface Target {
  readonly id: string;
  readonly kind: TargetKind;
  /** Whether it is outside the resource directory of the account that shares. */
  readonly external: boolean;
}

/** A shared resource. Type and id identify it; when only an ARN is known, both are taken from the ARN. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly arn?: string | undefined;
}

/** The names of a share: a stack knows its URN, the service its id. */
export interface ShareName {
  readonly name: string;
  readonly id?: string | undefined;
  readonly urn?: string | undefined;
}

/** A target or a resource of a share, and whether its association is pending. */
export interface Held<Thing> {
  readonly thing: Thing;
  /** Whether an invitation is open, or the association is in progress. */
  readonly pending: boolean;
}

/** The content of one share, read from the service, a state or a preview: each of its targets may use each of its resources. */
export interface ShareContent {
  readonly share: ShareName;
  /** The owner account: its id when known, else its name in the configuration. */
  readonly account: string | undefined;
  readonly resources: readonly Held<Resource>[];
  readonly targets: readonly Held<Target>[];
  /** Permission names by resource type; a type without an entry has its default permission. */
  readonly permissions: ReadonlyMap<string, string>;
}

/** A share that grants an access. */
export interface Giver extends ShareName {
  /** Whether this share does not grant it yet. */
  readonly pending: boolean;
}

/** One target may use one resource under one permission. */
export interface Access {
  readonly target: Target;
  readonly resource: Resource;
  /** Name of the permission; `default` when the type's default permission applies and its name is not known. */
  readonly permission: string;
  /** The owner account of the share: its id when known, else its name in the configuration. */
  readonly account: string | undefined;
  /** Whether no share grants it yet: an invitation is open, or an association is in progress. */
  readonly pending: boolean;
  /** Every share that grants it, sorted by name. */
  readonly shares: readonly Giver[];
}

/** The accesses that shares grant together. An access that several shares grant occurs once. Sorted, so that equal sets are equal lists. */
export function accessOf(contents: Iterable<ShareContent>): Access[] {
  const accesses = new Map<string, Access>();
  for (const content of contents) {
    for (const target of content.targets) {
      for (const resource of content.resources) {
        const permission = content.permissions.get(resource.thing.type) ?? defaultPermission;
        const pending = target.pending || resource.pending;
        const access: Access = {
          target: target.thing,
          resource: resource.thing,
          permission,
          account: content.account,
          pending,
          shares: [{ ...content.share, pending }],
        };
        const key = accessKey(access);
        const known = accesses.get(key);
        accesses.set(key, known ? joined(known, access) : access);
      }
    }
  }
  return [...accesses].toSorted(([a], [b]) => compareText(a, b)).map(([, access]) => access);
}

/** The placeholder for a default permission whose name is not known. */
export const defaultPermission = "default";

/** A key for comparing accesses: equal accesses have equal keys. It leaves out the account, which a preview does not always know. */
export function accessKey({ target, resource, permission }: Pick<Access, "target" | "resource" | "permission">): string {
  return JSON.stringify([target.id, resource.type, resource.id, permission]);
}

function joined(a: Access, b: Access): Access {
  const shares = [...a.shares, ...b.shares].toSorted((one, other) => compareText(nameOf(one), nameOf(other)));
  return {
    target: { ...a.target, external: a.target.external || b.target.external },
    resource: { ...a.resource, arn: a.resource.arn ?? b.resource.arn },
    permission: a.permission,
    account: a.account ?? b.account,
    pending: a.pending && b.pending,
    shares,
  };
}

function nameOf({ name, id, urn }: ShareName): string {
  return `${name} ${id ?? urn ?? ""}`;
}

/** The kind of a target: the format of the id identifies directories, folders and accounts; all other ids are services (assumption S-targetids). */
export function targetKind(id: string): Exclude<TargetKind, "Unknown"> {
  if (id.startsWith("rd-") || id.startsWith("r-")) return "ResourceDirectory";
  if (id.startsWith("fd-")) return "Folder";
  return /^\d+$/.test(id) ? "Account" : "Service";
}

/** The resource that an ARN names. Without `type`, its type is `<service>:<type>` as the ARN spells it. */
export function resourceOfArn(arn: string, type?: string): Resource {
  const [, service = "", kind = "", id = arn] = /^acs:([^:]+):[^:]*:[^:]*:([^:/]+)\/(.+)$/.exec(arn) ?? [];
  return { type: type ?? `${service}:${kind}`, id, arn };
}
