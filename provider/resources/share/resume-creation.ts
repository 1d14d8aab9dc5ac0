import { maxTags } from "../../api/parameters.ts";
import { taggedType, TagResources } from "../../api/tags.ts";
import { UnsettledError } from "../../kernel/errors.ts";
import { compareText } from "../../kernel/json.ts";
import { isAmbiguous, pollUntil } from "../../lifecycle/retry-until.ts";
import { hasEnded } from "../../lifecycle/process-identity.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { recordsOf } from "../association/association-calls.ts";
import {
  confirmationMs,
  createTagValue,
  creationDigests,
  differencesOf,
  isOfCreation,
  livenessOf,
  type TaggedShare,
  type WantedShare,
  writeMs,
} from "./creation-rules.ts";
import { creationsOf } from "./creation-registry.ts";
import { permissionsOf } from "../permission/permission-calls.ts";
import { createTagKey, leaseKey } from "../tags/tag-calls.ts";

/**
 * Returns the id of the share that an interrupted creation of the same resource has left; `undefined` when there is none.
 * Rejects when the share must not be resumed: it differs from the desired state, or its creation is still in progress.
 */
export async function resumedShare(context: Context, wanted: WantedShare): Promise<string | undefined> {
  const creations = creationsOf(context);
  const digests = creationDigests(context.urn, context.origin);
  if (!(await creations.before()).some((tagged) => isOfCreation(tagged, digests))) return undefined;
  const candidates = (await creations.now()).filter((tagged) => isOfCreation(tagged, digests)).toSorted(byAge);
  const [first] = candidates;
  if (first === undefined) return undefined;
  const compared = await Promise.all(
    candidates.map(async (tagged) => ({ tagged, differences: await differencesTo(context, tagged, wanted) })),
  );
  const chosen = compared.find(({ differences }) => differences.length === 0)?.tagged;
  if (chosen === undefined) throw new Error(differs(first, compared[0]?.differences ?? []));
  if ((await takenOver(context, chosen)) === "alive") throw new Error(isAlive(chosen));
  const id = chosen.share.ResourceShareId;
  // The first comparison may have read lists that lagged, and others may have changed the share since.
  const now = find(await creations.now(), id) ?? chosen;
  const changes = await differencesTo(context, now, wanted);
  if (changes.length > 0) {
    creations.own.delete(id);
    await creations.lease.release(id);
    throw new Error(differs(now, changes));
  }
  context.claims.recordResumed(id);
  context.warn(`share ${id} is resumed: an earlier run was interrupted while it created the share`);
  return id;
}

/**
 * Makes this process the owner of a share's creation, unless another process is still creating the share.
 * If two processes do so at the same time, both write the create tag, and the process whose tag remains owns the creation.
 */
export async function takenOver(context: Context, first: TaggedShare): Promise<"own" | "alive"> {
  const creations = creationsOf(context);
  const { clock, deadline, urn, origin } = context;
  const id = first.share.ResourceShareId;
  const hasRoom = (first.share.Tags ?? []).filter(({ Key }) => Key !== leaseKey).length < maxTags;
  const register = (tag: string) => {
    creations.own.set(id, { tag, sinceAt: clock.now() });
    if (hasRoom) creations.lease.hold(id, deadline);
  };
  // This process created the share itself, in an attempt whose response was lost.
  if (first.creator === creations.creator) {
    register(first.tag);
    return "own";
  }
  const begunAt = clock.now();
  const observed = await observe(context, first);
  if (observed.liveness === "alive") return "alive";
  const startedAt = clock.now();
  if (startedAt + confirmationMs > deadline || startedAt > observed.askedAt + writeMs) {
    throw new UnsettledError({ subject: `resuming ${id}`, lastSeen: "an interrupted creation", polls: 1, elapsedMs: startedAt - begunAt });
  }
  const tag = createTagValue(creationDigests(urn, origin).own, creations.creator);
  if (hasRoom) creations.lease.hold(id, deadline);
  try {
    const failure = await writeCreateTag(context, id, tag, observed.askedAt + writeMs);
    context.reportProgress(`${id}: waiting for ${confirmationMs / 1000} s, because another process may be resuming it as well`);
    await clock.sleep(confirmationMs);
    const now = find(await creations.now(), id);
    if (now?.tag === tag) {
      register(tag);
      return "own";
    }
    if (failure !== undefined && now?.tag === first.tag) throw failure;
    return "alive";
  } finally {
    if (!creations.own.has(id)) await creations.lease.release(id);
  }
}

interface Observed {
  readonly liveness: "alive" | "interrupted";
  /** When the read that decided was sent, in the clock's milliseconds. */
  readonly askedAt: number;
}

/** Polls a creation that another process began, until it is known whether that process is still creating the share. */
async function observe(context: Context, first: TaggedShare): Promise<Observed> {
  const creations = creationsOf(context);
  const { clock } = context;
  const id = first.share.ResourceShareId;
  const startedAt = clock.now();
  let endedAt: number | undefined;
  return pollUntil<Observed>(context, `observing the creation of ${id}`, async () => {
    if (endedAt === undefined && hasEnded(first.creator, context.process)) endedAt = clock.now();
    const askedAt = clock.now();
    const now = find(await creations.now(), id);
    const endedMs = endedAt === undefined ? undefined : askedAt - endedAt;
    const liveness = livenessOf({ first, now, observedMs: askedAt - startedAt, endedMs });
    return liveness === "unknown" ? { seen: "an earlier run may still be creating it" } : { value: { liveness, askedAt } };
  });
}

/** Writes the create tag; returns an ambiguous failure instead of throwing it. */
async function writeCreateTag(context: Context, id: string, tag: string, untilAt: number): Promise<Error | undefined> {
  const { client } = context;
  const request = { ResourceType: taggedType, RegionId: client.region, ResourceId: [id], Tag: [{ Key: createTagKey, Value: tag }] };
  try {
    await client.call(TagResources, request, { deadline: untilAt });
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
    permissionsOf(context, id),
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
  return (
    `${titleOf(tagged)} has the tag ${createTagKey} of this resource, but it is not what an interrupted run of this program can have created: ${differences.join("; ")}. ` +
    `Nothing was done. Take the share over with \`adopt: "${tagged.share.ResourceShareId}"\`, or remove the tag from it so that another share is created`
  );
}

function isAlive(tagged: TaggedShare): string {
  return (
    `${titleOf(tagged)} is being created by another process for a resource of the same name: its tag ${createTagKey} or ${leaseKey} has changed meanwhile. ` +
    "Nothing was done. Run `pulumi up` again when the other run has ended"
  );
}
