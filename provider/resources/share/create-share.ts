import type { ResourceShare as ShareRecord } from "../../api/entities.ts";
import { maxEntries, maxTags } from "../../api/parameters.ts";
import { CreateResourceShare } from "../../api/shares.ts";
import type { CallOptions } from "../../client/client.ts";
import { withCancellation } from "../../client/pipeline/deadline.ts";
import { instantOf } from "../../kernel/clock.ts";
import { WaitError } from "../../kernel/errors.ts";
import { createOnce } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { sharePollersOf } from "../../lifecycle/polling/share-pollers.ts";
import { batchesOf, parametersOf } from "../association/association-calls.ts";
import { createTagValue, creationDigests, isOfCreation, taggedShare, type WantedShare } from "./creation-rules.ts";
import { creationsOf } from "./creation-registry.ts";
import { entitiesOf, listsOf } from "../association/entities.ts";
import type { EntityLists } from "../association/entity-inputs.ts";
import { matchingShare, resumedShare } from "./resume-creation.ts";
import { createTagKey, creationKeys, type Tags, toTagList } from "../tags/tag-calls.ts";

/** A share that was just created, and the parts of it that the creating call has set. */
export interface CreatedShare {
  readonly share: ShareRecord;
  readonly lists: EntityLists;
  readonly tags: Tags;
  readonly hasCreateTag: boolean;
}

interface CreatedOrResumed {
  readonly id: string;
  readonly createdShare?: CreatedShare;
}

/**
 * Creates a share, or resumes the creation that an interrupted run began for the same resource.
 *
 * @returns the id; `createdShare` is absent when the share must be read first
 */
export async function createOrResumeShare(context: Context, wanted: WantedShare): Promise<CreatedOrResumed> {
  const { client, clock, usesCreateTag } = context;
  if (usesCreateTag) {
    const resumed = await resumedShare(context, wanted);
    if (resumed !== undefined) return { id: resumed };
  }
  const creations = creationsOf(context);
  const tag = createTagValue(creationDigests(context.urn, context.origin).own, creations.creator);
  // A resource whose permission is not in the call would have its type's default meanwhile, which may allow more.
  const hasAllPermissions = (wanted.permissionNames ?? []).length <= maxEntries;
  const [first = []] = batchesOf(entitiesOf(wanted).filter(({ kind }) => hasAllPermissions || kind === "Target"));
  const tags = Object.fromEntries(Object.entries(wanted.tags ?? {}).slice(0, usesCreateTag ? maxTags - creationKeys.length : maxTags));
  const permissionNames = wanted.permissionNames?.slice(0, maxEntries);
  const request = {
    ResourceShareName: wanted.name,
    AllowExternalTargets: wanted.allowExternalTargets,
    ResourceGroupId: wanted.resourceGroupId,
    ...parametersOf(first),
    PermissionNames: permissionNames,
    Tag: [...toTagList(tags), ...(usesCreateTag ? [{ Key: createTagKey, Value: tag }, creations.lease.first] : [])],
  };
  const since = instantOf(clock);
  const registered = <T extends { readonly id: string }>(found: T): T => {
    sharePollersOf(client, clock).createdAtById.set(found.id, clock.now());
    if (!usesCreateTag) return found;
    creations.own.set(found.id, { tag, since });
    creations.lease.hold(found.id, context.deadline, since);
    return found;
  };
  const create = async (options: CallOptions) => {
    const { ResourceShare: share } = await client.call(CreateResourceShare, request, options);
    const lists = { ...listsOf(first), permissionNames };
    return registered({ id: share.ResourceShareId, createdShare: { share, lists, tags, hasCreateTag: usesCreateTag } });
  };
  const find = async () => {
    if (!usesCreateTag) {
      throw new WaitError(`the creation of share "${wanted.name}"`, [
        "got no answer, and without `trace` a share cannot be recognised: check whether it exists, and adopt it with `adopt`",
      ]);
    }
    // The tag can be copied, so a share that has it must also be what the lost call has made.
    const tagged = (await creations.now()).filter((other) => other.tag === tag);
    const found = await matchingShare(context, tagged, wanted);
    return found && registered({ id: found.share.ResourceShareId });
  };
  // Only the answer has the id of the share, so a cancellation does not end this call.
  return withCancellation(undefined, () => createOnce<CreatedOrResumed>(context, create, find));
}

/** Returns whether a share has the create tag of the context's resource; the process that wrote it does not matter. */
export function hasCreateTagOf(context: Context, share: ShareRecord | undefined): boolean {
  const tagged = share && taggedShare(share);
  return tagged !== undefined && isOfCreation(tagged, creationDigests(context.urn, context.origin));
}
