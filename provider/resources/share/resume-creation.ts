import { isAmbiguous } from "../../client/errors/failures.ts";
import { taggedType, TagResources } from "../../api/tags.ts";
import { instantOf } from "../../kernel/clock.ts";
import { WaitError } from "../../kernel/errors.ts";
import { compareText } from "../../kernel/json.ts";
import { pause, pollUntil, retryWhileInvisible } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { recordsOf } from "../association/association-calls.ts";
import {
  confirmationMs,
  createTagValue,
  creationDigests,
  differencesOf,
  isOfCreation,
  livenessOf,
  observationMs,
  resumptionOf,
  type TaggedShare,
  type WantedShare,
} from "./creation-rules.ts";
import { creationsOf, leaveCreation } from "./creation-registry.ts";
import { permissionsOf } from "../permission/permission-calls.ts";
import { wholeShare } from "../share-status.ts";
import { createTagKey, leaseKey, untag } from "../tags/tag-calls.ts";

/**
 * Returns the id of the share that an interrupted creation of the same resource has left; `undefined` when there is none.
 * Rejects when the share must not be resumed: it differs from the desired state, or its creation is still in progress.
 */
export async function resumedShare(context: Context, wanted: WantedShare): Promise<string | undefined> {
  const creations = creationsOf(context);
  const digests = creationDigests(context.urn, context.origin);
  // An unfinished share in the state is the one that this creation replaces.
  const isLeft = (tagged: TaggedShare) =>
    isOfCreation(tagged, digests) && !context.ownership.isKnown(tagged.share.ResourceShareId, wholeShare);
  if (!(await creations.before()).some(isLeft)) return undefined;
  const candidates = (await creations.now()).filter(isLeft);
  const chosen = await matchingShare(context, candidates, wanted);
  if (chosen === undefined) return undefined;
  if ((await acquireCreation(context, chosen)) === "alive") throw new Error(isAlive(chosen));
  const id = chosen.share.ResourceShareId;
  try {
    // The first comparison may have read lists that lagged, and others may have changed the share since.
    const now = find(await creations.now(), id) ?? chosen;
    const changes = await differencesTo(context, now, wanted);
    if (changes.length > 0) throw new Error(differs(now, changes));
  } catch (error) {
    // No state gets the id: the next run resumes the share, although this process may still run.
    await leaveCreation(context, id);
    throw error;
  }
  context.warn(`share ${id} is resumed: an earlier run was interrupted while it created the share`);
  return id;
}

/** Returns the oldest of the tagged shares that may be resumed. Rejects when there are such shares, but all differ from the desired state. */
export async function matchingShare(
  context: Context,
  candidates: readonly TaggedShare[],
  wanted: WantedShare,
): Promise<TaggedShare | undefined> {
  const compared = await Promise.all(
    candidates.toSorted(byAge).map(async (tagged) => ({ tagged, differences: await differencesTo(context, tagged, wanted) })),
  );
  const [first] = compared;
  const chosen = compared.find(({ differences }) => differences.length === 0);
  if (chosen === undefined && first !== undefined) throw new Error(differs(first.tagged, first.differences));
  return chosen?.tagged;
}

/**
 * Makes this process the owner of a share's creation, unless another process is still creating the share.
 * If two processes do so at the same time, both write the create tag, and the process whose tag remains owns the creation.
 * The write may take effect after the previous creator has finished: the missing lease shows that.
 */
export async function acquireCreation(context: Context, first: TaggedShare): Promise<"own" | "alive"> {
  const creations = creationsOf(context);
  const { clock, deadline, urn, origin } = context;
  const id = first.share.ResourceShareId;
  if (clock.now() + observationMs + confirmationMs > deadline) throw tooShort(id);
  if ((await observe(context, first)) === "alive") return "alive";
  if (clock.now() + confirmationMs > deadline) throw tooShort(id);
  const tag = createTagValue(creationDigests(urn, origin).own, creations.creator);
  const failure = await writeCreateTag(context, id, tag);
  context.reportProgress(`${confirmationMs / 1000} s of waiting: another process may be resuming ${id} as well`);
  await pause(clock, confirmationMs);
  const since = instantOf(clock);
  const now = find(await creations.now(), id);
  const resumption = resumptionOf(now, tag, first.lease);
  if (resumption === "own") {
    creations.own.set(id, { tag, since });
    creations.lease.hold(id, deadline, since);
    return "own";
  }
  if (resumption === "finished") await untag(context, id, [createTagKey]);
  if (failure !== undefined && now?.tag === first.tag) throw failure;
  return "alive";
}

