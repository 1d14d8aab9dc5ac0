import { z } from "zod";
import type { ResourceShare as ShareRecord } from "../../api/entities.ts";
import { maxTags, shareName } from "../../api/parameters.ts";
import { ResumedElsewhereError } from "../../lifecycle/resumed-elsewhere-error.ts";
import type { Context, Resource } from "../../lifecycle/resource.ts";
import { updateShare } from "./update-share.ts";
import { adopt, placement, accountAndRegion } from "../shared-inputs.ts";
import { hasCreateTagOf, createOrResumeShare } from "./create-share.ts";
import { deleteShare, findShare } from "./share-status.ts";
import { finishCreation, isCreating } from "./finish-creation.ts";
import { canonicalLists, checkLists, checkServices, entityInputs } from "../association/entities.ts";
import { claimsOf, readLists } from "../association/reconcile-associations.ts";
import { allSettled, associationOutput } from "../association/association-output.ts";
import { canonicalTags, createTagKey, creationKeys, reconcileTags, tagClaimsOf, tagsInput, tagsOf, untag } from "../tags/tag-calls.ts";

const inputs = z.object({
  name: shareName.describe("Name of the share: 1 to 50 letters, digits, Chinese characters, periods, underscores or hyphens."),
  allowExternalTargets: z
    .boolean()
    .optional()
    .describe("Whether accounts outside the resource directory, and services, may be targets. Default `false`."),
  resourceGroupId: z
    .string()
    .min(1, "must be the id of a resource group")
    .optional()
    .describe("Resource group that the share is in; a change moves it. The account's default group when absent."),
  ...entityInputs,
  tags: tagsInput.optional().describe("Tags by key. Keys that are not listed here are left alone."),
  exclusive: z.boolean().optional().describe("Whether what is in the share and not listed here is drift, and removed. Default `false`."),
  adopt,
  ...placement,
});

const outputs = z.object({
  owner: z.string().optional().describe("Account that owns the share."),
  status: z.string().describe("`Active`, or `Pending` while an invitation to an account outside the directory is open."),
  createTime: z.string().optional().describe("When the share was created, ISO 8601 in UTC."),
  updateTime: z.string().optional().describe("When the share was last changed, ISO 8601 in UTC."),
  associations: z.array(associationOutput).describe("What this resource has put into the share, and how far each association is."),
  creating: z.boolean().optional().describe("`true` while the share still bears the mark of a create that has not ended."),
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/** A share: what is shared, and with whom (specification: Resource share). */
export const ResourceShare: Resource<Inputs, State> = {
  token: "ResourceShare",
  summary: "A share: a named set of resources, and of the accounts, folders, directories and services that may use them.",
  inputs,
  outputs,
  replaceOn: ["account", "region"],
  onCreateOnly: ["adopt"],
  check: (values) => [...checkLists(values), ...checkServices(values)],
  canonical: (values) => ({
    ...values,
    ...canonicalLists(values),
    allowExternalTargets: values["allowExternalTargets"] ?? false,
    exclusive: values["exclusive"] ?? false,
    tags: canonicalTags(values["tags"]),
  }),
  claims: (id, values) => [
    ...(id === undefined ? [] : [{ within: id, property: "adopt", thing: itself, isBeside: true }]),
    ...claimsOf(id, values),
    ...tagClaimsOf(id, values["tags"]),
    ...(id !== undefined && values["exclusive"] === true ? [{ within: id, property: "exclusive" }] : []),
  ],
  needsReconcile: (state) => state.creating === true || !allSettled(state, state.associations),
  async create(context, wanted) {
    if (wanted.adopt !== undefined) return { id: wanted.adopt };
    const { id, made } = await createOrResumeShare(context, wanted);
    if (made === undefined) return { id, made: true };
    const known = { ...wanted, ...made.lists, tags: made.tags, associations: [], ...recordOutputs(made.share), creating: made.marked };
    return { id, known, made: true };
  },
  async read(context, id, state) {
    const share = await findShare(context, id, state.createTime);
    if (share === undefined) return undefined;
    const isFirstSight = state.name === undefined;
    const scope = isFirstSight ? { all: "id" as const } : state.exclusive === true ? { all: "arn" as const } : "listed";
    return {
      // `state` may hold what is wanted and not done yet: what the service leaves out is not taken from there.
      name: share.ResourceShareName ?? "",
      allowExternalTargets: share.AllowExternalTargets ?? false,
      resourceGroupId: isFirstSight || state.resourceGroupId !== undefined ? share.ResourceGroupId : undefined,
      tags: tagsOf(share.Tags, isFirstSight ? "all" : Object.keys(state.tags ?? {})),
      exclusive: state.exclusive ?? false,
      account: state.account,
      region: state.region,
      ...(await readLists(context, id, state, scope)),
      ...recordOutputs(share),
    };
  },
  async reconcile(context, id, before, wanted) {
    // Create tag and lease take the place of two tags until they go.
    const tagsWait = before.creating === true && Object.keys(wanted.tags ?? {}).length > maxTags - creationKeys.length;
    const first = tagsWait ? { ...wanted, tags: before.tags } : wanted;
    const isCreation = isCreating(context, id);
    const associations = await updateShare(context, id, before, first).catch(async (error: unknown) => {
      // The id is known from here on: a create tag that stayed would let a later creation take this share for its own.
      if (isCreation || before.creating === true) await untagAfterFailure(context, id, isCreation);
      throw error;
    });
    // The last call of a creation: a process that is killed before it leaves the tag, and after it the id is about to be written to the state.
    const share = isCreation ? await finishCreation(context, id, wanted) : await findShare(context, id, before.createTime);
    // A state that was kept of a creation that could not be read does not say that the tag is there.
    if (!isCreation && (before.creating === true || hasCreateTagOf(context, share))) await untag(context, id, creationKeys);
    if (tagsWait) await reconcileTags(context, id, before.tags, wanted.tags);
    const { owner, status, createTime, updateTime } = before;
    return {
      ...wanted,
      adopt: undefined,
      associations,
      owner,
      status,
      createTime,
      updateTime,
      ...(share && recordOutputs(share)),
      creating: undefined,
    };
  },
  async delete(context, id) {
    // A forced replacement creates first, and takes up a share whose own creation has failed and left its mark on.
    if (context.claims.wasResumed(id))
      return context.warn(`${id} is not deleted: its replacement goes on with it, because it was never finished`);
    if (!context.claims.ownedByAnother(context.urn, id, itself)) return deleteShare(context, id);
    context.warn(`${id} is not deleted: another resource of the program has taken it over`);
  },
};

/** Takes the tags of a failed creation off; only that another process owns the share counts more than why it failed. */
async function untagAfterFailure(context: Context, id: string, isCreation: boolean): Promise<void> {
  try {
    await (isCreation ? finishCreation(context, id) : untag(context, id, creationKeys));
  } catch (error) {
    if (error instanceof ResumedElsewhereError) throw error;
  }
}

/** How a share as a whole is called where resources claim what they own. */
const itself = "the share itself";

function recordOutputs(share: ShareRecord) {
  return {
    owner: share.ResourceShareOwner,
    status: share.ResourceShareStatus,
    createTime: share.CreateTime,
    updateTime: share.UpdateTime,
    creating: share.Tags?.some(({ Key }) => Key === createTagKey) ? true : undefined,
  };
}
