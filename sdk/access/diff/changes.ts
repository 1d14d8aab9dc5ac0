import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { type Access, accessGrantedBy } from "../access.ts";
import { permissionFor, type ShareSnapshot, unknownName } from "../share-snapshot.ts";
import type { PlannedAccess } from "./planned-access.ts";
import type { Contribution } from "./shares/contribution.ts";
import type { Snapshots } from "./snapshots.ts";

/** How an update changes an access. */
export type ChangeKind = "gained" | "lost" | "kept" | "unknown";

/** One access, and how the update changes it. */
export interface Change extends Access {
  readonly change: ChangeKind;
  /** Whether the access exists before and after the update, but is interrupted during it. */
  readonly gap: boolean;
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
 * - `gained` or `lost` when shares grant it only after or only before;
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
  return accesses.flatMap((access) => changeOf(access));
}

/** The changes without what stays as it is. */
export function movingOf(changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => change.change !== "kept" || change.gap || forceOf(change) !== undefined);
}

/** What a kept access has become: in force after it was pending, or pending again; `undefined` when it is as before, or that is not known. */
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
  const isUnknown = [target.id, resource.id, permission].includes(unknownName);
  const unknown: Change = { ...access, change: "unknown", gap: false };
  const isUnknownOfStack =
    isUnknown && [...before, ...after].some(({ source }) => source !== undefined && isOfContribution(access, source));
  if (wasGranted && isGranted) return isUnknown ? (isUnknownOfStack ? [unknown] : []) : [{ ...access, change: "kept", gap: !isThroughout }];
  if (mayBeContinued) return [unknown];
  const sources = grants.flatMap(({ source }) => source ?? []);
  if (target.id === unknownName && resource.id === unknownName && !isUnknownOfStack) return [];
  const isUncertain =
    isUnknown ||
    (isGranted
      ? sources.every((source) => source.isAdopted || mayHaveBeen(access, source))
      : sources.some((source) => mayRemain(access, source)));
  return [{ ...access, change: isUncertain ? "unknown" : isGranted ? "gained" : "lost", gap: false }];
}

/** Whether a resource of the stack that the update changes has the unknown values of an access; other ones are of content that the stack does not manage. */
function isOfContribution({ target, resource, permission }: Access, { planned }: Snapshots): boolean {
  const changed = [...planned.before, ...planned.after].filter((contribution) => contribution.resource.operation !== "same");
  const isOf = (name: string, list: keyof Contribution["hasUnknown"]) =>
    name !== unknownName || changed.some(({ hasUnknown }) => hasUnknown[list]);
  return isOf(target.id, "targets") && isOf(resource.id, "resources") && (resource.id === unknownName || isOf(permission, "permissions"));
}

/** Whether an access that seems lost may be among the values that are not known yet. */
function mayRemain(access: Access, { planned, after, hasUncertainRest }: Snapshots): boolean {
  return mayBeIn(access, after, planned.after, hasUncertainRest === true || mayStay(planned));
}

/** Whether it is not known if an account stays in the share when its `InvitationAcceptor` is deleted. */
function mayStay({ acceptors }: Snapshots["planned"]): boolean {
  return acceptors.some(({ before, after }) => after === undefined && isUnknown(before?.inputs["leaveOnDelete"]));
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
  return (
    (hasUnknown("targets") || snapshot.targets.some(({ entity }) => entity.id === target.id)) &&
    (hasUnknown("resources") || snapshot.resources.some(({ entity }) => entity.id === resource.id)) &&
    (hasUnknown("permissions") || permissionFor(resource.type, snapshot) === permission)
  );
}
