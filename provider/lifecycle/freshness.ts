import type { CallOptions } from "../client/client.ts";
import { isAmbiguous } from "../client/errors/failures.ts";
import { pollIntervalMs } from "./polling/schedule.ts";
import type { Context } from "./resource.ts";
import { pauseUntil } from "./retry-until.ts";

/**
 * How long a list may be older than a write, in milliseconds (assumption S-visibility).
 * The rule that follows is in ARCHITECTURE.md#freshness, and has five exceptions:
 *
 * - The service's refusal of a call because something is absent, once the object is older than `visibilityMs`.
 * - A `Failed` association is reported at once.
 * - A creation continues at once when lists show no unfinished share of its resource (exception b of docs/recover-after-a-failure.md).
 * - A list that shows no trace of what was just deleted, left or disassociated ends that wait: the service has accepted the call.
 * - A change that fails before any write: the read that follows only words the message (`stateAfter` in `reconcile-object.ts`).
 */
export const visibilityMs = 5_000;

/** Returns from when on a read of an object is current, in the clock's milliseconds. */
export function currentFrom({ client, startedAt }: Pick<Context, "client" | "startedAt">, id: string): number {
  return Math.max(startedAt, client.writes.lastTo(id) ?? Number.NEGATIVE_INFINITY) + visibilityMs;
}

/**
 * Reads an object until a read is as expected, or current.
 * @param isExpected returns whether a read is accepted at once; without it, any object is
 */
export async function readUntilCurrent<T>(
  context: Context,
  id: string,
  read: (context: Context) => Promise<T>,
  isExpected: (found: T) => boolean = (found) => found !== undefined,
): Promise<T> {
  const latest = { ...context, isSnapshot: false };
  // Later writes of other resources to the object do not make this wait longer.
  const from = currentFrom(context, id);
  for (let polls = 0; ; polls += 1) {
    const askedAt = context.clock.now();
    const found = await read(polls === 0 ? context : latest);
    // A snapshot may be some seconds old.
    const isCurrent = askedAt >= from && (polls > 0 || !context.isSnapshot);
    if (isCurrent || isExpected(found)) return found;
    const now = context.clock.now();
    await pauseUntil(context.clock, Math.min(now + pollIntervalMs(polls + 1), Math.max(now, from)));
  }
}

/** Reads an object once, when a read is current. */
export async function readCurrent<T>(context: Context, id: string, read: (context: Context) => Promise<T>): Promise<T> {
  await pauseUntil(context.clock, currentFrom(context, id));
  return read({ ...context, isSnapshot: false });
}

/**
 * Makes a call that is not idempotent and has no client token (assumption S-idempotency).
 * After an ambiguous failure, a current read decides whether the call took effect. It is repeated only when `find` finds nothing.
 * @param id what the call writes to, or the resource that it creates an object for
 * @param call must pass on the options
 */
export async function createOnce<T>(
  context: Context,
  id: string,
  call: (options: Pick<CallOptions, "isUnbatched">) => Promise<T>,
  find: (context: Context) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      // A retry is not batched: another call of the batch may have caused the failure.
      return await call({ isUnbatched: tries > 1 });
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      context.client.writes.record(id);
      const found = await readCurrent(context, id, find);
      if (found !== undefined) return found;
      if (tries >= 3 || context.clock.now() >= context.deadline) throw error;
    }
  }
}
