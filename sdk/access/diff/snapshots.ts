import type { Held, Resource, ShareContent, ShareName, Target } from "../access.ts";
import { permissionsByType } from "../permissions.ts";
import type { KnownIds } from "./known-ids.ts";
import type { PlannedShare } from "./planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { isChanging, receiversOf, staysThroughout } from "./uninterrupted.ts";
import { textOf } from "./values.ts";

/** What stands for a target, a resource or a permission that cannot be known from the preview. */
export const unknownName = "unknown";
const unknownTarget: Held<Target> = { thing: { id: unknownName, kind: "Unknown", external: false }, pending: false };
const unknownResource: Held<Resource> = { thing: { type: unknownName, id: unknownName }, pending: false };

/** A share before the update, after it, and what of it holds without interruption while the update runs. */
export interface Snapshots {
  readonly node: PlannedShare;
  /** It is taken over, and what is in it already is not known. */
  readonly isTakenOver: boolean;
  readonly before: ShareContent | undefined;
  readonly after: ShareContent | undefined;
  readonly throughout: ShareContent | undefined;
}

/** What the service lists of a share: more than the stack knows, when others put something into it too. */
export type Listed = ReadonlyMap<string, ShareContent>;

export function snapshotsOf(node: PlannedShare, known: KnownIds, listed: Listed): Snapshots {
  const live = listed.get(node.key);
  const isStranger = node.share === undefined && live === undefined;
  const others = live ? othersOf(live, node) : nobody;
  if (isStill(node)) {
    // Most of a large stack does not change: one content is all its moments.
    const content = accepted(node, contentOf(node, node.before, others, known, isStranger), known);
    return { node, isTakenOver: false, before: content, after: content, throughout: content };
  }
  const isExclusive = node.share?.after?.inputs["exclusive"] === true && isBrought(node.share);
  const stays = isThereAfterwards(node);
  const existed = node.before.length > 0 || live !== undefined || (node.share === undefined && !node.isUntold);
  const before = existed ? contentOf(node, node.before, others, known, isStranger) : undefined;
  // Who owns everything in a share takes out what is not listed, and leaves permissions as they are.
  const remains = isExclusive ? { ...nobody, permissions: others.permissions } : others;
  const isThere = stays && (node.after.length > 0 || existed);
  const after = isThere ? accepted(node, contentOf(node, node.after, remains, known, isStranger), known) : undefined;
  const isOwn = node.before.some(({ of }) => of.kind === "ResourceShare");
  const isTakenOver = live === undefined && !isOwn && node.after.some(({ of }) => of.after?.inputs["adopt"] !== undefined && isBrought(of));
  return { node, isTakenOver, before, after, throughout: before && throughoutOf(node, before, after, others) };
}

/** Whether the update brings a share that exists to what the program says. */
function isBrought({ fate, after }: PlannedResource): boolean {
  return fate === "update" || (fate === "create" && after?.inputs["adopt"] !== undefined);
}

/** Whether nothing of a share changes, and there is something of it. */
function isStill({ share, before, after, acceptors }: PlannedShare): boolean {
  const parts = before.length > 0 && before.length === after.length && before.every((part, index) => part === after[index]);
  return parts && (share === undefined || share.fate === "same") && acceptors.every(({ fate }) => fate === "same");
}

/** A share that is replaced is another one afterwards; the old one stays when it is retained. */
function isThereAfterwards({ share, key }: PlannedShare): boolean {
  if (share === undefined || (share.isLeft && key !== share.urn)) return true;
  return share.after !== undefined && ((share.fate !== "swap" && share.fate !== "gap") || key === share.urn);
}

interface Others {
  readonly targets: readonly Held<Target>[];
  readonly resources: readonly Held<Resource>[];
  readonly permissions: ReadonlyMap<string, string>;
}

const nobody: Others = { targets: [], resources: [], permissions: new Map() };

/** What of a listed share no resource of the stack has put into it. */
function othersOf(live: ShareContent, node: PlannedShare): Others {
  const own = new Set(node.before.flatMap((part) => [...part.keys]));
  const attached = new Set(node.before.flatMap((part) => [...part.attached.values(), ...part.listed]));
  return {
    targets: live.targets.filter(({ thing }) => !own.has(targetKey(thing))),
    resources: live.resources.filter(({ thing }) => !own.has(resourceKey(thing))),
    permissions: new Map([...live.permissions].filter(([, name]) => !attached.has(name))),
  };
}