/** Polls a creation that another process began, until it is known whether that process is still creating the share. */
async function observe(context: Context, first: TaggedShare): Promise<"alive" | "interrupted"> {
  const creations = creationsOf(context);
  const { clock } = context;
  const id = first.share.ResourceShareId;
  const startedAt = clock.now();
  return pollUntil<"alive" | "interrupted">(context, `observing the creation of ${id}`, async () => {
    const askedAt = clock.now();
    const now = find(await creations.now(), id);
    const liveness = livenessOf({ first, now, observedMs: askedAt - startedAt });
    return liveness === "unknown" ? { seen: "an earlier run may still be creating it" } : { value: liveness };
  });
}

/** Writes the create tag; returns an ambiguous failure instead of throwing it. */
async function writeCreateTag(context: Context, id: string, tag: string): Promise<Error | undefined> {
  const { client, deadline } = context;
  const request = { ResourceType: taggedType, RegionId: client.region, ResourceId: [id], Tag: [{ Key: createTagKey, Value: tag }] };
  try {
    await client.call(TagResources, request, { deadline });
    return undefined;
  } catch (error) {
    if (error instanceof Error && isAmbiguous(error)) return error;
    throw error;
  }
}

/** Returns the differences between a tagged share and the desired state. */
export async function differencesTo(context: Context, { share }: TaggedShare, wanted: WantedShare): Promise<string[]> {
  const id = share.ResourceShareId;
  const [associations, permissions, caller] = await Promise.all([
    recordsOf(context, id, [{ kind: "Resource" }, { kind: "Target" }]),
    // The list may be older than the one that has shown the share.
    retryWhileInvisible(context, `comparison of ${id}`, () => permissionsOf(context, id)),
    context.client.callerAccount(),
  ]);
  return differencesOf({ share, associations, permissions }, wanted, caller);
}

function find(tagged: readonly TaggedShare[], id: string): TaggedShare | undefined {
  return tagged.find(({ share }) => share.ResourceShareId === id);
}

function byAge({ share: a }: TaggedShare, { share: b }: TaggedShare): number {
  return compareText(a.CreateTime ?? "", b.CreateTime ?? "") || compareText(a.ResourceShareId, b.ResourceShareId);
}

function titleOf({ share: { ResourceShareId, ResourceShareName } }: TaggedShare): string {
  return `share ${ResourceShareId} "${ResourceShareName ?? ""}"`;
}

function differs(tagged: TaggedShare, differences: readonly string[]): string {
  const adopt = `\`adopt: "${tagged.share.ResourceShareId}"\``;
  const advice =
    tagged.lease === undefined
      ? `Its creation has ended, so a stack may own it. Adopt it with ${adopt} only if no stack has it; otherwise remove the tag from it`
      : `Take the share over with ${adopt}, or remove the tag from it so that another share is created`;
  return (
    `${titleOf(tagged)} has the tag ${createTagKey} of this resource, but it is not what an interrupted run of this program can have created: ${differences.join("; ")}. ` +
    `Nothing was done. ${advice}`
  );
}

/** Returns the error of an operation whose timeout is too short to resume a creation safely. */
function tooShort(id: string): WaitError {
  return new WaitError(`resuming ${id}, an interrupted creation,`, [
    `takes at least ${(observationMs + confirmationMs) / 1000} s, and the operation has less time left: nothing was done. Raise \`customTimeouts\` to two minutes or more`,
  ]);
}

/** Returns the message for a share that another process is creating. */
export function isAlive(tagged: TaggedShare): string {
  return (
    `${titleOf(tagged)} is being created by another process for a resource of the same name: its tag ${createTagKey} or ${leaseKey} has changed meanwhile. ` +
    "Nothing was done. Run `pulumi up` again when the other run has ended"
  );
}
