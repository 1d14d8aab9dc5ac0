import { z } from "zod";
import type { ResourceShare as ShareRecord } from "../../api/entities.ts";
import { shareName } from "../../api/parameters.ts";
import { withVocabulary } from "../../api/vocabulary.ts";
import type { Failure } from "../../kernel/errors.ts";
import type { Context, Resource } from "../../lifecycle/resource.ts";
import { updateShare } from "./update-share.ts";
import { adoptInput, placement, accountAndRegion, unverifiedOutput } from "../shared-inputs.ts";
import { idForms } from "../resource-id-forms.ts";
import { createOrResumeShare } from "./creation/create-share.ts";
import { finishCreation } from "./creation/finish-creation.ts";
import { existingShare, listedShare, wholeShare } from "../read-share.ts";
import { deleteShare } from "./delete-share.ts";
import { canonicalLists } from "../association/entities.ts";
import { adviseOnLists, checkInside, checkLists, checkOwnerInState, checkServices, servicesIn } from "../association/entity-checks.ts";
import { entityInputs } from "../association/entity-inputs.ts";
import { claimsOf, readLists } from "../association/reconcile-associations.ts";
import { allSettled, associationOutput, repeatedEntities } from "../association/association-output.ts";
import {
  adviseOnTags,
  canonicalTags,
  hasCreateTag,
  maxTagsBesideCreateTag,
  reconcileTags,
  tagClaimsOf,
  tagsInput,
  tagsOf,
} from "../tags/tag-calls.ts";

const inputs = z.object({
  name: shareName.describe("Name of the share: 1 to 50 letters, digits, Chinese characters, periods, underscores or hyphens."),
  allowExternalTargets: z
    .boolean()
    .optional()
    .describe("Whether accounts outside the resource directory, and services, may be targets. Default `false`."),
  resourceGroupId: z
    .string()
    .min(1, "is empty: write the id of a resource group, as rg-…")
    .optional()
    .describe(
      "Resource group of the share; a change moves the share. When absent, a new share is in the account's default group, and an existing share stays in its group.",
    ),
  ...entityInputs,
  tags: tagsInput.optional().describe("Tags by key. Keys that are not listed here are left alone."),
  exclusive: z
    .boolean()
    .optional()
    .describe("Whether resources and targets that are in the share and not listed here are drift, and removed. Default `false`."),
  adopt: adoptInput(idForms.existingShare),
  ...placement,
});

