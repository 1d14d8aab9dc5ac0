import { compareNames } from "../compare-names.ts";
import { matches } from "../../provider/kernel/wildcard.ts";
import { membersAdvice } from "./review/risks.ts";
import { areElsewhere } from "../share-snapshot.ts";
import { firstTexts } from "../first-texts.ts";
import { withoutUnchanged } from "../shown-access.ts";
import type { Change } from "./changes.ts";
import type { LiveLookup } from "./live-lookup.ts";
import type { Preview } from "./preview.ts";
import { type Contribution, keysOf, resourceKey, targetKey } from "./shares/contribution.ts";
import { createsShare } from "./shares/share-keys.ts";
import type { Snapshots } from "./snapshots.ts";

interface Subject {
  readonly preview: Preview;
  readonly snapshots: readonly Snapshots[];
  readonly changes: readonly Change[];
  readonly live: LiveLookup | undefined;
  /** Whether the preview leaves out unchanged resources and no state has them. */
  readonly isPartial: boolean;
  /** Names of shares with unknown targets. */
  readonly unknownTargetShares: readonly string[];
  /** Patterns of targets that may be outside the resource directory. */
  readonly allowedExternal: readonly string[] | undefined;
}

/** What a diff cannot know, and how to find it out: one sentence each. */
export function remarksOf({ preview, snapshots, changes, live, isPartial, unknownTargetShares, allowedExternal }: Subject): string[] {
  return [
    ...(isPartial
      ? [
          `${preview.omitted} of the stack's resources do not change and are not in this preview: the access that they grant is not known; run it with --show-sames, or give --state`,
        ]
      : []),
    ...aboutOtherContent(snapshots, live, isPartial),
    ...aboutUnfinishedShares(snapshots, live),
    ...(preview.policies.refused && preview.policies.packs.length === 0
      ? [
          "the preview was stopped, as by a mandatory policy, and a preview as one JSON document does not report by which: use the stream of events, or --policies",
        ]
      : []),
    ...aboutUnidentifiedShares(snapshots, preview),
    ...(preview.hasSecrets ? ["a preview does not show values that are secret: what depends on them counts as unknown"] : []),
    ...aboutPossiblyExternal(snapshots, allowedExternal),
    ...aboutOpenInvitations(snapshots, changes),
    ...snapshots.flatMap(aboutUnknownAcceptances),
    ...aboutChangedArns(snapshots),
    ...snapshots.flatMap(aboutLateDeletions),
    ...unknownTargetShares.map(
      (name) => `${name}: targets that are not known yet may be outside the resource directory; check again after the update`,
    ),
    ...(live?.remarks ?? []),
  ];
}

/** Reports shares of the stack with content that the stack does not manage, and that was not read from the service. */
function aboutOtherContent(snapshots: readonly Snapshots[], live: LiveLookup | undefined, isPartial: boolean): string[] {
  const isManagedElsewhere = ({ planned: { share, isUnidentified, before, after } }: Snapshots) =>
    share === undefined && !isUnidentified && [...before, ...after].some(({ resource }) => resource.operation !== "same");
  const managedElsewhere = live === undefined ? snapshots.filter(isManagedElsewhere) : [];
  const becomingExclusive = snapshots.filter(({ removesUnknown, isAdopted }) => removesUnknown === true && !isAdopted);
  const adopted = snapshots.filter(({ isAdopted }) => isAdopted);
  return [
    ...managedElsewhere.map(
      (one) => `share ${idOf(one)} is managed elsewhere: its other content is not known${isPartial ? "" : "; diff --live reads it"}`,
    ),
    ...becomingExclusive.map(
      (one) => `share ${idOf(one)} becomes exclusive: what others have added to it is removed, and is not known; diff --live reads it`,
    ),
    ...adopted.map((one) => `share ${idOf(one)} is adopted: its present content is not known; diff --live reads it`),
  ];
}

/** Reports shares that the update may continue to create instead of creating others. */
function aboutUnfinishedShares(snapshots: readonly Snapshots[], live: LiveLookup | undefined): string[] {
  if (!snapshots.some(({ planned }) => createsShare(planned))) return [];
  const own = new Set(snapshots.map(({ planned }) => planned.key));
  const unfinished = [...(live?.shares ?? [])].filter(([id, { isUnfinished }]) => isUnfinished === true && !own.has(id));
  return unfinished.map(([id]) => `share ${id} is not finished: it is not known whether the update continues its creation`);
}

function idOf({ before, after }: Snapshots): string {
  return (after ?? before)?.share.id ?? "whose id is not known";
}

