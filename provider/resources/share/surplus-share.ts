import { messageOf, UnsettledError, WaitError } from "../../kernel/errors.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { ResumedElsewhereError } from "../../lifecycle/resumed-elsewhere-error.ts";
import { createTagKey } from "../tags/tag-calls.ts";
import { creationsOf, leaveCreation } from "./creation-registry.ts";
import type { TaggedShare, WantedShare } from "./creation-rules.ts";
import { deleteShare } from "./delete-share.ts";
import { acquireCreation, differencesTo } from "./resume-creation.ts";

/** The share whose creation ends. */
interface FinishedShare {
  readonly id: string;
  /** The create tag that this process has written. */
  readonly tag: string;
  readonly wanted: WantedShare;
}

/**
 * Deletes a second share that an interrupted run created for the same resource, and that lists did not show before this one was created.
 * A share that differs from the desired state, or whose creation is in progress, is kept.
 * @param endCreation ends the creation of the second share, so that no process can resume it
 */
export async function removeSurplus(
  context: Context,
  { id, tag, wanted }: FinishedShare,
  other: TaggedShare,
  endCreation: (id: string) => Promise<unknown>,
): Promise<void> {
  const creations = creationsOf(context);
  const otherId = other.share.ResourceShareId;
  try {
    if (await differs(context, other, wanted)) return;
    if ((await acquireCreation(context, other)) === "alive") {
      context.warn(`share ${otherId} stays as it is: another process is creating it for a resource of the same name`);
      return;
    }
    // If two processes resume each other's creations, they must not delete both shares.
    const tagged = await creations.now();
    const [own, now] = [id, otherId].map((shareId) => tagged.find(({ share }) => share.ResourceShareId === shareId));
    if (own?.tag !== tag || now === undefined) return;
    if (now.tag !== creations.own.get(otherId)?.tag) return warnOfOwner(context, otherId);
    // The first comparison may have read lists that lagged, and others may have changed the share since.
    if (await differs(context, now, wanted)) return;
    await endCreation(otherId);
    await deleteShare(context, otherId);
    context.warn(`share ${otherId} was deleted: an interrupted run had created it for this resource, which has ${id} now`);
  } catch (error) {
    const isUndecided = error instanceof ResumedElsewhereError || error instanceof UnsettledError || error instanceof WaitError;
    if (isUndecided) return warnOfOwner(context, otherId, error);
    context.warn(`share ${otherId} is a second one of this creation and could not be deleted (${messageOf(error)}); delete it`);
  } finally {
    await leaveCreation(context, otherId);
  }
}

/** Warns of a second share that stays, because another process may have resumed its creation: deleting it would remove that process's share. */
function warnOfOwner(context: Context, id: string, cause?: Error): void {
  const why = cause === undefined ? "" : ` (${cause.message})`;
  context.warn(
    `share ${id} is a second one of this creation and stays as it is: another process may own it${why}. Delete it only if no stack has it`,
  );
}

/** Whether a second share differs from the desired state, so that it must stay; warns of it. */
async function differs(context: Context, other: TaggedShare, wanted: WantedShare): Promise<boolean> {
  const differences = await differencesTo(context, other, wanted);
  if (differences.length === 0) return false;
  const id = other.share.ResourceShareId;
  context.warn(`share ${id} has the tag ${createTagKey} of this resource and stays as it is: ${differences.join("; ")}`);
  return true;
}
