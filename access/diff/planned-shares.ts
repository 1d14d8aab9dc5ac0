import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import { acceptingKinds, kindsWithEntities, kindsWithPermissions } from "../../provider/resources/kinds.ts";
import type { KnownIds } from "./known-ids.ts";
import { nonEmptyText } from "../untyped-values.ts";
import { isCreated, isDeleted, isReplaced, type PlannedResource } from "./planned-resource.ts";
import { type Contribution, contributionAfter, contributionBefore } from "./shares/contribution.ts";
import { allowsExternalTargets } from "./shares/outside-directory.ts";
import { isUnidentifiedKey, type ShareKeys, shareKeysOf } from "./shares/share-keys.ts";

/** One share, and what the resources of the stack contribute to it before and after the update. */
export interface PlannedShare {
  /** Its id; the URN for a share that the update creates. */
  readonly key: string;
  /** The stack's `ResourceShare` resource of this share, if any. */
  readonly share: PlannedResource | undefined;
  readonly before: readonly Contribution[];
  readonly after: readonly Contribution[];
  /** Resources of receiving accounts, which accept the share's invitations or leave the share. */
  readonly acceptors: readonly PlannedResource[];
  /** Whether the preview does not show which share this is. */
  readonly isUnidentified: boolean;
}

interface Draft {
  share: PlannedResource | undefined;
  before: Contribution[];
  after: Contribution[];
  acceptors: PlannedResource[];
  isUnidentified: boolean;
}

/**
 * Step 3 of {@link diffAccess}: groups the resources of a stack by the share that they belong to.
 *
 * @param resources All resources of this package in the stack.
 * @param hasDependencies Whether the preview shows which resource an input comes from.
 * @example
 * // A share, and an association that adds a target to it:
 * plannedSharesOf([network, more], known, true)
 * // [{ key: "rs-1", share: network, before: [ofNetwork, ofMore], after: [ofNetwork, ofMore], … }]
 */
export function plannedSharesOf(resources: readonly PlannedResource[], known: KnownIds, hasDependencies: boolean): PlannedShare[] {
  const keys = shareKeysOf(resources, hasDependencies);
  const drafts = new Drafts();
  const managed = resources.filter(({ operation }) => operation !== "read");
  const own = managed.filter(({ kind }) => kind === "ResourceShare");
  for (const resource of own) addShare(drafts, resource, keys);
  const allowsExternal = new Map(own.map((resource) => [keys.after(resource), allowsExternalTargets(resource)]));
  const adopted = new Set(own.filter(isCreated).flatMap((resource) => nonEmptyText(resource.after?.inputs["adopt"]) ?? []));
  for (const resource of managed) {
    const [from, to] = [keys.before(resource), keys.after(resource)];
    if (acceptingKinds.includes(resource.kind)) addAcceptor(drafts, resource, from, to);
    if (!contributing.has(resource.kind)) continue;
    // A share that another resource adopts is not deleted, and keeps what it has.
    const isKept =
      resource.isRetained || (resource.kind === "ResourceShare" && isDeleted(resource) && from !== undefined && adopted.has(from));
    // A share that another program manages may allow external targets.
    const allows = allowsExternal.get(to ?? "") ?? true;
    addContributions(drafts, resource, { from, to, isKept, contributionOf: (after) => contributionAfter(resource, after, known, allows) });
  }
  return drafts.toShares();
}

/** The drafts of shares, by key. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();

  of(key: string): Draft {
    return getOrCreate(this.#drafts, key, () => ({ share: undefined, before: [], after: [], acceptors: [], isUnidentified: false }));
  }

  toShares(): PlannedShare[] {
    return [...this.#drafts].map(([key, draft]) => ({ key, ...draft }));
  }
}

/** Adds a `ResourceShare`. When one resource releases a share and another one adopts it, the share belongs to the adopting resource. */
function addShare(drafts: Drafts, resource: PlannedResource, keys: ShareKeys): void {
  for (const key of new Set([keys.before(resource), keys.after(resource)])) {
    if (key === undefined) continue;
    const draft = drafts.of(key);
    // A resource that has the share after the update keeps it, whichever comes first.
    const isTaken = draft.share?.after !== undefined;
    if (!isTaken) draft.share = resource;
  }
}

function addAcceptor(drafts: Drafts, resource: PlannedResource, from: string | undefined, to: string | undefined): void {
  const isReplacedOrMoved = isReplaced(resource) || from !== to;
  // The old object is deleted, and may leave the share that it has accepted.
  if (from !== undefined && isReplacedOrMoved) drafts.of(from).acceptors.push({ ...resource, after: undefined });
  if (to !== undefined) drafts.of(to).acceptors.push(isReplacedOrMoved ? { ...resource, before: undefined } : resource);
}

interface Placement {
  /** The share that the resource belongs to before the update, and after it. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether the old share keeps what the resource contributed. */
  readonly isKept: boolean;
  /** Returns the contribution after a change. */
  readonly contributionOf: (after: NonNullable<PlannedResource["after"]>) => Contribution;
}

function addContributions(drafts: Drafts, resource: PlannedResource, { from, to, isKept, contributionOf }: Placement): void {
  const { before, after, operation } = resource;
  const unchanged = operation === "same" ? (before ?? after) : undefined;
  const old = unchanged ?? before;
  const contribution = old && contributionBefore(resource, old);
  if (contribution && from !== undefined) drafts.of(from).before.push(contribution);
  if (contribution && from !== undefined && isKept) drafts.of(from).after.push(contribution);
  if (to === undefined) return;
  const draft = drafts.of(to);
  draft.isUnidentified ||= isUnidentifiedKey(to);
  if (unchanged && contribution) draft.after.push(contribution);
  else if (after) draft.after.push(contributionOf(after));
}

/** The kinds of resources that add targets, resources or permissions to a share. */
const contributing = new Set([...kindsWithEntities, ...kindsWithPermissions]);
