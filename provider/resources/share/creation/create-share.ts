import type { ResourceShare as ShareRecord } from "../../../api/entities.ts";
import { maxEntries, maxTags } from "../../../api/parameters.ts";
import { CreateResourceShare } from "../../../api/shares.ts";
import type { CallOptions } from "../../../client/client.ts";
import { runCancellable } from "../../../kernel/operation-scope.ts";
import { WaitError } from "../../../kernel/errors.ts";
import { createOnce } from "../../../lifecycle/freshness.ts";
import type { Context } from "../../../lifecycle/resource.ts";
import { batchesOf, parametersOf } from "../../association/association-calls.ts";
import { entitiesOf, listsOf } from "../../association/entities.ts";
import type { EntityLists } from "../../association/entity-inputs.ts";
import { createTagKey, maxTagsBesideCreateTag, type Tags, toTagList } from "../../tags/tag-calls.ts";
import { createTagOf } from "./unfinished-shares.ts";
import type { WantedShare } from "./differences.ts";
import { findUnfinished, resumedShare } from "./find-unfinished.ts";

/** A share that was just created, and the parts of it that the creating call has set. */
interface CreatedShare {
  readonly share: ShareRecord;
  readonly lists: EntityLists;
  readonly tags: Tags;
}

interface CreatedOrResumed {
  readonly id: string;
  readonly createdShare?: CreatedShare;
}

/**
 * Creates a share, or resumes the one that an interrupted run has left for the same resource: ARCHITECTURE.md#creation shows the flow.
 *
 * @returns the id; `createdShare` is absent when the share must be read first
 */
export async function createOrResumeShare(context: Context, wanted: WantedShare): Promise<CreatedOrResumed> {
  const { client, usesCreateTag } = context;
  if (usesCreateTag) {
    const id = await resumedShare(context, wanted);
    if (id !== undefined) return { id };
  }
  // A call takes five permissions. With more, resources are added later: until its permission is attached, a resource would have the
  // default one of its type, which may allow more.
  const hasAllPermissions = (wanted.permissionNames ?? []).length <= maxEntries;
  const [first = []] = batchesOf(entitiesOf(wanted).filter(({ kind }) => hasAllPermissions || kind === "Target"));
  const tags = Object.fromEntries(Object.entries(wanted.tags ?? {}).slice(0, usesCreateTag ? maxTagsBesideCreateTag : maxTags));
  const permissionNames = wanted.permissionNames?.slice(0, maxEntries);
  const request = {
    ResourceShareName: wanted.name,
    AllowExternalTargets: wanted.allowExternalTargets,
    ResourceGroupId: wanted.resourceGroupId,
    ...parametersOf(first),
    PermissionNames: permissionNames,
    Tag: [...toTagList(tags), ...(usesCreateTag ? [{ Key: createTagKey, Value: createTagOf(context) }] : [])],
  };
  const create = async (options: Pick<CallOptions, "isUnbatched">) => {
    const { ResourceShare: share } = await client.call(CreateResourceShare, request, options);
    const lists = { ...listsOf(first), permissionNames };
    return { id: share.ResourceShareId, createdShare: { share, lists, tags } };
  };
  const find = async (latest: Context) => {
    if (!usesCreateTag) {
      throw new WaitError(`the creation of share "${wanted.name}"`, [
        "got no answer, and without `trace` a share cannot be recognised: check whether it exists, and adopt it with `adopt`",
      ]);
    }
    const id = await findUnfinished(latest, wanted);
    return id === undefined ? undefined : { id };
  };
  // Only the answer has the id of the share, so a cancellation does not end this call.
  return runCancellable(undefined, () => createOnce<CreatedOrResumed>(context, context.urn, create, find));
}
