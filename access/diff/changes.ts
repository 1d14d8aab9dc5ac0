import { z } from "zod";
import { Access, accessGrantedBy, areInForce } from "../access.ts";
import { keyWithoutProperties } from "../access-key.ts";
import { areElsewhere, permissionFor, type Resource, ShareName, type ShareSnapshot, type Target, unknownName } from "../share-snapshot.ts";
import type { PlannedAccess, PlannedGrant } from "./planned-access.ts";
import type { Contribution } from "./shares/contribution.ts";
import type { Snapshots } from "./snapshots.ts";

/** One access, and how an update changes it, as reports have it. */
export const ReportedChange = z.object({
  stack: z.string().optional().describe("The project and the stack, where several previews were given"),
  change: z
    .enum(["gained", "lost", "changed", "kept", "unknown"])
    .describe("`changed`: only the permission or a property is another one, which `oldPermission` and `oldProperty` have"),
  ...Access.omit({ region: true, shares: true }).shape,
  gap: z
    .boolean()
    .describe(
      "It exists before and after the update, perhaps with other properties, but is interrupted, or waits for an acceptance afterwards",
    ),
  mayBeLost: z.boolean().optional().describe("Whether an unknown access exists before the update, and may be lost"),
  oldPermission: z.string().optional().describe("The permission before, where it changes"),
  wasPending: z.boolean().optional().describe("Whether a kept access was pending before; `true` where it comes into force"),
  shares: z.array(ShareName),
});

/** One access, and how an update changes it. */
export type Change = Access & Readonly<Omit<z.infer<typeof ReportedChange>, "shares">>;
/** How an update changes an access. */
export type ChangeKind = Change["change"];

/**
 * Step 6 of {@link diffAccess}: compares the accesses before and after the update. An access is
 *
 * - `kept` when shares grant it before and after. It has a gap when no share, or only a pending one, grants it throughout, and when it is
 *   pending only afterwards, as in a new share whose invitation the account has to accept;
 * - `gained` or `lost` when shares grant it only after or only before: with another property it is another access, which has a gap when
 *   the target or the resource is taken out in between;
 * - `unknown` when a value that decides this is known only during the update, when the only share that grants it was left by an
 *   interrupted creation, which the update may continue, and when the region or account in the ARN of the resource changes.
 *
 * An access that only shares outside the stack grant is not part of the update and is left out.
 *
 * @example
 * // Two shares grant the same access, and the update deletes one of them:
 * changesOf([{ before: [byDeleted, byOther], after: [byOther], throughout: [byOther] }]) // [{ change: "kept", gap: false, … }]
 */
export function changesOf(accesses: readonly PlannedAccess[]): Change[] {
  const interrupted = interruptedKeys(accesses);
  return accesses.flatMap((access) => {
    const change = changeOf(access);
    if (change === undefined) return [];
    const hasGapBefore = change.change === "gained" && interrupted.has(keyWithoutProperties(change));
    return [hasGapBefore ? { ...change, gap: true } : change];
  });
}

/** The keys of the accesses that end during the update, whatever their properties. */
function interruptedKeys(accesses: readonly PlannedAccess[]): ReadonlySet<string> {
  const keysOf = (some: readonly PlannedAccess[]) => some.flatMap(({ before: [grant] }) => (grant ? [keyOfGrant(grant)] : []));
  const ended = new Set(keysOf(accesses.filter(({ after, throughout }) => after.length + throughout.length === 0)));
  if (ended.size === 0) return ended;
  // Another share may grant the same throughout, with another property.
  for (const key of keysOf(accesses.filter(({ throughout }) => throughout.length > 0))) ended.delete(key);
  return ended;
}

function keyOfGrant({ target, resource, permission }: PlannedGrant): string {
  return keyWithoutProperties({ target: target.entity, resource: resource.entity, permission });
}

