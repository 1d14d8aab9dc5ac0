import { type Access, accessGrantedBy, keyWithoutProperties } from "../access.ts";
import { permissionFor, type Resource, type ShareSnapshot, type Target, unknownName } from "../share-snapshot.ts";
import type { PlannedAccess, PlannedGrant } from "./planned-access.ts";
import type { Contribution } from "./shares/contribution.ts";
import type { Snapshots } from "./snapshots.ts";

/** How an update changes an access. */
export type ChangeKind = "gained" | "lost" | "kept" | "unknown";

/** One access, and how the update changes it. */
export interface Change extends Access {
  readonly change: ChangeKind;
  /** Whether the access exists before and after the update, perhaps with other properties, but is interrupted during it. */
  readonly gap: boolean;
  /** Whether an unknown access exists before the update. */
  readonly mayBeLost?: boolean | undefined;
  /** Whether a kept access was pending before; known only where two lists of access are compared. */
  readonly wasPending?: boolean | undefined;
  /** The project and the stack, where changes of several stacks are together. */
  readonly stack?: string | undefined;
}

/** An access to show: a present one, or a change of one. */
export type ShownAccess = Access & Partial<Pick<Change, "change" | "gap" | "wasPending" | "stack">>;

/**
 * Step 6 of {@link diffAccess}: compares the accesses before and after the update. An access is
 *
 * - `kept` when shares grant it before and after, with a gap when no share grants it throughout;
 * - `gained` or `lost` when shares grant it only after or only before: with another property it is another access, which has a gap when
 *   the target or the resource is taken out in between;
 * - `unknown` when a value that decides this is known only during the update, and when only a share grants it that an interrupted
 *   creation has left: the update may continue that creation.
 *
 * An access that only shares outside the stack grant is not part of the update and is left out.
 *
 * @example
 * // Two shares grant the same access, and the update deletes one of them:
 * changesOf([{ before: [byDeleted, byOther], after: [byOther], isThroughout: true }]) // [{ change: "kept", gap: false, … }]
 */
export function changesOf(accesses: readonly PlannedAccess[]): Change[] {
  const interrupted = interruptedKeys(accesses);
  return accesses.flatMap((access) =>
    changeOf(access).map((change) =>
      change.change === "gained" && interrupted.has(keyWithoutProperties(change)) ? { ...change, gap: true } : change,
    ),
  );
}

/** The keys of the accesses that end during the update, whatever their properties. */
function interruptedKeys(accesses: readonly PlannedAccess[]): ReadonlySet<string> {
  const keysOf = (some: readonly PlannedAccess[]) => some.flatMap(({ before: [grant] }) => (grant ? [keyOfGrant(grant)] : []));
  const ended = new Set(keysOf(accesses.filter(({ after, isThroughout }) => after.length === 0 && !isThroughout)));
  if (ended.size === 0) return ended;
  // Another share may grant the same throughout, with another property.
  for (const key of keysOf(accesses.filter(({ isThroughout }) => isThroughout))) ended.delete(key);
  return ended;
}

function keyOfGrant({ target, resource, permission }: PlannedGrant): string {
  return keyWithoutProperties({ target: target.entity, resource: resource.entity, permission });
}

/** The changes without what stays as it is. */
export function movingOf(changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => change.change !== "kept" || change.gap || forceOf(change) !== undefined);
}

/** The sections of a list of changes in every format, in this order: what is interrupted comes before what is unknown or stays. */
export const changeSections = ["gained", "lost", "gap", "unknown", "kept"] as const;
/** One of the {@link changeSections}. */
type ChangeSection = (typeof changeSections)[number];

/** Groups changes by their section; each change is in one, and sections without changes are left out. */
export function inSections(changes: readonly Change[]): readonly (readonly [ChangeSection, readonly Change[]])[] {
  const bySection = Map.groupBy(changes, ({ change, gap }) => (change === "kept" && gap ? "gap" : change));
  return changeSections.flatMap((section) => {
    const found = bySection.get(section);
    return found === undefined ? [] : [[section, found] as const];
  });
}

