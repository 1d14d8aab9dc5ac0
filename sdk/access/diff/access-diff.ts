import { compareText } from "../../../provider/kernel/json.ts";
import { type Access, defaultPermission, type ShareContent } from "../access.ts";
import { type KnownIds, knownIdsOf } from "./known-ids.ts";
import { accessGiven, type Entry, AccessIndex } from "./access-index.ts";
import { type Listed, type Snapshots, snapshotsOf, unknownName } from "./snapshots.ts";
import { plannedSharesOf } from "./planned-shares.ts";
import type { PlannedResource } from "./planned-resource.ts";
import type { Policies } from "./policies/policy-findings.ts";
import type { Preview } from "./preview.ts";
import { hasUnjudgedTargets } from "./unknown-targets.ts";

/** How an update changes an access. */
export type ChangeKind = "gained" | "lost" | "kept" | "unknown";

/** One access, and how the update changes it. */
export interface Change extends Access {
  readonly change: ChangeKind;
  /** Whether the access exists before and after the update, but is interrupted during it. */
  readonly gap: boolean;
}

/** What the service lists: shares by id, and the names of default permissions by resource type. */
export interface Live {
  readonly shares: Listed;
  readonly defaults: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
}

/** The accesses that an update changes or keeps, with remarks and the findings of policies. */
export interface AccessDiff {
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  /** Names of shares with targets that may be outside the resource directory; the preview does not know them yet. */
  readonly unjudged?: readonly string[] | undefined;
  /** The findings of policies in the same preview. */
  readonly policies: Policies;
}

/**
 * Predicts from a preview which targets gain and lose access.
 *
 * @param preview The resources of the preview.
 * @param unchanged Resources of the state that the preview does not show; `undefined` when no state was passed.
 * @param live What the service lists; without it, the content of shares that other programs manage is unknown.
 */
export function diffAccess(preview: Preview, unchanged: readonly PlannedResource[] | undefined, live?: Live): AccessDiff {
  const shown = new Set(preview.resources.map(({ urn }) => urn));
  const added = (unchanged ?? []).filter(({ urn }) => !shown.has(urn));
  const resources = [...preview.resources, ...added];
  const known = knownIdsOf(resources.flatMap(({ before, after }) => [before, after].flatMap((side) => side ?? [])));
  for (const [type, name] of live?.defaults ?? []) known.defaults.set(type, name);
  for (const { targets } of live?.shares.values() ?? []) for (const { thing } of targets) known.external.set(thing.id, thing.external);
  const plannedShares = plannedSharesOf(resources, known, preview.hasDependencies);
  const snapshots = plannedShares.map((planned) => snapshotsOf(planned, known, live?.shares ?? new Map()));
  const own = new Set(plannedShares.map(({ key }) => key));
  const elsewhere = [...(live?.shares ?? [])].flatMap(([id, content]) => (own.has(id) ? [] : [content]));
  const isMissing = preview.missing > 0 && unchanged === undefined;
  const unjudged = [...new Set(snapshots.filter(hasUnjudgedTargets).map(({ after }) => after?.share.name ?? ""))].toSorted(compareText);
  return {
    changes: compared(snapshots, elsewhere),
    remarks: [
      ...remarksOf(preview, snapshots, isMissing, live !== undefined),
      ...assumedExternal(snapshots, known),
      ...unjudged.map(
        (name) => `${name}: targets that are not known yet may be outside the resource directory; look again after the update`,
      ),
      ...(live?.remarks ?? []),
    ],
    unjudged,
    policies: preview.policies,
  };
}

function compared(snapshots: readonly Snapshots[], elsewhere: readonly ShareContent[]): Change[] {
  const index = new AccessIndex<Snapshots | undefined>();
  const always = { before: true, after: true, throughout: true };
  const never = { before: false, after: false, throughout: false };
  for (const share of snapshots) {
    if (share.before !== undefined && share.before === share.after) index.add(share.before, share, always);
    else
      for (const when of ["before", "after", "throughout"] as const)
        if (share[when]) index.add(share[when], share, { ...never, [when]: true });
  }
  for (const content of elsewhere) index.add(content, undefined, always);
  return index.entries().flatMap((entry) => changeOf(entry));
}

