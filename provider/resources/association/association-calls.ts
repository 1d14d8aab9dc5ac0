import { AssociateResourceShare, DisassociateResourceShare } from "../../api/associations.ts";
import type { Association } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import { maxEntries } from "../../api/parameters.ts";
import { ApiError, rejections } from "../../kernel/errors.ts";
import { chunks } from "../../kernel/ids.ts";
import { createOnce, readCurrent } from "../../lifecycle/freshness.ts";
import { retryWhileInProgress } from "../../lifecycle/retry-until.ts";
import type { Poller } from "../../lifecycle/polling/poller.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { callWhenVisible } from "../share-calls.ts";
import { sharePollersOf } from "../share-pollers.ts";
import type { RequestOf } from "../../wire/operation.ts";
import { asHeld, type Entity, entityKey, newestAssociation } from "./entities.ts";
import { isAssociated } from "./association-output.ts";
import { associated, disassociated, joined, entityNames, progressText, waitForAssociations } from "./wait-for-associations.ts";

type Parameters = Omit<RequestOf<typeof AssociateResourceShare>, "ResourceShareId">;

/**
 * Associates entities with a share in as few calls as possible, waits until each is settled, and returns the settled records.
 *
 * @param alreadyInProgress entities that an earlier call has associated and that have not settled; they are only waited for
 */
export async function associate(
  context: Context,
  shareId: string,
  entities: readonly Entity[],
  alreadyInProgress: readonly Entity[] = [],
): Promise<Association[]> {
  const total = entities.length + alreadyInProgress.length;
  if (total > 0) context.reportProgress(progressText(context, total, associated));
  const batches = batchesOf(entities);
  const outcomes = await Promise.allSettled(
    batches.map((batch) => context.ownership.add(context, shareId, batch.map(entityKey), () => associateBatch(context, shareId, batch))),
  );
  const accepted = batches.flatMap((batch, index) => (outcomes[index]?.status === "fulfilled" ? batch : []));
  const answers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
  const errors = rejections(outcomes);
  const begunAt = batches.length > 0 ? context.clock.now() : undefined;
  const wanted = [...accepted, ...alreadyInProgress];
  const records = await waitForAssociations(context, shareId, wanted, associated, { answers, begunAt }).catch((error: unknown) => {
    errors.push(error);
    return [];
  });
  if (errors.length > 0) throw joined(errors);
  return records;
}

/**
 * Disassociates the entities that no other resource has, and waits until each is gone. An entity that is not in the share is success.
 * A list without it ends the wait at once, however old it is (the exception for deletions in `freshness.ts`).
 */
export async function disassociate(context: Context, shareId: string, entities: readonly Entity[]): Promise<void> {
  await context.ownership.remove(context, shareId, entities, entityKey, (own) => disassociateAll(context, shareId, own));
}

async function disassociateAll(context: Context, shareId: string, entities: readonly Entity[]): Promise<void> {
  context.reportProgress(progressText(context, entities.length, disassociated));
  const outcomes = await Promise.allSettled(batchesOf(entities).map((batch) => disassociateBatch(context, shareId, batch)));
  const errors = rejections(outcomes);
  const removed = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
  const begunAt = context.clock.now();
  await waitForAssociations(context, shareId, removed, disassociated, { answers: [], begunAt }).catch((error: unknown) =>
    errors.push(error),
  );
  if (errors.length > 0) throw joined(errors);
}

async function associateBatch(context: Context, shareId: string, batch: readonly Entity[]): Promise<readonly Association[]> {
  const answer = await callWhenVisible(context, `associating with ${shareId}`, () =>
    createOnce(
      context,
      shareId,
      async (options) =>
        (await context.client.call(AssociateResourceShare, { ResourceShareId: shareId, ...parametersOf(batch) }, options))
          .ResourceShareAssociations ?? [],
      async (latest) => ((await arePresent(latest, shareId, batch)) ? [] : undefined),
    ),
  ).catch((error: unknown) => {
    throw withMissingEntities(error, batch);
  });
  // The response shows a new association as `Associating`, so one that is `Associated` existed before.
  const before = batch.filter(
    (entity) => entity.property === undefined && newestAssociation(entity, answer)?.AssociationStatus === "Associated",
  );
  if (before.length > 0) context.warn(`${entityNames(before)}: already in ${shareId}: adopted`);
  const keeping = before.filter((entity) => {
    const record = newestAssociation(entity, answer);
    return record !== undefined && asHeld(entity, record).property !== undefined;
  });
  if (keeping.length > 0)
    context.warn(`${entityNames(keeping)}: keeps the property that it has in ${shareId}: list the property, or remove it from there first`);
  return answer;
}

