import { withinDeadline } from "../client/pipeline/deadline.ts";
import { pause, visibilityMs } from "./retry-until.ts";
import type { Context } from "./resource.ts";

/** A removal of a part of an object by this run. */
interface Removal {
  readonly ended: Promise<unknown>;
  /** When it ended, in the clock's milliseconds; absent while it is in progress. */
  endedAt?: number;
}

/** The latest removal of each part, by the object's id and the part's name in ownership claims. */
function createRemovals(): Map<string, Removal> {
  return new Map();
}

function keyOf(objectId: string, part: string): string {
  return `${objectId} ${part}`;
}

/**
 * Removes parts of an object, except those that another resource of the run claims at this moment.
 * A resource that claims one of them later adds it when the removal has ended (`untilRemoved`). Otherwise the removal, or its repetition
 * after a lost answer, could remove what the other resource has added meanwhile.
 *
 * @param partOf the name of an item in ownership claims
 */
export async function removeUnclaimed<T>(
  context: Context,
  objectId: string,
  items: readonly T[],
  partOf: (item: T) => string,
  remove: (items: readonly T[]) => Promise<void>,
): Promise<void> {
  const { clock, shared, claims, urn } = context;
  const own = items.filter((item) => !claims.ownedByAnother(urn, objectId, partOf(item)));
  if (own.length === 0) return;
  const work = remove(own);
  const end = () => {
    removal.endedAt = clock.now();
  };
  const removal: Removal = { ended: work.then(end, end) };
  const removals = shared.part(createRemovals);
  for (const item of own) removals.set(keyOf(objectId, partOf(item)), removal);
  await work;
}

/** Waits until the removals of parts that are in progress in this run have ended, whatever their results. */
export async function untilRemoved(context: Context, objectId: string, parts: readonly string[]): Promise<void> {
  const pending = removalsOf(context, objectId, parts).filter(({ endedAt }) => endedAt === undefined);
  if (pending.length === 0) return;
  await withinDeadline(context.clock, `a removal from ${objectId} by another resource`, Promise.all(pending.map(({ ended }) => ended)));
}

/** Waits until lists must show the removals of parts by this run (assumption S-visibility). */
export async function untilRemovalsAreVisible(context: Context, objectId: string, parts: readonly string[]): Promise<void> {
  const endedAt = Math.max(...removalsOf(context, objectId, parts).map((removal) => removal.endedAt ?? 0));
  const waitMs = endedAt + visibilityMs - context.clock.now();
  if (waitMs > 0) await pause(context.clock, waitMs);
}

function removalsOf({ shared }: Context, objectId: string, parts: readonly string[]): Removal[] {
  const removals = shared.part(createRemovals);
  return parts.flatMap((part) => removals.get(keyOf(objectId, part)) ?? []);
}