function changeOf({ permission, before, after, isThroughout }: Entry<Snapshots | undefined>): Change[] {
  const [isGiven, wasGiven] = [after.length > 0, before.length > 0];
  const grants = isGiven ? after : before;
  // Accesses that only other shares of the account grant are not part of this update.
  if (grants.every(({ share }) => share.source === undefined)) return [];
  const access = accessGiven(permission, grants);
  if (access === undefined) return [];
  const isOpen = access.target.id === unknownName || access.resource.id === unknownName || permission === unknownName;
  if (wasGiven && isGiven) return isOpen ? [] : [{ ...access, change: "kept", gap: !isThroughout }];
  if (access.target.id === unknownName && access.resource.id === unknownName) return [];
  const sources = grants.flatMap(({ share }) => share.source ?? []);
  const isUncertain =
    isOpen || (isGiven ? sources.every(({ isAdopted }) => isAdopted) : sources.some((source) => mayRemain(access, source)));
  return [{ ...access, change: isUncertain ? "unknown" : isGiven ? "gained" : "lost", gap: false }];
}

/** Whether an access that seems lost may be among the values that are not known yet. */
function mayRemain({ target, resource, permission }: Access, { planned, after }: Snapshots): boolean {
  if (after === undefined) return false;
  const isOpen = (list: "targets" | "resources" | "permissions") => planned.after.some(({ open }) => open[list]);
  const isTarget = isOpen("targets") || after.targets.some(({ thing }) => thing.id === target.id);
  const isResource = isOpen("resources") || after.resources.some(({ thing }) => thing.id === resource.id);
  const isPermission = isOpen("permissions") || (after.permissions.get(resource.type) ?? defaultPermission) === permission;
  return isTarget && isResource && isPermission;
}

function remarksOf(preview: Preview, snapshots: readonly Snapshots[], isMissing: boolean, isLive: boolean): string[] {
  const named = (test: (share: Snapshots) => boolean) =>
    snapshots.filter(test).map(({ after, before }) => (after ?? before)?.share.id ?? "");
  const managedElsewhere = isLive
    ? []
    : named(({ planned }) => planned.share === undefined && !planned.isUnidentified && isTouched(planned.before, planned.after));
  const adopted = named(({ isAdopted }) => isAdopted);
  const unidentified = snapshots.filter(({ planned }) => planned.isUnidentified).map(({ after }) => after?.share.urn ?? "");
  return [
    ...(isMissing
      ? [
          `${preview.missing} of the stack's resources do not change and are not in this preview: what they give is not known; run it with --show-sames, or give --state`,
        ]
      : []),
    ...managedElsewhere.map(
      (id) => `share ${id} is managed elsewhere: what else is in it is not known${isMissing ? "" : "; --live looks it up"}`,
    ),
    ...adopted.map((id) => `share ${id} is taken over: what is in it already is not known; --live looks it up`),
    ...(preview.policies.isRefused && preview.policies.packs.length === 0
      ? [
          "the preview was stopped, as by a mandatory policy, and one document does not say by which: the stream of events does, and --policies",
        ]
      : []),
    ...unidentified.map(
      (urn) =>
        `${urn} belongs to a share that the preview does not tell${preview.hasDependencies ? "" : ": one document (without the stream of events) does"}`,
    ),
    ...(preview.hasSecrets ? ["a preview does not show values that are secret: what depends on them counts as unknown"] : []),
  ];
}

/** Reports accounts that count as external only because their share allows external targets. */
function assumedExternal(snapshots: readonly Snapshots[], known: KnownIds): string[] {
  const targets = snapshots.flatMap(({ after }) => after?.targets ?? []).map(({ thing }) => thing);
  const assumed = new Set(targets.filter(({ id, external }) => external && !known.external.has(id)).map(({ id }) => id));
  return assumed.size === 0
    ? []
    : [
        `${[...assumed].toSorted(compareText).join(", ")}: whether outside the resource directory is not known yet, and assumed, because its share may let such accounts in`,
      ];
}

/** Whether the update changes a resource that contributes to the share. */
function isTouched(before: Snapshots["planned"]["before"], after: Snapshots["planned"]["after"]): boolean {
  return [...before, ...after].some(({ resource }) => resource.fate !== "same");
}
