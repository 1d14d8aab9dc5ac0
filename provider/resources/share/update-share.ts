import { ChangeResourceGroup, UpdateResourceShare } from "../../api/shares.ts";
import { readCurrent } from "../../lifecycle/freshness.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { callWhenVisible } from "../share-calls.ts";
import { readLists, reconcileHoldings } from "../association/reconcile-associations.ts";
import type { AssociationOutput } from "../association/association-output.ts";
import { reconcileTags } from "../tags/tag-calls.ts";
import type { WantedShare } from "./creation/differences.ts";

interface Wanted extends WantedShare {
  readonly exclusive?: boolean | undefined;
}

interface Actual extends Wanted {
  readonly associations: readonly AssociationOutput[];
}

/**
 * Changes a share from its actual state to the desired state and returns its associations. The order of the changes:
 *
 * 1. The share is opened to external targets, which can only be added afterwards. The same call renames it.
 * 2. It moves to its resource group, and its tags change.
 * 3. Entities and permissions change (`change-order.ts`).
 * 4. It is closed to external targets, which must have left before.
 */
export async function updateShare(context: Context, id: string, before: Actual, wanted: Wanted): Promise<AssociationOutput[]> {
  const opens = wanted.allowExternalTargets === true && before.allowExternalTargets !== true;
  if (opens || before.name !== wanted.name) await change(context, id, { name: wanted.name, allowExternalTargets: opens || undefined });
  await move(context, id, before.resourceGroupId, wanted.resourceGroupId);
  await reconcileTags(context, id, before.tags, wanted.tags);
  // The state of a share that was not exclusive does not list what other resources or people have added.
  const becomesExclusive = wanted.exclusive === true && before.exclusive !== true;
  const held = becomesExclusive ? await readCurrent(context, id, (latest) => readLists(latest, id, before, "drift")) : before;
  const associations = await reconcileHoldings(context, id, held, wanted);
  const closes = wanted.allowExternalTargets !== true && before.allowExternalTargets === true;
  if (closes) await change(context, id, { name: wanted.name, allowExternalTargets: false });
  return associations;
}

type ShareChange = Pick<Wanted, "name" | "allowExternalTargets">;

async function change(context: Context, id: string, { name, allowExternalTargets }: ShareChange): Promise<void> {
  await callWhenVisible(context, `change of ${id}`, () =>
    context.client.call(UpdateResourceShare, { ResourceShareId: id, ResourceShareName: name, AllowExternalTargets: allowExternalTargets }),
  );
}

async function move(context: Context, id: string, from: string | undefined, to: string | undefined): Promise<void> {
  if (to === undefined || to === from) return;
  const request = { ResourceId: id, ResourceRegionId: context.client.region, ResourceGroupId: to };
  await callWhenVisible(context, `move of ${id}`, () => context.client.call(ChangeResourceGroup, request));
}
