import { z } from "zod";
import type { Failure } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import { objectOf } from "../../lifecycle/read-object.ts";
import type { Context, Resource, Values } from "../../lifecycle/resource.ts";
import { disassociate } from "./association-calls.ts";
import { adoptInput, checkAdopted, placement, shareIdInput, accountAndRegion, unverifiedOutput } from "../shared-inputs.ts";
import { canonicalLists, entitiesOf, entityKey, listsOf, uniqueEntitiesOf } from "./entities.ts";
import { adviseOnLists, checkLists, checkOwnerInState } from "./entity-checks.ts";
import { entityInputs } from "./entity-inputs.ts";
import { idForms } from "../resource-id-forms.ts";
import { isGoneShare } from "../share-calls.ts";
import { listedShare } from "../read-share.ts";
import { claimsOf, readLists, reconcileHoldings } from "./reconcile-associations.ts";
import { detachUnowned } from "../permission/permission-calls.ts";
import { allSettled, associationOutput, outputFor, repeatedEntities, sortedOutputs } from "./association-output.ts";

const inputs = z.object({
  shareId: shareIdInput,
  ...entityInputs,
  adopt: adoptInput(idForms.partOfShare),
  ...placement,
});

const outputs = z.object({
  associations: z.array(associationOutput).describe("The associations of this resource, with their status."),
  unverified: unverifiedOutput,
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * Entities of a share that another stack or resource manages (specification: Associations).
 *
 * - Created: when `reconcile` has associated the entities and they have settled. The id is that of `adopt`, or one from the share's id and
 *   the URN. A creation that fails keeps the id only if it may have associated something, or its wait has timed out.
 * - Exists: the share has a listed entity. An entity counts as one of the share until its removal has ended.
 *   Without any entity, a listed permission of a share that still exists is enough, except for an adoption.
 *   An import takes every entity that no other resource of the run has, and no permission.
 * - Replaced: by a change of `shareId`, `account` or `region`.
 *   The old entities leave first (`deletesBeforeReplacement`).
 * - Deleted: the listed entities are disassociated and gone, and the listed permissions are detached, except what another resource has.
 *   Nothing is left to do where the share is gone. A permission cannot leave while the share holds resources of its type: a warning then
 *   says that the type's default permission has replaced it, or, if it is that default itself, that it stays.
 */
export const ShareAssociation: Resource<Inputs, State> = {
  token: "ShareAssociation",
  summary: "Resources and targets of a share that is managed elsewhere; other associations of the share are not changed.",
  inputs,
  outputs,
  replaceOn: ["account", "region", "shareId"],
  deletesBeforeReplacement: true,
  onCreateOnly: ["adopt"],
  repeats: { associations: repeatedEntities },
  idForm: idForms.partOfShare,
  check: (values) => [...checkLists(values), ...checkNotEmpty(values), ...checkAdopted(values)],
  advise: adviseOnLists,
  /** Rejects the account of the share as a target, and resources of another account. */
  checkChange: (before, inputs) => checkOwnerInState(before, inputs, before.accountId),
  canonical: (values) => ({ ...values, ...canonicalLists(values) }),
  claims: (_id, values) => claimsOf(values["shareId"], values),
  needsReconcile: (state) => state.unverified === true || !allSettled(state, state.associations),
  async create(context, wanted) {
    if (wanted.adopt !== undefined) return { id: wanted.adopt };
    // The digest is of the URN and not of the entities: an id is never secret, and short values could be guessed from their digest.
    const id = `${wanted.shareId}/${digest(context.urn)}`;
    // Nothing is called yet, so that the id is known even if an association fails.
    return { id, known: { ...wanted, ...emptyLists, associations: [] } };
  },
  async read(context, id, state) {
    const shareId = state.shareId ?? objectOf(id);
    const isImport = state.shareId === undefined && entitiesOf(state).length === 0;
    const lists = isImport ? await readUnclaimed(context, shareId) : await readLists(context, shareId, state, "listed");
    // A failed change may leave permissions without an entity; an adoption, whose state has no associations, needs an entity.
    const hasOnlyPermissions = lists.associations.length === 0 && lists.permissionNames !== undefined && state.associations !== undefined;
    // A deleted share may still list permissions.
    const exists = hasOnlyPermissions ? (await listedShare(context, shareId)) !== undefined : lists.associations.length > 0;
    return exists ? { shareId, account: state.account, region: state.region, ...lists } : undefined;
  },
  async reconcile(context, id, before, wanted) {
    const shareId = wanted.shareId;
    const associations = await reconcileHoldings(context, shareId, before, wanted);
    return { ...wanted, adopt: undefined, associations };
  },
  unverified: () => ({ unverified: true }),
  async delete(context, _id, state) {
    try {
      await disassociate(context, state.shareId, uniqueEntitiesOf(state));
      await detachUnowned(context, state.shareId, state.permissionNames ?? []);
    } catch (error) {
      // If the share is gone, its entities are gone too, whatever the error is.
      if (!(await isGoneShare(context, state.shareId, error).catch(() => false))) throw error;
    }
  },
};

/** Returns everything in a share that no other resource of the run claims, for an import. Permissions stay with the share. */
async function readUnclaimed(context: Context, shareId: string) {
  const { associations, ...lists } = await readLists(context, shareId, {}, "import");
  const entities = entitiesOf(lists).filter((entity) => !context.claims.ownedByAnother(context.urn, shareId, entityKey(entity)));
  const outputs = entities.flatMap((entity) => outputFor(entity, associations) ?? []);
  return { ...listsOf(entities), associations: sortedOutputs(outputs) };
}

const emptyLists = { ...listsOf([]), permissionNames: undefined };

function checkNotEmpty(values: Values): Failure[] {
  const lists = ["resources", "resourceArns", "targets"].map((name) => values[name]);
  const isEmpty = lists.every((list) => list === undefined || (Array.isArray(list) && list.length === 0));
  return isEmpty ? [{ property: "targets", reason: "at least one of resources, resourceArns and targets must name something" }] : [];
}
