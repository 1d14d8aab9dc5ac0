import { compareText } from "../../provider/kernel/json.ts";

/** What a target is, by its id; `Unknown` where a plan does not know the id yet. */
export type TargetKind = "ResourceDirectory" | "Folder" | "Account" | "Service" | "Unknown";

/** Who may use something. */
export interface Target {
  readonly id: string;
  readonly kind: TargetKind;
  /** Whether it is outside the resource directory of the account that shares. */
  readonly external: boolean;
}

/** What may be used. Type and id name it; where only an ARN is known they are taken from there. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly arn?: string | undefined;
}

/** A share as far as it can be named: a stack knows its resource, the service its id. */
export interface ShareName {
  readonly name: string;
  readonly id?: string | undefined;
  readonly urn?: string | undefined;
}

/** Something that a share holds, and whether it only will. */
export interface Held<Thing> {
  readonly thing: Thing;
  /** It waits for an answer to an invitation, or for the service to be done. */
  readonly pending: boolean;
}

/** One share as far as access goes, wherever that was read: whatever it holds, each of its targets may use. */
export interface ShareContent {
  readonly share: ShareName;
  /** The account that shares: its id where that is known, else its name in the configuration. */
  readonly account: string | undefined;
  readonly resources: readonly Held<Resource>[];
  readonly targets: readonly Held<Target>[];
  /** Permissions by resource type; a type without one has its default. */
  readonly permissions: ReadonlyMap<string, string>;
}

/** A share that gives an access. */
export interface Giver extends ShareName {
  /** Whether this share does not give it yet. */
  readonly pending: boolean;
}

/** One target may use one resource under one permission. */
export interface Access {
  readonly target: Target;
  readonly resource: Resource;
  /** Name of the permission; `default` where the type's default applies and its name is not known. */
  readonly permission: string;
  /** The account that shares: its id where that is known, else its name in the configuration. */
  readonly account: string | undefined;
  /** No share gives it yet: an invitation is open, or the service is not done. */
  readonly pending: boolean;
  /** Every share that gives it, in the order of names. */
  readonly shares: readonly Giver[];
}

/** The set of accesses that shares give together: equal ones are one, however many shares give them. Sorted, so that equal sets are equal lists. */
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

/** What stands for a permission whose name is not known. */
export const defaultPermission = "default";

/** Equal accesses have equal keys: whoever compares two sets compares these. The account is no part, for a plan does not always know it. */
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

/** What kind of target an id names: directories, folders and accounts by their shape, everything else is a service (assumption S-targetids). */
export function targetKind(id: string): Exclude<TargetKind, "Unknown"> {
  if (id.startsWith("rd-") || id.startsWith("r-")) return "ResourceDirectory";
  if (id.startsWith("fd-")) return "Folder";
  return /^\d+$/.test(id) ? "Account" : "Service";
}

/** The resource that an ARN names; where the service's name of its type is not known, that is `<service>:<type>` as the ARN spells it. */
export function resourceOfArn(arn: string, type?: string): Resource {
  const [, service = "", kind = "", id = arn] = /^acs:([^:]+):[^:]*:[^:]*:([^:/]+)\/(.+)$/.exec(arn) ?? [];
  return { type: type ?? `${service}:${kind}`, id, arn };
}