async function disassociateBatch(context: Context, shareId: string, batch: readonly Entity[]): Promise<readonly Entity[]> {
  if (batch.length === 0) return [];
  try {
    await retryWhileInProgress(context, `disassociating from ${shareId}`, () =>
      context.client.call(DisassociateResourceShare, { ResourceShareId: shareId, ...entityParameters(batch) }),
    );
    return batch;
  } catch (error) {
    if (!failedWith(error, DisassociateResourceShare, "DisassociateInvalid")) throw error;
    // One entity is gone already, so the service rejected the whole call (assumption S-disassociateinvalid): the rest is retried.
    context.client.writes.record(shareId);
    const parts = await readCurrent(context, shareId, (latest) => partsOf(latest, shareId, batch));
    if (parts === undefined) throw error;
    // Entities that an earlier call is disassociating are waited for as well: their permission cannot be detached before.
    return [...parts.leaving, ...(await disassociateBatch(context, shareId, parts.remaining))];
  }
}

/**
 * Returns the entities of a batch that are still in the share, and those that are being disassociated.
 * Returns `undefined` when the list shows all of them: it may be older than the removal.
 */
async function partsOf(context: Context, shareId: string, batch: readonly Entity[]) {
  const records = await recordsOf(context, shareId, batch);
  const remaining = batch.filter((entity) => isAssociated(newestAssociation(entity, records)));
  const leaving = batch.filter((entity) => newestAssociation(entity, records)?.AssociationStatus === "Disassociating");
  return remaining.length < batch.length ? { remaining, leaving } : undefined;
}

/** Adds the batch's entities to the message of a quota error: earlier batches are in the share, this one is not. */
function withMissingEntities(error: unknown, batch: readonly Entity[]): unknown {
  if (!(error instanceof ApiError) || error.category !== "quota") return error;
  return new ApiError({ ...error, serviceMessage: `${error.serviceMessage}; not associated: ${entityNames(batch)}` });
}

/** Splits entities into batches of up to five resources, all in one form, and up to five targets. */
export function batchesOf(entities: readonly Entity[]): Entity[][] {
  const chunksWhere = (test: (entity: Entity) => boolean) => chunks(entities.filter(test), maxEntries);
  const resources = [
    ...chunksWhere((entity) => entity.kind === "Resource" && entity.form === "id"),
    ...chunksWhere((entity) => entity.kind === "Resource" && entity.form === "arn"),
  ];
  const targets = chunksWhere((entity) => entity.kind === "Target");
  return Array.from({ length: Math.max(resources.length, targets.length) }, (_, index) => [
    ...(resources[index] ?? []),
    ...(targets[index] ?? []),
  ]);
}

/** Returns the request parameters of a batch: its entities and their properties. */
export function parametersOf(batch: readonly Entity[]): Parameters {
  return {
    ...entityParameters(batch),
    TargetProperties: filled(
      batch.flatMap((item) =>
        item.kind === "Target" && item.property !== undefined ? [{ TargetId: item.id, Property: item.property }] : [],
      ),
    ),
    ResourceProperties: filled(
      batch.flatMap((item) => {
        if (item.kind === "Target" || item.property === undefined) return [];
        const arn = item.form === "arn" ? item.arn : item.propertyArn;
        return arn === undefined ? [] : [{ ResourceArn: arn, Property: item.property }];
      }),
    ),
  };
}

function entityParameters(batch: readonly Entity[]): Pick<Parameters, "Resources" | "ResourceArns" | "Targets"> {
  return {
    Resources: filled(
      batch.flatMap((item) => (item.kind === "Resource" && item.form === "id" ? [{ ResourceId: item.id, ResourceType: item.type }] : [])),
    ),
    ResourceArns: filled(batch.flatMap((item) => (item.kind === "Resource" && item.form === "arn" ? [item.arn] : []))),
    Targets: filled(batch.flatMap((item) => (item.kind === "Target" ? [item.id] : []))),
  };
}

function filled<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Returns whether all entities of a batch are in the share with the desired properties. */
async function arePresent(context: Context, shareId: string, batch: readonly Entity[]): Promise<boolean> {
  const records = await recordsOf(context, shareId, batch);
  return batch.every((entity) => {
    const record = newestAssociation(entity, records);
    return isAssociated(record) && (entity.property === undefined || asHeld(entity, record).property === entity.property);
  });
}

/** Returns all association records of a share, of the kinds of the given entities. */
export async function recordsOf(context: Context, shareId: string, wanted: readonly Pick<Entity, "kind">[]): Promise<Association[]> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const { associations } = sharePollersOf(context.client, context.clock);
  const read = (poller: Poller<Association>) => (context.isSnapshot ? poller.snapshot(shareId) : poller.now(shareId));
  return (await Promise.all(kinds.map((kind) => read(associations[kind])))).flat();
}