/** What a kept access has become: in force after it was pending, or pending again; `undefined` when it has not changed, or a change is not known. */
export function forceOf({ pending, wasPending }: ShownAccess): "in force" | "pending" | undefined {
  if (wasPending === undefined || wasPending === pending) return undefined;
  return pending ? "pending" : "in force";
}

function changeOf({ before, after, isThroughout }: PlannedAccess): Change[] {
  const [isGranted, wasGranted] = [after.length > 0, before.length > 0];
  const grants = isGranted ? after : before;
  const access = accessGrantedBy(grants);
  // A share outside the stack that grants it only before the update is one that an interrupted creation has left.
  const mayBeContinued = !isGranted && before.some(({ source }) => source === undefined);
  const isOfStack = [...before, ...after].some(({ source }) => source !== undefined);
  if (access === undefined || !(isOfStack || mayBeContinued)) return [];
  const { target, resource, permission } = access;
  const hasUnknownName = [target.id, resource.id, permission].includes(unknownName);
  const isUnknown = hasUnknownName || [target.property, resource.property].includes(unknownName);
  const unknown: Change = { ...access, change: "unknown", gap: false, mayBeLost: wasGranted };
  const isUnknownOfStack =
    isUnknown && [...before, ...after].some(({ source }) => source !== undefined && isOfContribution(access, source));
  if (wasGranted && isGranted) {
    if (isUnknownOfStack) return [unknown];
    return hasUnknownName ? [] : [{ ...access, change: "kept", gap: !isThroughout }];
  }
  if (mayBeContinued) return [unknown];
  const sources = grants.flatMap(({ source }) => source ?? []);
  if (target.id === unknownName && resource.id === unknownName && !isUnknownOfStack) return [];
  const isUncertain =
    isUnknown ||
    (isGranted
      ? sources.every((source) => source.isAdopted || mayHaveBeen(access, source))
      : sources.some((source) => mayRemain(access, source)));
  return [isUncertain ? unknown : { ...access, change: isGranted ? "gained" : "lost", gap: false }];
}

/** Whether a resource of the stack that the update changes has the unknown values of an access; other ones are of content that the stack does not manage. */
function isOfContribution({ target, resource, permission }: Access, { planned, removesUnknown }: Snapshots): boolean {
  if (removesUnknown === true) return true;
  const changed = [...planned.before, ...planned.after].filter((contribution) => contribution.resource.operation !== "same");
  const isOf = (name: string | undefined, list: keyof Contribution["hasUnknown"]) =>
    name !== unknownName || changed.some(({ hasUnknown }) => hasUnknown[list]);
  return (
    isOf(target.id, "targets") &&
    isOf(resource.id, "resources") &&
    (resource.id === unknownName || isOf(permission, "permissions")) &&
    [target.property, resource.property].every((property) => isOf(property, "properties"))
  );
}

/** Whether an access that seems lost may be among the values that are not known yet. */
function mayRemain(access: Access, { planned, after, mayHaveMore = false }: Snapshots): boolean {
  return mayBeIn(access, after, planned.after, mayHaveMore);
}

/** Whether an access that seems gained may be among the values of the state that are secret. */
function mayHaveBeen(access: Access, { planned, before }: Snapshots): boolean {
  return planned.before.some(({ hasUnknown }) => Object.values(hasUnknown).includes(true)) && mayBeIn(access, before, planned.before);
}

function mayBeIn(
  { target, resource, permission }: Access,
  snapshot: ShareSnapshot | undefined,
  contributions: readonly Contribution[],
  hasMore = false,
): boolean {
  if (snapshot === undefined) return false;
  const hasUnknown = (list: "targets" | "resources" | "permissions") => hasMore || contributions.some((one) => one.hasUnknown[list]);
  const mayBe = (entity: Target | Resource, wanted: Target | Resource) =>
    entity.id === wanted.id && [wanted.property, unknownName].includes(entity.property);
  return (
    (hasUnknown("targets") || snapshot.targets.some(({ entity }) => mayBe(entity, target))) &&
    (hasUnknown("resources") || snapshot.resources.some(({ entity }) => mayBe(entity, resource))) &&
    (hasUnknown("permissions") || permissionFor(resource.type, snapshot) === permission)
  );
}
