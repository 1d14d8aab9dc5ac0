import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import { acceptingKinds, kindsWithEntities, kindsWithPermissions } from "../../provider/resources/kinds.ts";
import type { KnownIds } from "./known-ids.ts";
import { nonEmptyText } from "../untyped-values.ts";
import { isCreated, isDeleted, isReplaced, type PlannedResource } from "./planned-resource.ts";
import { type Contribution, contributionAfter, contributionBefore } from "./shares/contribution.ts";
import { allowsExternalTargets } from "./shares/outside-directory.ts";
import { isUnidentifiedKey, shareKeysOf } from "./shares/share-keys.ts";

/**
 * One share, and what the resources of the stack contribute to it before and after the update.
 * A contribution that the update does not change is the same object in `before` and in `after`.
 */
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

interface Draft extends PlannedShare {
  share: PlannedResource | undefined;
  readonly before: Contribution[];
  readonly after: Contribution[];
  readonly acceptors: PlannedResource[];
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
  const drafts = new Map<string, Draft>();
  const draftOf = (key: string): Draft =>
    getOrCreate(drafts, key, () => {
      return { key, share: undefined, before: [], after: [], acceptors: [], isUnidentified: isUnidentifiedKey(key) };
    });
  const managed = resources.filter(({ operation }) => operation !== "read");
  const sidesOf = (resource: PlannedResource) =>
    [keys.before(resource), keys.after(resource)].map((key) => (key === undefined ? undefined : draftOf(key)));
  const own = managed.filter(({ kind }) => kind === "ResourceShare");
  for (const resource of own) {
    for (const draft of sidesOf(resource)) {
      // When one resource releases a share and another one adopts it, the one that has it after the update keeps it, whichever comes first.
      if (draft !== undefined && draft.share?.after === undefined) draft.share = resource;
    }
  }
  for (const resource of managed.filter(({ kind }) => acceptingKinds.includes(kind))) {
    const [from, to] = sidesOf(resource);
    addAcceptor(resource, from, to);
  }
  const closed = new Set(own.filter((resource) => !allowsExternalTargets(resource)).map((resource) => keys.after(resource)));
  const adopted = new Set(own.filter(isCreated).flatMap((resource) => nonEmptyText(resource.after?.inputs["adopt"]) ?? []));
  for (const resource of managed.filter(({ kind }) => contributing.has(kind))) {
    const [from, to] = sidesOf(resource);
    const { kind, operation, before, after } = resource;
    const old = operation === "same" ? (before ?? after) : before;
    const contribution = old && contributionBefore(resource, old);
    if (contribution) from?.before.push(contribution);
    // A share that another resource adopts is not deleted, and keeps what it has.
    const isKept = resource.isRetained || (kind === "ResourceShare" && isDeleted(resource) && from !== undefined && adopted.has(from.key));
    if (contribution && isKept) from?.after.push(contribution);
    // A share that another program manages may allow external targets.
    const allows = to === undefined || !closed.has(to.key);
    const next = operation === "same" ? contribution : after && contributionAfter(resource, after, known, allows);
    if (next) to?.after.push(next);
  }
  return [...drafts.values()];
}

function addAcceptor(resource: PlannedResource, from: Draft | undefined, to: Draft | undefined): void {
  const isReplacedOrMoved = isReplaced(resource) || from !== to;
  // The old object is deleted, and may leave the share that it has accepted.
  if (isReplacedOrMoved) from?.acceptors.push({ ...resource, after: undefined });
  to?.acceptors.push(isReplacedOrMoved ? { ...resource, before: undefined } : resource);
}

/** The kinds of resources that add targets, resources or permissions to a share. */
const contributing = new Set([...kindsWithEntities, ...kindsWithPermissions]);