function contentOf(node: PlannedShare, parts: readonly Contribution[], others: Others, known: KnownIds, isStranger: boolean): ShareContent {
  const isOpen = (list: "targets" | "resources") => isStranger || node.isUntold || parts.some(({ open }) => open[list]);
  const targets = unique([...parts.flatMap((part) => part.targets), ...others.targets], targetKey);
  const resources = unique([...parts.flatMap((part) => part.resources), ...others.resources], resourceKey);
  const types = resources.map(({ thing }) => thing.type);
  const attached = new Map([...parts.flatMap((part) => [...part.attached])]);
  const named = permissionsByType(
    parts.flatMap(({ listed }) => listed),
    types,
    attached,
  );
  const isAnyOpen = parts.some(({ open }) => open.permissions);
  const standard = (type: string) => (isAnyOpen ? unknownName : (others.permissions.get(type) ?? known.defaults.get(type)));
  const permissions = new Map(named);
  for (const type of types) {
    const name = named.get(type) ?? standard(type);
    if (name !== undefined) permissions.set(type, name);
  }
  return {
    share: nameOf(node),
    account: accountOf(node, known),
    targets: isOpen("targets") ? [...targets, unknownTarget] : targets,
    resources: isOpen("resources") ? [...resources, unknownResource] : resources,
    permissions: isOpen("resources") ? permissions.set(unknownName, unknownName) : permissions,
  };
}

/** Who accepts an invitation during the update waits no longer, and who leaves the share is no target any more. */
function accepted(node: PlannedShare, content: ShareContent, known: KnownIds): ShareContent {
  const { accepting, leaving, anonymous } = receiversOf(node, known);
  const earlier = new Map(node.before.flatMap((part) => part.targets.map((held) => [held.thing.id, held.pending] as const)));
  const waits = ({ thing, pending }: Held<Target>) => thing.external && (earlier.get(thing.id) ?? pending) && !accepting.has(thing.id);
  const invited = content.targets.filter(waits);
  const all = invited.length <= anonymous ? [] : invited;
  return {
    ...content,
    targets: content.targets
      .filter(({ thing }) => !leaving.has(thing.id))
      .map((held) => ({ thing: held.thing, pending: held.thing.external ? all.includes(held) : held.pending && !isChanging(node) })),
  };
}

function throughoutOf(node: PlannedShare, before: ShareContent, after: ShareContent | undefined, others: Others): ShareContent | undefined {
  if (node.share?.fate === "gap" && !node.share.isLeft) return undefined;
  const other = new Set([
    ...others.targets.map(({ thing: target }) => targetKey(target)),
    ...others.resources.map(({ thing: resource }) => resourceKey(resource)),
  ]);
  const stays = (key: string) => other.has(key) || staysThroughout(node, key, (part) => part.keys);
  const interrupted = (type: string, name: string | undefined): boolean => {
    if (after && after.permissions.get(type) !== name) return true;
    return name !== undefined && node.before.some((part) => part.names.has(name)) && !staysThroughout(node, name, (part) => part.names);
  };
  return {
    ...before,
    targets: before.targets.filter(({ thing: target }) => stays(targetKey(target))),
    resources: before.resources.filter(
      ({ thing: { type }, thing: resource }) => stays(resourceKey(resource)) && !interrupted(type, before.permissions.get(type)),
    ),
  };
}

/** The same thing once; it is there as soon as one of those who know it says so. */
function unique<Thing>(held: readonly Held<Thing>[], keyOf: (thing: Thing) => string): Held<Thing>[] {
  const found = new Map<string, Held<Thing>>();
  for (const item of held) {
    const key = keyOf(item.thing);
    const known = found.get(key);
    found.set(key, known ? { thing: known.thing, pending: known.pending && item.pending } : item);
  }
  return [...found.values()];
}

function nameOf({ share, key, before, after, isUntold }: PlannedShare): ShareName {
  const side = share?.after ?? share?.before;
  const first = [...after, ...before][0];
  if (isUntold) return { name: "a share that is not known yet", urn: first?.of.urn };
  const isId = key !== share?.urn;
  const name = textOf(side?.inputs["name"]) ?? textOf(side?.outputs["name"]) ?? (share ? share.urn.split("::").at(-1) : undefined) ?? key;
  return { name, ...(isId ? { id: key } : {}), urn: share?.urn ?? first?.of.urn };
}

function accountOf({ share, before, after }: PlannedShare, known: KnownIds): string | undefined {
  const all = [share, ...[...before, ...after].map(({ of }) => of)].flatMap((resource) => (resource ? [resource] : []));
  for (const resource of all) {
    const outputs = resource.before?.outputs ?? {};
    const account = textOf((resource.after ?? resource.before)?.inputs["account"]);
    const owner =
      textOf(outputs["owner"]) ??
      textOf(outputs["accountId"]) ??
      (account === undefined ? undefined : (known.accounts.get(account) ?? account));
    if (owner !== undefined) return owner;
  }
  return undefined;
}
