import type { Held, Resource, ShareContent, ShareName, Target } from "../access.ts";
import { permissionsByType } from "../permissions.ts";
import type { KnownIds } from "./known-ids.ts";
import type { PlannedShare } from "./planned-shares.ts";
import { type Contribution, resourceKey, targetKey } from "./contribution.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { isChanging, receiversOf, staysThroughout } from "./uninterrupted.ts";
import { textOf } from "./values.ts";

/** The placeholder for a target, a resource or a permission that the preview does not show. */
export const unknownName = "unknown";
const unknownTarget: Held<Target> = { thing: { id: unknownName, kind: "Unknown", external: false }, pending: false };
const unknownResource: Held<Resource> = { thing: { type: unknownName, id: unknownName }, pending: false };

/** The content of a share before the update, after it, and without interruption during it. */
export interface Snapshots {
  readonly planned: PlannedShare;
  /** Whether the update adopts the share, so that its present content is not known. */
  readonly isAdopted: boolean;
  readonly before: ShareContent | undefined;
  readonly after: ShareContent | undefined;
  readonly throughout: ShareContent | undefined;
}

/** The shares that the service lists, by id; they include content that other programs added. */
export type Listed = ReadonlyMap<string, ShareContent>;

/**
 * Computes the content of a share at all moments of an update.
 *
 * @param planned The resources that contribute to the share.
 * @param known Facts about ids, from `knownIdsOf`.
 * @param listed What the service lists; empty when it was not read.
 */
export function snapshotsOf(planned: PlannedShare, known: KnownIds, listed: Listed): Snapshots {
  const live = listed.get(planned.key);
  const isUnmanaged = planned.share === undefined && live === undefined;
  const others = live ? othersOf(live, planned) : noOthers;
  if (isUnchanged(planned)) {
    // Most shares of a large stack do not change: one content object serves all three moments.
    const content = withReceivers(planned, contentOf(planned, planned.before, others, known, isUnmanaged), known);
    return { planned, isAdopted: false, before: content, after: content, throughout: content };
  }
  const isExclusive = planned.share?.after?.inputs["exclusive"] === true && isReconciled(planned.share);
  const stays = existsAfter(planned);
  const existed = planned.before.length > 0 || live !== undefined || (planned.share === undefined && !planned.isUnidentified);
  const before = existed ? contentOf(planned, planned.before, others, known, isUnmanaged) : undefined;
  // With `exclusive`, the provider removes targets and resources that are not listed, but keeps permissions.
  const remains = isExclusive ? { ...noOthers, permissions: others.permissions } : others;
  const isThere = stays && (planned.after.length > 0 || existed);
  const after = isThere ? withReceivers(planned, contentOf(planned, planned.after, remains, known, isUnmanaged), known) : undefined;
  const isOwn = planned.before.some(({ resource }) => resource.kind === "ResourceShare");
  const isAdopted =
    live === undefined &&
    !isOwn &&
    planned.after.some(({ resource }) => resource.after?.inputs["adopt"] !== undefined && isReconciled(resource));
  return { planned, isAdopted, before, after, throughout: before && throughoutOf(planned, before, after, others) };
}

/** Whether the update reconciles an existing share with the program. */
function isReconciled({ fate, after }: PlannedResource): boolean {
  return fate === "update" || (fate === "create" && after?.inputs["adopt"] !== undefined);
}

/** Whether the stack contributes to the share and no contribution changes. */
function isUnchanged({ share, before, after, acceptors }: PlannedShare): boolean {
  const isSame =
    before.length > 0 && before.length === after.length && before.every((contribution, index) => contribution === after[index]);
  return isSame && (share === undefined || share.fate === "same") && acceptors.every(({ fate }) => fate === "same");
}

/** Whether the share exists after the update: a replacement has another id, and the old share stays only when it is retained. */
function existsAfter({ share, key }: PlannedShare): boolean {
  if (share === undefined || (share.isLeft && key !== share.urn)) return true;
  return share.after !== undefined && ((share.fate !== "swap" && share.fate !== "gap") || key === share.urn);
}

interface Others {
  readonly targets: readonly Held<Target>[];
  readonly resources: readonly Held<Resource>[];
  readonly permissions: ReadonlyMap<string, string>;
}

const noOthers: Others = { targets: [], resources: [], permissions: new Map() };

/** The content of a listed share that no resource of the stack contributes. */
function othersOf(live: ShareContent, planned: PlannedShare): Others {
  const own = new Set(planned.before.flatMap((contribution) => [...contribution.keys]));
  const attached = new Set(planned.before.flatMap((contribution) => [...contribution.attached.values(), ...contribution.listed]));
  return {
    targets: live.targets.filter(({ thing }) => !own.has(targetKey(thing))),
    resources: live.resources.filter(({ thing }) => !own.has(resourceKey(thing))),
    permissions: new Map([...live.permissions].filter(([, name]) => !attached.has(name))),
  };
}