function aboutUnidentifiedShares(snapshots: readonly Snapshots[], { hasDependencies }: Preview): string[] {
  const unidentified = snapshots.filter(({ planned }) => planned.isUnidentified).map(({ after }) => after?.share.urn ?? "");
  const help = hasDependencies ? "" : ": a preview as one JSON document does";
  return unidentified.map((urn) => `${urn} belongs to a share that the preview does not identify${help}`);
}

/** Reports accounts of which it is not known whether they are outside the resource directory, except those that may be. */
function aboutPossiblyExternal(snapshots: readonly Snapshots[], allowed: readonly string[] = []): string[] {
  const targets = snapshots.flatMap(({ after }) => after?.targets ?? []).map(({ entity }) => entity);
  const ids = new Set(targets.filter(({ id, external }) => external === null && !matches(allowed, id)).map(({ id }) => id));
  if (ids.size === 0) return [];
  const names = [...ids].toSorted(compareNames).join(", ");
  return [`${names}: it is not known whether this is outside the resource directory; ${membersAdvice}`];
}

/** Reports accounts whose access changes, and of which it is not known whether they have it: the state of a share does not show an acceptance. */
function aboutOpenInvitations(snapshots: readonly Snapshots[], changes: readonly Change[]): string[] {
  const moving = new Set(withoutUnchanged(changes).map(({ target }) => target.id));
  return snapshots.flatMap((one) => {
    const ids = (one.mayHaveAccepted ?? []).filter((id) => moving.has(id));
    return ids.length === 0
      ? []
      : [
          `share ${idOf(one)}: it is not known whether ${firstTexts(ids, mostNames)} has accepted its invitation: a refresh of its stack beforehand shows it`,
        ];
  });
}

/** Reports accounts of which some accept their invitation during the update, by acceptors of accounts that the preview does not identify. */
function aboutUnknownAcceptances(one: Snapshots): string[] {
  if (one.mayAccept.length === 0) return [];
  const names = firstTexts(one.mayAccept, mostNames);
  return [`share ${idOf(one)}: it is not known which of ${names} accepts its invitation in this update; check again after it`];
}

/** Reports resources whose ARN names another region or account after the update, with the same type and id. */
function aboutChangedArns(snapshots: readonly Snapshots[]): string[] {
  const resourcesAt = (moment: "before" | "after") => snapshots.flatMap((one) => one[moment]?.resources ?? []).map(({ entity }) => entity);
  const before = Map.groupBy(resourcesAt("before"), resourceKey);
  const changed = resourcesAt("after").filter((entity) => before.get(resourceKey(entity))?.every((old) => areElsewhere(old, entity)));
  return [
    ...new Set(changed.map(({ arn }) => `${arn}: its region or account changes; it is not known whether it is still the same resource`)),
  ];
}

/** Reports access that neither the state nor the program grants: it needs one part that the share gains, and one that is deleted later. */
function aboutLateDeletions(one: Snapshots): string[] {
  const { planned, before, after } = one;
  if (before === undefined || after === undefined) return [];
  const [keysBefore, keysAfter] = [keysOf(planned.before), keysOf(planned.after)];
  const deleted = planned.before.filter(({ resource }) => resource.operation === "delete" && !resource.isRetained);
  const unknownIn = (some: readonly Contribution[], list: "targets" | "resources") =>
    some.some(({ resource, hasUnknown }) => resource.operation !== "same" && hasUnknown[list])
      ? ["what is secret or known only during the update"]
      : [];
  const targetsOf = (some: readonly Contribution[], others: ReadonlySet<string>) => {
    const own = some.flatMap(({ targets }) => targets).filter(({ entity }) => !others.has(targetKey(entity)));
    return [...own.map(({ entity }) => entity.id), ...unknownIn(some, "targets")];
  };
  const resourcesOf = (some: readonly Contribution[], others: ReadonlySet<string>) => {
    const own = some.flatMap(({ resources }) => resources).filter(({ entity }) => !others.has(resourceKey(entity)));
    return [...own.map(({ entity }) => `${entity.type} ${entity.id}`), ...unknownIn(some, "resources")];
  };
  const pairs = [
    { targets: targetsOf(deleted, keysAfter), resources: resourcesOf(planned.after, keysBefore) },
    { targets: targetsOf(planned.after, keysBefore), resources: resourcesOf(deleted, keysAfter) },
  ];
  return pairs
    .filter(({ targets, resources }) => targets.length > 0 && resources.length > 0)
    .map(({ targets, resources }) => {
      const [who, what] = [targets, resources].map((names) => firstTexts([...new Set(names)], mostNames));
      return `share ${idOf(one)}: until the end of the update, ${who} can also use ${what}, because the engine deletes last: delete in an update of its own where that matters`;
    });
}

/** The most targets and resources that a remark names. */
const mostNames = 20;
