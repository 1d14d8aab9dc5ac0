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

/** What happens to an access. */
export type ChangeKind = "gained" | "lost" | "kept" | "unknown";

/** One access, and what the update does to it. */
export interface Change extends Access {
  readonly change: ChangeKind;
  /** It is there before and after the update, and not all the time in between. */
  readonly gap: boolean;
}

/** What the service lists: shares by id, and what defaults are called. */
export interface Live {
  readonly shares: Listed;
  readonly defaults: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
}

export interface AccessDiff {
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  /** Shares that give access to targets of which it is not known whether they are outside the resource directory. */
  readonly unjudged?: readonly string[] | undefined;
  /** What policies found in the same preview. */
  readonly policies: Policies;
}

/** Foretells from a preview who gains and who loses access. `unchanged` are resources of the state that the preview left out. */
export function diffAccess(preview: Preview, unchanged: readonly PlannedResource[] | undefined, live?: Live): AccessDiff {
  const shown = new Set(preview.resources.map(({ urn }) => urn));
  const added = (unchanged ?? []).filter(({ urn }) => !shown.has(urn));
  const resources = [...preview.resources, ...added];
  const known = knownIdsOf(resources.flatMap(({ before, after }) => [before, after].flatMap((side) => side ?? [])));
  for (const [type, name] of live?.defaults ?? []) known.defaults.set(type, name);
  for (const { targets } of live?.shares.values() ?? []) for (const { thing } of targets) known.external.set(thing.id, thing.external);
  const nodes = plannedSharesOf(resources, known, preview.hasDependencies);
  const moments = nodes.map((node) => snapshotsOf(node, known, live?.shares ?? new Map()));
  const own = new Set(nodes.map(({ key }) => key));
  const elsewhere = [...(live?.shares ?? [])].flatMap(([id, content]) => (own.has(id) ? [] : [content]));
  const isMissing = preview.missing > 0 && unchanged === undefined;
  const unjudged = [...new Set(moments.filter(hasUnjudgedTargets).map(({ after }) => after?.share.name ?? ""))].toSorted(compareText);
  return {
    changes: compared(moments, elsewhere),
    remarks: [
      ...remarksOf(preview, moments, isMissing, live !== undefined),
      ...guesses(moments, known),
      ...unjudged.map(
        (name) => `${name}: targets that are not known yet may be outside the resource directory; look again after the update`,
      ),
      ...(live?.remarks ?? []),
    ],
    unjudged,
    policies: preview.policies,
  };
}

function compared(moments: readonly Snapshots[], elsewhere: readonly ShareContent[]): Change[] {
  const ledger = new AccessIndex<Snapshots | undefined>();
  const always = { before: true, after: true, throughout: true };
  const never = { before: false, after: false, throughout: false };
  for (const of of moments) {
    if (of.before !== undefined && of.before === of.after) ledger.add(of.before, of, always);
    else for (const when of ["before", "after", "throughout"] as const) if (of[when]) ledger.add(of[when], of, { ...never, [when]: true });
  }
  for (const content of elsewhere) ledger.add(content, undefined, always);
  return ledger.entries().flatMap((entry) => changeOf(entry));
}

function changeOf({ permission, before, after, isThroughout }: Entry<Snapshots | undefined>): Change[] {
  const [isGiven, wasGiven] = [after.length > 0, before.length > 0];
  const givings = isGiven ? after : before;
  // What only other shares of the account give is none of this update's business.
  if (givings.every(({ of }) => of.source === undefined)) return [];
  const access = accessGiven(permission, givings);
  if (access === undefined) return [];
  const isOpen = access.target.id === unknownName || access.resource.id === unknownName || permission === unknownName;
  if (wasGiven && isGiven) return isOpen ? [] : [{ ...access, change: "kept", gap: !isThroughout }];
  if (access.target.id === unknownName && access.resource.id === unknownName) return [];
  const givers = givings.flatMap(({ of }) => of.source ?? []);
  const isUnsure = isOpen || (isGiven ? givers.every(({ isTakenOver }) => isTakenOver) : givers.some((giver) => mayStill(access, giver)));
  return [{ ...access, change: isUnsure ? "unknown" : isGiven ? "gained" : "lost", gap: false }];
}

/** Whether what looks lost may be among what is not known yet. */
function mayStill({ target, resource, permission }: Access, { node, after }: Snapshots): boolean {
  if (after === undefined) return false;
  const isOpen = (list: "targets" | "resources" | "permissions") => node.after.some(({ open }) => open[list]);
  const isTarget = isOpen("targets") || after.targets.some(({ thing }) => thing.id === target.id);
  const isResource = isOpen("resources") || after.resources.some(({ thing }) => thing.id === resource.id);
  const isPermission = isOpen("permissions") || (after.permissions.get(resource.type) ?? defaultPermission) === permission;
  return isTarget && isResource && isPermission;
}

function remarksOf(preview: Preview, moments: readonly Snapshots[], isMissing: boolean, isLive: boolean): string[] {
  const named = (of: (moments: Snapshots) => boolean) => moments.filter(of).map(({ after, before }) => (after ?? before)?.share.id ?? "");
  const strangers = isLive ? [] : named(({ node }) => node.share === undefined && !node.isUntold && isTouched(node.before, node.after));
  const takenOver = named(({ isTakenOver }) => isTakenOver);
  const untold = moments.filter(({ node }) => node.isUntold).map(({ after }) => after?.share.urn ?? "");
  return [
    ...(isMissing
      ? [
          `${preview.missing} of the stack's resources do not change and are not in this preview: what they give is not known; run it with --show-sames, or give --state`,
        ]
      : []),
    ...strangers.map((id) => `share ${id} is managed elsewhere: what else is in it is not known${isMissing ? "" : "; --live looks it up"}`),
    ...takenOver.map((id) => `share ${id} is taken over: what is in it already is not known; --live looks it up`),
    ...(preview.policies.isRefused && preview.policies.packs.length === 0
      ? [
          "the preview was stopped, as by a mandatory policy, and one document does not say by which: the stream of events does, and --policies",
        ]
      : []),
    ...untold.map(
      (urn) =>
        `${urn} belongs to a share that the preview does not tell${preview.hasDependencies ? "" : ": one document (without the stream of events) does"}`,
    ),
    ...(preview.hasSecrets ? ["a preview does not show values that are secret: what depends on them counts as unknown"] : []),
  ];
}

/** An account of which no record says where it is counts as outside where its share lets such in. */
function guesses(moments: readonly Snapshots[], known: KnownIds): string[] {
  const targets = moments.flatMap(({ after }) => after?.targets ?? []).map(({ thing }) => thing);
  const guessed = new Set(targets.filter(({ id, external }) => external && !known.external.has(id)).map(({ id }) => id));
  return guessed.size === 0
    ? []
    : [
        `${[...guessed].toSorted(compareText).join(", ")}: whether outside the resource directory is not known yet, and assumed, because its share may let such accounts in`,
      ];
}

function isTouched(before: Snapshots["node"]["before"], after: Snapshots["node"]["after"]): boolean {
  return [...before, ...after].some(({ of }) => of.fate !== "same");
}