const outputs = z.object({
  owner: z.string().optional().describe("Account that owns the share."),
  status: withVocabulary(z.string(), "ShareStatus").describe(
    "`Active`, or `Pending` while an invitation to an account outside the directory is open, as this resource has last seen it: an acceptor of the same update comes later, so that the next `pulumi refresh` shows `Active`.",
  ),
  createTime: z.string().optional().describe("When the share was created, ISO 8601 in UTC."),
  updateTime: z.string().optional().describe("When the share was last changed, ISO 8601 in UTC."),
  associations: z.array(associationOutput).describe("What this resource has put into the share, and how far each association is."),
  creating: z.boolean().optional().describe("`true` while the share still has the create tag of a create that has not ended."),
  unverified: unverifiedOutput,
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * A share: a named set of resources, and the targets that may use them (specification: Resource share).
 *
 * - Id: known when `create` returns. It comes from the service, from a share that an interrupted run has left, or from `adopt`.
 *   The state keeps the id even if the rest of the creation fails, with two exceptions:
 *   - A resumed share that cannot be read or that another resource claims. The next run finds it by its tag.
 *   - An adopted share that this run has not changed, or that a read after the failure does not find. The next run finds it by `adopt`.
 *     After a wait that timed out, the id is kept.
 * - Created: when `reconcile` has settled every association and removed the create tag.
 * - Exists: the account owns a share with the id, and its status is `Active` or `Pending` (`listedShare`, `isExistingShare`).
 *   An absence is believed only from a current read (`freshness.ts`).
 * - Replaced: only by another `account` or `region`, or because the engine is told to (`--replace`).
 * - Deleted: the service does not list the share any more, or lists it as `Deleted`. The wait continues while it is `Deleting`.
 *   The driver deletes in the region of the state. It rejects a malformed state, and credentials of another account, before `delete`.
 */
export const ResourceShare: Resource<Inputs, State> = {
  token: "ResourceShare",
  summary: "A share: a named set of resources, and of the accounts, folders, directories and services that may use them.",
  inputs,
  outputs,
  replaceOn: ["account", "region"],
  /** Two shares can exist side by side. */
  deletesBeforeReplacement: false,
  /** A diff ignores `adopt`: it has no meaning once the id is in the state. */
  onCreateOnly: ["adopt"],
  /** A diff ignores that the program names no group any more: no call returns a share to the default group without its id. */
  computed: ["resourceGroupId"],
  repeats: { associations: repeatedEntities },
  accountOutput: "owner",
  hasCreateTag: true,
  /**
   * Associations change with the entities only; what is in progress or waits for an answer may change at any time.
   * The status also changes with an invitation of another resource, where the share allows external targets.
   */
  stable: (state, changed) => [
    "owner",
    "createTime",
    "creating",
    ...(changed.includes("resourceGroupId") ? [] : ["resourceGroupId"]),
    ...(isAtRest(state) && !changesEntities(changed) ? ["associations", ...(isClosed(state, changed) ? ["status"] : [])] : []),
  ],
  idForm: idForms.existingShare,
  /** Rejects contradictory lists, and a service as a target while `allowExternalTargets` is not `true`. */
  check: (values) => [...checkLists(values), ...checkServices(values)],
  advise: (values) => [...adviseOnLists(values), ...adviseOnTags(values["tags"]), ...adviseOnGroup(values["resourceGroupId"])],
  /** Rejects the closing of a share while a target outside the directory is listed, the owner as a target, and resources of another account. */
  checkChange: (before, inputs) => [
    ...(before.allowExternalTargets === true && inputs["allowExternalTargets"] === false ? checkInside(inputs, before.associations) : []),
    ...checkOwnerInState(before, inputs, before.owner),
  ],
  /** Warns of a share that becomes exclusive. */
  adviseOnChange: (before, inputs) =>
    before.exclusive !== true && inputs["exclusive"] === true
      ? [
          {
            property: "exclusive",
            reason: "what is in the share and not listed here will be removed; `resourceshare diff --live` shows it",
          },
        ]
      : [],
  /** Sorts the lists and tags for comparisons, and sets the defaults of the two flags, so that a diff compares effective values. */
  canonical: (values) => ({
    ...values,
    ...canonicalLists(values),
    allowExternalTargets: values["allowExternalTargets"] ?? false,
    exclusive: values["exclusive"] ?? false,
    tags: canonicalTags(values["tags"]),
  }),
  /** Claims the share itself, each listed entity, permission and tag key; with `exclusive`, all that the share holds. */
  claims: (id, values) => [
    ...(id === undefined ? [] : [{ objectId: id, property: "adopt", part: wholeShare, allowsExclusiveOwner: true }]),
    ...claimsOf(id, values),
    ...tagClaimsOf(id, values["tags"]),
    ...(id !== undefined && values["exclusive"] === true ? [{ objectId: id, property: "exclusive" }] : []),
  ],
  /** Needs an update while the share still has its create tag, after a failed change whose result could not be read, or while a listed association has not settled. */
  needsReconcile: (state) => state.creating === true || state.unverified === true || !allSettled(state, state.associations),
  /**
   * - The creating call holds the first batch of entities, permissions and tags. `reconcile` adds the rest.
   * - If an interrupted run has created a share for this resource, that share is resumed and no second one is created.
   * - With `adopt` nothing is created. The driver reads the share, and fails when it does not exist.
   */
  async create(context, wanted) {
    if (wanted.adopt !== undefined) return { id: wanted.adopt };
    const { id, createdShare } = await createOrResumeShare(context, wanted);
    if (createdShare === undefined) return { id, isNew: true };
    const known = {
      ...wanted,
      ...createdShare.lists,
      tags: createdShare.tags,
      associations: [],
      ...recordOutputs(createdShare.share),
      creating: context.usesCreateTag || undefined,
    };
    return { id, known, isNew: true };
  },
  /**
   * Returns only listed entities, permissions and tag keys. With `exclusive` it returns all entities.
   * An import (a read with an id alone, as for `.get()`) returns everything except default permissions.
   */
  async read(context, id, state) {
    const isImport = state.name === undefined;
    const managed = state.exclusive === true ? "drift" : "listed";
    const scope = isImport ? "import" : managed;
    const keys = Object.keys(state.tags ?? {});
    const share = await listedShare(context, id);
    if (share === undefined) return undefined;
    const lists = await readLists(context, id, state, scope);
    const allowExternalTargets = share.AllowExternalTargets ?? false;
    return {
      // `state` may hold desired values that are not applied yet, so values that the service omits are not copied from it.
      name: share.ResourceShareName ?? "",
      allowExternalTargets,
      resourceGroupId: isImport || state.resourceGroupId !== undefined ? share.ResourceGroupId : undefined,
      tags: tagsOf(share.Tags, isImport ? "all" : keys),
      exclusive: state.exclusive ?? false,
      account: state.account,
      region: state.region,
      ...(isImport && !allowExternalTargets ? withoutServices(context, id, lists) : lists),
      ...recordOutputs(share),
    };
  },
  /**
   * Updates the share in place, waits until its associations are settled, and then removes the create tag.
   * Only tags for which the create tag leaves no room follow.
   * A failure leaves the create tag: the next run finishes the creation, from the state or, without one, by the tag.
   */
  async reconcile(context, id, before, wanted) {
    const isUnfinished = before.creating === true;
    const defersTags = isUnfinished && Object.keys(wanted.tags ?? {}).length > maxTagsBesideCreateTag;
    const associations = await updateShare(context, id, before, defersTags ? { ...wanted, tags: before.tags } : wanted);
    const finish = isUnfinished ? finishCreation : existingShare;
    const share = await finish(context, id);
    if (defersTags) await reconcileTags(context, id, before.tags, wanted.tags);
    return {
      ...wanted,
      resourceGroupId: wanted.resourceGroupId ?? before.resourceGroupId,
      adopt: undefined,
      associations,
      ...recordOutputs(share),
      creating: undefined,
    };
  },
  /** A share that fails to become exclusive stays as exclusive as it was: a return to the earlier program must not remove what others have added. */
  unverified: (before, wanted) => ({
    unverified: true,
    tags: { ...before.tags, ...wanted.tags },
    exclusive: before.exclusive === true && wanted.exclusive === true,
  }),
  /**
   * Deletes the share with all that it holds.
   * It keeps the share, with a warning, if another resource of this run has it: one that has adopted it, or its replacement, when a forced
   * replacement (`--replace`) has resumed an unfinished share.
   */
  async delete(context, id) {
    const deleted = await context.ownership.remove(
      context,
      id,
      [wholeShare],
      (part) => part,
      () => deleteShare(context, id),
    );
    if (deleted.length > 0) return;
    context.warn(`${id} is not deleted: its replacement or another resource of the program has the same share`);
  },
};

type ListsRead = Awaited<ReturnType<typeof readLists>>;

/** Removes the services from what an import has read of a closed share: a program cannot declare them. */
function withoutServices(context: Context, id: string, lists: ListsRead): ListsRead {
  const services = servicesIn({ ...lists }).map(({ id: service }) => service);
  if (services.length === 0) return lists;
  context.warn(
    `${services.join(", ")} of ${id} is not imported, and stays as it is: with allowExternalTargets: false a program cannot list services`,
  );
  return {
    ...lists,
    targets: lists.targets?.filter((target) => !services.includes(typeof target === "string" ? target : target.id)),
    associations: lists.associations.filter(({ entityId }) => !services.includes(entityId)),
  };
}

/** Returns whether no association is in progress, such as one with an open invitation. */
function isAtRest({ status, associations }: State): boolean {
  return status === "Active" && associations.every((one) => one.status === "Associated");
}

/** Returns whether no target can be outside the directory, so that no invitation is sent. */
function isClosed({ allowExternalTargets }: State, changed: readonly string[]): boolean {
  return allowExternalTargets !== true && !changed.includes("allowExternalTargets");
}

/** The arguments of which a change leaves the associations as they are. */
const besideEntities: readonly string[] = ["name", "allowExternalTargets", "resourceGroupId", "tags", "adopt"];

function changesEntities(changed: readonly string[]): boolean {
  return changed.some((name) => !besideEntities.includes(name));
}

/** Returns the outputs that come from the service's record of the share. */
function recordOutputs(share: ShareRecord) {
  return {
    owner: share.ResourceShareOwner,
    status: share.ResourceShareStatus,
    createTime: share.CreateTime,
    updateTime: share.UpdateTime,
    creating: hasCreateTag(share) ? true : undefined,
  };
}

/** Returns a failure for what is probably not the id of a resource group (assumption S-ids). */
function adviseOnGroup(id: unknown): Failure[] {
  if (typeof id !== "string" || id.startsWith("rg-")) return [];
  const reason = `"${id}" is probably not the id of a resource group: such ids begin with rg-; for the default group, leave it out`;
  return [{ property: "resourceGroupId", reason }];
}
