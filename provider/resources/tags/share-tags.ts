import { z } from "zod";
import type { Failure } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import { objectOf } from "../../lifecycle/read-object.ts";
import type { Resource, Values } from "../../lifecycle/resource.ts";
import { adoptInput, checkAdopted, placement, shareIdInput, accountAndRegion } from "../shared-inputs.ts";
import { idForms } from "../resource-id-forms.ts";
import { isGoneShare, unlessGone } from "../share-calls.ts";
import { listedShare } from "../read-share.ts";
import { adviseOnTags, canonicalTags, reconcileTags, tagClaimsOf, tagsInput, tagsOf } from "./tag-calls.ts";

const inputs = z.object({
  shareId: shareIdInput,
  tags: tagsInput.describe("Tags by key. Keys that are not listed here are not changed."),
  adopt: adoptInput(idForms.partOfShare),
  ...placement,
});

const outputs = z.object({
  unverifiedKeys: z
    .array(z.string())
    .optional()
    .describe(
      "Keys that a failed change may have set, when nothing could be read afterwards. The next update or delete removes those that the program does not list.",
    ),
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * Tags of a share that another stack or resource manages (specification: Tags).
 *
 * - Created: when `reconcile` has written the tags. The id is that of `adopt`, or one from the share's id and the URN. A creation that fails
 *   keeps the id only if it may have written a tag, or its wait has timed out.
 * - Exists: the share exists and has one of the keys; a missing key is a difference. An import takes every tag that a program may list.
 * - Replaced: by a change of `shareId`, `account` or `region`.
 * - Deleted: the keys of the state are removed, except those that another resource has. Nothing is left to do where the share is gone.
 */
export const ShareTags: Resource<Inputs, State> = {
  token: "ShareTags",
  summary:
    "Tags of a share that is managed elsewhere: it owns the keys that it lists, and no others. A delete removes these keys from the share.",
  inputs,
  outputs,
  replaceOn: ["account", "region", "shareId"],
  deletesBeforeReplacement: true,
  onCreateOnly: ["adopt"],
  repeats: { unverifiedKeys: ["tags"] },
  idForm: idForms.partOfShare,
  check: (values) => [...checkNotEmpty(values), ...checkAdopted(values)],
  advise: ({ tags }) => adviseOnTags(tags),
  canonical: (values) => ({ ...values, tags: canonicalTags(values["tags"]) }),
  claims: (_id, values) => tagClaimsOf(values["shareId"], values["tags"]),
  needsReconcile: ({ unverifiedKeys }) => unverifiedKeys !== undefined,
  async create(context, wanted) {
    if (wanted.adopt !== undefined) return { id: wanted.adopt };
    // The digest is of the URN and not of the keys: an id is never secret, and short keys could be guessed from a digest.
    const id = `${wanted.shareId}/${digest(context.urn)}`;
    return { id, known: { ...wanted, tags: {} } };
  },
  async read(context, id, state) {
    const shareId = state.shareId ?? objectOf(id);
    const share = await listedShare(context, shareId);
    const tags = share && tagsOf(share.Tags, state.shareId === undefined ? "all" : keysOf(state));
    return tags && { shareId, tags, account: state.account, region: state.region };
  },
  async whyNotFound(context, id) {
    const shareId = objectOf(id);
    return (await listedShare(context, shareId)) && `${shareId} has no tags: there is nothing to import`;
  },
  async reconcile(context, id, before, wanted) {
    await reconcileTags(context, wanted.shareId, before.tags, wanted.tags);
    return { ...wanted, adopt: undefined };
  },
  unverified: (before, wanted) => ({ unverifiedKeys: [...new Set([...keysOf(before), ...Object.keys(wanted.tags)])] }),
  async delete(context, _id, state) {
    if (await isGoneShare(context, state.shareId)) return;
    const held = Object.fromEntries(keysOf(state).map((key) => [key, ""]));
    // `reconcileTags` waits for a share that is not visible yet; `unlessGone` makes a share that is gone a success.
    await unlessGone(context, state.shareId, `untagging ${state.shareId}`, () => reconcileTags(context, state.shareId, held, undefined));
  },
};

/** The keys that the resource has set, or may have set. */
function keysOf({ tags, unverifiedKeys = [] }: Partial<State>): string[] {
  return [...new Set([...Object.keys(tags ?? {}), ...unverifiedKeys])];
}

function checkNotEmpty({ tags }: Values): Failure[] {
  const isEmpty = typeof tags === "object" && tags !== null && Object.keys(tags).length === 0;
  return isEmpty ? [{ property: "tags", reason: "must name at least one key with a value" }] : [];
}
