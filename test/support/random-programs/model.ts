import type { Owner, Type } from "./workspace.ts";

/** A shared resource, and whether the program names it by its ARN. */
export interface SharedResource {
  readonly type: Type;
  readonly id: string;
  readonly byArn: boolean;
  /** A value of its property; only portfolios have one. */
  readonly sharesPrincipals?: boolean | undefined;
}

/** The common properties of the program's resources. */
interface NamedModel {
  /** What other resources of the program call it, whatever its name. */
  readonly slot: string;
  /** Its name in the program, the last part of its URN. */
  name: string;
  /** Its former names, as aliases. */
  aliases: string[];
  /** The option `ignoreChanges`. */
  ignored?: readonly string[] | undefined;
}

/** What a share or an association lists. */
export interface Lists {
  resources: SharedResource[];
  targets: string[];
  /** A service that has a time window. */
  window: string | undefined;
  permissions: string[];
  /** Only shares list tags. */
  tags?: Record<string, string>;
}

/** The lists that a resource may still have because it ignores their changes. */
interface KeptLists {
  kept?: Lists | undefined;
}

export interface ShareModel extends NamedModel, Lists, KeptLists {
  kind: "ResourceShare";
  label: string;
  open: boolean;
  exclusive: boolean;
  group: string | undefined;
  tags: Record<string, string>;
  owner: Owner;
  region: string | undefined;
  /** A change of its label makes a new share. */
  replaced: "never" | "swap" | "gap";
  retained: boolean;
  adopt: string | undefined;
}

/** Its share: a share of the program by slot, or any share by id. */
export type ShareRef = { readonly slot: string } | { readonly id: string };

export interface AssociationModel extends NamedModel, Lists, KeptLists {
  kind: "ShareAssociation";
  of: ShareRef;
  retained: boolean;
  deletedWithShare: boolean;
  /** Adopts what the share of another caller has. */
  adopts?: boolean | undefined;
}

interface PermissionModel extends NamedModel {
  kind: "SharePermission";
  of: ShareRef;
  permission: string;
  /** The permission of the share of another caller that it adopts. */
  adopts?: string | undefined;
}

interface TagsModel extends NamedModel {
  kind: "ShareTags";
  of: ShareRef;
  tags: Record<string, string>;
  /** Whether one more tag holds the name of the share, as the share's own output. */
  namesShare: boolean;
  /** Adopts tags of the share of another caller. */
  adopts?: boolean | undefined;
}

export interface AcceptorModel extends NamedModel {
  kind: "InvitationAcceptor";
  of: ShareRef;
  /** The accepting account: an invited outside account, or a member, which sees the share without an invitation. */
  by: "consumer" | "second";
  leaves: boolean;
  knowsSender: boolean;
  /** Whether the program uses the second name of the account. */
  hasOtherName?: boolean | undefined;
  /** Adopts a share that this account has accepted already. */
  adopts?: boolean | undefined;
}

/** An account that has a share, and the share. */
export type Acceptance = Pick<AcceptorModel, "of" | "by">;

/** A random program. */
export interface Program {
  /** Whether it switches on sharing inside the directory. */
  directory: boolean;
  /** Whether it adopts that sharing is on. */
  adoptsDirectory?: boolean | undefined;
  /** Whether it reads the share of another caller (`.get`). */
  reads?: boolean | undefined;
  shares: ShareModel[];
  associations: AssociationModel[];
  permissions: PermissionModel[];
  tags: TagsModel[];
  acceptors: AcceptorModel[];
  /** Slots of unchanged resources that a forced replacement (`--replace`) replaces. */
  forced: string[];
  /** The number of slots assigned so far. */
  count: number;
}

export const emptyProgram: Program = {
  directory: false,
  shares: [],
  associations: [],
  permissions: [],
  tags: [],
  acceptors: [],
  forced: [],
  count: 0,
};

export type Model = ShareModel | AssociationModel | PermissionModel | TagsModel | AcceptorModel;

export function allOf({ shares, associations, permissions, tags, acceptors }: Program): Model[] {
  return [...shares, ...associations, ...permissions, ...tags, ...acceptors];
}

/** Whether it belongs to a share of the program. */
export function belongsTo(shareRef: ShareRef, slot: string): boolean {
  return "slot" in shareRef && shareRef.slot === slot;
}

/** The share and the associations with it. */
export function partsOf(program: Program, share: ShareModel): (ShareModel | AssociationModel)[] {
  return [share, ...program.associations.filter(({ of }) => belongsTo(of, share.slot))];
}

export function targetsOf({ targets, window }: Lists): string[] {
  return window === undefined ? targets : [...targets, window];
}

/** The program with every entity that its resources may have: those that it lists, and those that `ignoreChanges` keeps. */
export function withKept(program: Program): Program {
  const all = <T extends Lists & KeptLists>(model: T): T =>
    model.kept === undefined ? model : { ...model, ...unionOf(model, model.kept) };
  return { ...program, shares: program.shares.map(all), associations: program.associations.map(all) };
}

/** Records which lists the resources keep when the program changes from `before` to `after`. */
export function recordKept(before: Program, after: Program): void {
  for (const model of [...after.shares, ...after.associations]) {
    const was = [...before.shares, ...before.associations].find(({ slot }) => slot === model.slot);
    const isKeeping = model.ignored !== undefined && was !== undefined;
    model.kept = isKeeping ? unionOf(was, was.kept ?? was) : undefined;
  }
}

/** Records what the resources may have when the update from `before` to `attempted` has failed: what they had, and what it has added. */
export function recordFailure(before: Program, attempted: Program): Program {
  const both = <T extends Model & Lists & KeptLists>(model: T): T => {
    const was = [...before.shares, ...before.associations].find(({ slot }) => slot === model.slot);
    return was === undefined ? model : { ...model, kept: unionOf(model, was.kept ?? was) };
  };
  return { ...attempted, shares: attempted.shares.map(both), associations: attempted.associations.map(both) };
}

function unionOf(one: Lists, other: Lists): Lists {
  const added = other.resources.filter(({ id }) => one.resources.every((thing) => thing.id !== id));
  return {
    resources: [...one.resources, ...added],
    targets: [...new Set([...one.targets, ...targetsOf(other).filter((target) => target !== one.window)])],
    window: one.window,
    permissions: [...new Set([...one.permissions, ...other.permissions])],
    tags: { ...other.tags, ...one.tags },
  };
}

/** Removes what belongs to shares that the program no longer has. */
export function removeChildrenOfMissingShares(program: Program): void {
  const isThere = ({ of }: { readonly of: ShareRef }) => "id" in of || program.shares.some(({ slot }) => slot === of.slot);
  program.associations = program.associations.filter(isThere);
  program.permissions = program.permissions.filter(isThere);
  program.tags = program.tags.filter(isThere);
  program.acceptors = program.acceptors.filter(isThere);
}