function contentOf(
  planned: PlannedShare,
  contributions: readonly Contribution[],
  others: Others,
  known: KnownIds,
  isUnmanaged: boolean,
): ShareContent {
  const isOpen = (list: "targets" | "resources") => isUnmanaged || planned.isUnidentified || contributions.some(({ open }) => open[list]);
  const targets = unique([...contributions.flatMap((contribution) => contribution.targets), ...others.targets], targetKey);
  const resources = unique([...contributions.flatMap((contribution) => contribution.resources), ...others.resources], resourceKey);
  const types = resources.map(({ thing }) => thing.type);
  const attached = new Map([...contributions.flatMap((contribution) => [...contribution.attached])]);
  const named = permissionsByType(
    contributions.flatMap(({ listed }) => listed),
    types,
    attached,
  );
  const isAnyOpen = contributions.some(({ open }) => open.permissions);
  const standard = (type: string) => (isAnyOpen ? unknownName : (others.permissions.get(type) ?? known.defaults.get(type)));
  const permissions = new Map(named);
  for (const type of types) {
    const name = named.get(type) ?? standard(type);
    if (name !== undefined) permissions.set(type, name);
  }
  return {
    share: nameOf(planned),
    account: accountOf(planned, known),
    targets: isOpen("targets") ? [...targets, unknownTarget] : targets,
    resources: isOpen("resources") ? [...resources, unknownResource] : resources,
    permissions: isOpen("resources") ? permissions.set(unknownName, unknownName) : permissions,
  };
}

/** Applies the changes of receiving accounts: an accepted invitation is not pending, and an account that leaves is no target. */
function withReceivers(planned: PlannedShare, content: ShareContent, known: KnownIds): ShareContent {
  const { accepting, leaving, anonymous } = receiversOf(planned, known);
  const earlier = new Map(
    planned.before.flatMap((contribution) => contribution.targets.map((held) => [held.thing.id, held.pending] as const)),
  );
  const waits = ({ thing, pending }: Held<Target>) => thing.external && (earlier.get(thing.id) ?? pending) && !accepting.has(thing.id);
  const invited = content.targets.filter(waits);
  const all = invited.length <= anonymous ? [] : invited;
  return {
    ...content,
    targets: content.targets
      .filter(({ thing }) => !leaving.has(thing.id))
      .map((held) => ({ thing: held.thing, pending: held.thing.external ? all.includes(held) : held.pending && !isChanging(planned) })),
  };
}

function throughoutOf(
  planned: PlannedShare,
  before: ShareContent,
  after: ShareContent | undefined,
  others: Others,
): ShareContent | undefined {
  if (planned.share?.fate === "gap" && !planned.share.isLeft) return undefined;
  const other = new Set([
    ...others.targets.map(({ thing: target }) => targetKey(target)),
    ...others.resources.map(({ thing: resource }) => resourceKey(resource)),
  ]);
  const stays = (key: string) => other.has(key) || staysThroughout(planned, key, (contribution) => contribution.keys);
  const interrupted = (type: string, name: string | undefined): boolean => {
    if (after && after.permissions.get(type) !== name) return true;
    return (
      name !== undefined &&
      planned.before.some((contribution) => contribution.names.has(name)) &&
      !staysThroughout(planned, name, (contribution) => contribution.names)
    );
  };
  return {
    ...before,
    targets: before.targets.filter(({ thing: target }) => stays(targetKey(target))),
    resources: before.resources.filter(
      ({ thing: { type }, thing: resource }) => stays(resourceKey(resource)) && !interrupted(type, before.permissions.get(type)),
    ),
  };
}

/** Removes duplicates; an entry is pending only when all its duplicates are. */
function unique<Thing>(held: readonly Held<Thing>[], keyOf: (thing: Thing) => string): Held<Thing>[] {
  const found = new Map<string, Held<Thing>>();
  for (const item of held) {
    const key = keyOf(item.thing);
    const known = found.get(key);
    found.set(key, known ? { thing: known.thing, pending: known.pending && item.pending } : item);
  }
  return [...found.values()];
}

function nameOf({ share, key, before, after, isUnidentified }: PlannedShare): ShareName {
  const side = share?.after ?? share?.before;
  const first = [...after, ...before][0];
  if (isUnidentified) return { name: "a share that is not known yet", urn: first?.resource.urn };
  const isId = key !== share?.urn;
  const name = textOf(side?.inputs["name"]) ?? textOf(side?.outputs["name"]) ?? (share ? share.urn.split("::").at(-1) : undefined) ?? key;
  return { name, ...(isId ? { id: key } : {}), urn: share?.urn ?? first?.resource.urn };
}

function accountOf({ share, before, after }: PlannedShare, known: KnownIds): string | undefined {
  const all = [share, ...[...before, ...after].map(({ resource }) => resource)].flatMap((resource) => (resource ? [resource] : []));
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
