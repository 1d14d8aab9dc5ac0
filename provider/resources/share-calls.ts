import type { Code } from "../api/error-codes.ts";
import { ApiError } from "../kernel/errors.ts";
import { readUntilCurrent, visibilityMs } from "../lifecycle/freshness.ts";
import type { Context } from "../lifecycle/resource.ts";
import { operationInProgress, retryLoop } from "../lifecycle/retry-until.ts";
import { listedShare } from "./read-share.ts";

/** The codes of operations for "there is no such share". */
const absences: readonly Code[] = [
  "EntityNotExists.ResourceShare",
  "InvalidParameter.ResourceShareId",
  "InvalidResourceId.NotFound",
  "ResourceNotFound",
];

/** The code when the share's status forbids the operation, for example because the share was deleted. */
const statusForbidsAction: Code = "ResourceShareStatusMismatchAction";

/** Returns whether an operation has failed because there is no such share. */
function meansAbsent(error: unknown): boolean {
  return error instanceof ApiError && absences.some((code) => code === error.code);
}

function meansForbiddenByStatus(error: unknown): boolean {
  return error instanceof ApiError && error.code === statusForbidsAction;
}

/** Returns whether an error means that the share is absent, or that it was deleted and is not purged yet (assumption S-deleted). */
export function meansGone(error: unknown): boolean {
  return meansAbsent(error) || meansForbiddenByStatus(error);
}

/**
 * Makes a call on a share, which another process of this run may have created just before.
 * Retries while another operation is in progress, until the deadline; and after the error that the share is absent, for as long as a new
 * share may be invisible.
 */
export function callWhenVisible<T>(context: Context, subject: string, call: () => Promise<T>): Promise<T> {
  let askedAt = 0;
  const absentCountsFrom = context.clock.now() + visibilityMs;
  const attempt = async () => {
    askedAt = context.clock.now();
    return { value: await call() };
  };
  // The time of the call counts: an answer may come much later, and describes the service at the time of the call.
  const isTooNew = (error: unknown) => meansAbsent(error) && askedAt < absentCountsFrom;
  return retryLoop(
    context,
    subject,
    attempt,
    (error) => operationInProgress(error) ?? (isTooNew(error) ? "the share is not visible yet" : undefined),
  );
}

/**
 * Makes a call that removes a part of a share, or the share itself.
 * If the share is gone, the removal counts as done (assumption S-deleted).
 */
export function unlessGone(context: Context, shareId: string, subject: string, call: () => Promise<unknown>): Promise<void> {
  return callWhenVisible(context, subject, async () => {
    try {
      await call();
    } catch (error) {
      if (!meansGone(error)) throw error;
      if (await isGoneShare(context, shareId, error)) return;
      if (meansForbiddenByStatus(error)) throw error;
      // The share exists: it was not visible to the first call.
      await call();
    }
  });
}

/**
 * Returns whether this account's share is gone.
 * @param failure the error of a call on the share, if there was one
 */
export async function isGoneShare(context: Context, shareId: string, failure?: unknown): Promise<boolean> {
  const isRefusedByStatus = meansForbiddenByStatus(failure);
  // The service has just answered that the share is in another state, which an older list does not show.
  if (isRefusedByStatus) context.client.writes.record(shareId);
  const isExpected = (found: unknown) => (isRefusedByStatus ? found === undefined : found !== undefined);
  const share = await readUntilCurrent(context, shareId, (latest) => listedShare(latest, shareId), isExpected);
  return share === undefined;
}
