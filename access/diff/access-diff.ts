import type { ShareSnapshot } from "../share-snapshot.ts";
import type { StateResource } from "../stack-state.ts";
import { type Change, changesOf } from "./changes.ts";
import { knownIdsOf } from "./known-ids.ts";
import type { LiveLookup } from "./live-lookup.ts";
import { plannedAccessesOf } from "./planned-access.ts";
import { plannedResourcesOf } from "./planned-resource.ts";
import { type PlannedShare, plannedSharesOf } from "./planned-shares.ts";
import { noPolicies, type Policies } from "./policies/policy-findings.ts";
import type { Preview } from "./preview.ts";
import { remarksOf } from "./remarks.ts";
import { type Snapshots, snapshotsOf } from "./snapshots.ts";
import { sharesWithUnknownTargets } from "./unknown-targets.ts";

/** The accesses that an update changes or keeps, with remarks and the findings of policies. */
export interface AccessDiff {
  /** The project and the stack, as `shop/dev`. */
  readonly stack?: string | undefined;
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  /** Names of shares with targets that may be outside the resource directory; the preview does not know them yet. */
  readonly unknownTargetShares: readonly string[];
  /** The findings of policies in the same preview. */
  readonly policies: Policies;
  /** Whether there is access that is not known: of unchanged resources that are neither in the preview nor in a state or whose state is secret, or by an invitation of which it is not known who accepts it. */
  readonly isIncomplete: boolean;
  /** Patterns of targets that may be outside the resource directory: they are no risk. */
  readonly allowedExternal?: readonly string[] | undefined;
}

/** The diff of a preview without resources. */
export const noChanges: AccessDiff = { changes: [], remarks: [], unknownTargetShares: [], policies: noPolicies, isIncomplete: false };

/** What a diff uses beside the preview. */
export interface DiffSources extends Pick<AccessDiff, "allowedExternal"> {
  /** The resources of the stack's state: those that the preview does not show are unchanged. */
  readonly state?: readonly StateResource[] | undefined;
  /** What the service lists; without it, the content of shares that other programs manage is unknown. */
  readonly live?: LiveLookup | undefined;
  /** Ids of the members of the resource directory; without them, some targets are only possibly external. */
  readonly members?: ReadonlySet<string> | undefined;
}

/**
 * Predicts from a preview which targets gain and lose access. It does steps 2 to 6 of the way from the engine's output to the report:
 *
 * 1. `preview.ts` has read the engine's output; with the findings of the policies that the engine has evaluated.
 * 2. `planned-resource.ts` joins the steps of each resource.
 * 3. `planned-shares.ts` groups the resources by the share to which they add targets, resources and permissions.
 * 4. `snapshots.ts` computes the content of each share before and after the update; a deleted share has no content after it.
 * 5. `planned-access.ts` lists each access with the shares that grant it before and after.
 * 6. `changes.ts` compares both: an access that no share grants after the update is lost.
 * 7. `report.ts` writes the result as JSON, `../format/` as Markdown, tables and pictures.
 *
 * Steps 3 and 4 use the ids that `known-ids.ts` collects. Step 3 decides which targets are external, by `shares/outside-directory.ts`.
 *
 * @example
 * const preview = readPreview(readFileSync("preview.json", "utf8"));
 * const { changes } = diffAccess(preview);
 * changes.filter(({ change }) => change === "lost"); // the accesses that the update removes
 */
export function diffAccess(preview: Preview, { state, live, members, allowedExternal }: DiffSources = {}): AccessDiff {
  const resources = plannedResourcesOf(preview, state);
  const known = knownIdsOf(resources, live, members);
  const shares = plannedSharesOf(resources, known, preview.hasDependencies);
  const snapshots = shares.map((share) => snapshotsOf(share, known, live?.shares.get(share.key)));
  const accesses = plannedAccessesOf(snapshots, otherSharesOf(shares, live));
  const changes = changesOf(accesses);

  const isPartial = preview.omitted > 0 && state === undefined;
  const isIncomplete = isPartial || snapshots.some((one) => hasSecretAccess(one) || one.mayAccept.length > 0);
  const unknownTargetShares = sharesWithUnknownTargets(snapshots);
  const remarks = remarksOf({ preview, snapshots, changes, live, isPartial, unknownTargetShares, allowedExternal });
  return { stack: preview.stack, changes, remarks, unknownTargetShares, policies: preview.policies, isIncomplete, allowedExternal };
}

/** Whether access that the update does not change is secret. */
function hasSecretAccess({ planned }: Snapshots): boolean {
  return planned.before.some(
    ({ resource, hasUnknown }) => resource.operation === "same" && (hasUnknown.targets || hasUnknown.resources || hasUnknown.permissions),
  );
}

/** The listed shares of the account that the stack does not contribute to. */
function otherSharesOf(shares: readonly PlannedShare[], live: LiveLookup | undefined): ShareSnapshot[] {
  if (live === undefined) return [];
  const own = new Set(shares.map(({ key }) => key));
  return [...live.shares].flatMap(([id, snapshot]) => (own.has(id) ? [] : [withDefaults(snapshot, live.defaults)]));
}

/** Names the default permission of each type for which no permission is listed, as the shares of the stack have it. */
function withDefaults(snapshot: ShareSnapshot, defaults: LiveLookup["defaults"]): ShareSnapshot {
  const missing = new Set(snapshot.resources.map(({ entity }) => entity.type).filter((type) => !snapshot.permissions.has(type)));
  if (missing.size === 0) return snapshot;
  return { ...snapshot, permissions: new Map([...snapshot.permissions, ...[...defaults].filter(([type]) => missing.has(type))]) };
}