/** One access, and how the update changes it; `undefined` when the access is not part of the update. */
function changeOf(planned: PlannedAccess): Change | undefined {
  const { before, after } = planned;
  const access = accessGrantedBy(after.length > 0 ? after : before);
  const change = access && kindOfChange(access, planned);
  if (access === undefined || change === undefined) return undefined;
  if (change === "unknown") return { ...access, ...unknownGrants(access, planned), change, gap: false, mayBeLost: before.length > 0 };
  const comesIntoForce = change === "kept" && !access.pending && !areInForce(before);
  return { ...access, change, gap: change === "kept" && isInterrupted(planned), ...(comesIntoForce ? { wasPending: true } : {}) };
}

function isInterrupted({ before, after, throughout }: PlannedAccess): boolean {
  const accepted = after.filter(({ source, target }) => source?.acceptsLater?.has(target.entity.id) !== true);
  return throughout.length === 0 || (areInForce(before) && !(areInForce(throughout) && areInForce(accepted)));
}

/** Every share whose unknown values may change the access, once each. */
function unknownGrants(access: Access, { before, after }: PlannedAccess): Pick<Access, "shares"> {
  const isChanging = ({ source }: PlannedGrant) => source === undefined || !hasUnknown(access) || isOfContribution(access, source);
  const bySource = new Map([...before, ...after].filter(isChanging).map((grant) => [grant.source ?? grant.snapshot, grant]));
  return { shares: accessGrantedBy([...bySource.values()])?.shares ?? access.shares };
}

function kindOfChange(access: Access, { before, after }: PlannedAccess): ChangeKind | undefined {
  // No update changes a share outside the stack, except one that an interrupted creation has left: this update may continue it.
  if (after.length === 0 && before.some(({ source }) => source === undefined)) return "unknown";
  const sources = [...before, ...after].flatMap(({ source }) => source ?? []);
  if (sources.length === 0) return undefined;
  if (hasUnknown(access) && sources.some((source) => isOfContribution(access, source))) return "unknown";
  if (after.length > 0 && after.every(({ source }) => source?.mayLeave?.has(access.target.id) === true)) return "unknown";
  if (changesArn(before, after)) return "unknown";
  // From here on, what is unknown about the access belongs to resources that the update does not change.
  if (before.length > 0 && after.length > 0) return hasUnknownName(access) ? undefined : "kept";
  if (access.target.id === unknownName && access.resource.id === unknownName) return undefined;
  if (hasUnknown(access)) return "unknown";
  if (after.length > 0) return sources.every((source) => source.isAdopted || mayHaveBeen(access, source)) ? "unknown" : "gained";
  return sources.some((source) => mayRemain(access, source)) ? "unknown" : "lost";
}

/** Whether only resources with an ARN grant an access before and after, and no ARN before names the region and account of one after. */
function changesArn(before: readonly PlannedGrant[], after: readonly PlannedGrant[]): boolean {
  const isOther = ({ resource }: PlannedGrant) => after.every((grant) => areElsewhere(resource.entity, grant.resource.entity));
  return before.length > 0 && after.length > 0 && before.every(isOther);
}

function hasUnknownName({ target, resource, permission }: Access): boolean {
  return [target.id, resource.id, permission].includes(unknownName);
}

function hasUnknown(access: Access): boolean {
  return hasUnknownName(access) || [access.target.property, access.resource.property].includes(unknownName);
}

/** Whether the unknown values of an access are those of a resource of the stack that the update changes, and not of what others manage. */
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
  const mayHaveMoreOf = (list: "targets" | "resources" | "permissions") => hasMore || contributions.some((one) => one.hasUnknown[list]);
  const mayBe = (entity: Target | Resource, wanted: Target | Resource) =>
    entity.id === wanted.id && [wanted.property, unknownName].includes(entity.property);
  return (
    (mayHaveMoreOf("targets") || snapshot.targets.some(({ entity }) => mayBe(entity, target))) &&
    (mayHaveMoreOf("resources") || snapshot.resources.some(({ entity }) => mayBe(entity, resource))) &&
    (mayHaveMoreOf("permissions") || permissionFor(resource.type, snapshot) === permission)
  );
}
