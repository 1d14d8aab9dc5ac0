import type { ResourceShare } from "../../provider/api/entities.ts";
import type { Client } from "../../provider/client/client.ts";
import { createTagKey, hasCreateTag } from "../../provider/resources/tags/tag-calls.ts";
import { type Finding, ok, problem, subjectOf, warning } from "../../access/output/finding.ts";

/** Finds shares with the create tag: their creation is in progress, or was interrupted. */
export function examineCreateTags(client: Client, shares: readonly ResourceShare[], now: number, timeoutMs: number): Finding[] {
  const subject = subjectOf("Unfinished shares", client);
  const unfinished = shares.filter(hasCreateTag);
  if (unfinished.length === 0) return [ok(subject, `no share has the create tag ${createTagKey}`)];
  return unfinished.map((share) => {
    const description = `${titleOf(share)} has the create tag ${createTagKey}, since ${share.CreateTime ?? "an unknown time"}`;
    const ageMs = now - Date.parse(share.CreateTime ?? "");
    // A creation ends at its timeout at the latest, so an older tag belongs to an interrupted one, unless `customTimeouts` is longer.
    return ageMs < timeoutMs
      ? warning(subject, `${description}: a \`pulumi up\` may be creating it right now`, `if none is running, ${resumption}`)
      : problem(subject, `${description}: a \`pulumi up\` was interrupted while it created it`, fixOfInterrupted);
  });
}

const resumption = "run the interrupted `pulumi up` again, `--replace` included: it resumes this share";
const fixOfInterrupted = `make sure that no \`pulumi up\` with a longer \`customTimeouts.create\` is running, then ${resumption}. Delete this share if the state has another one by now, or if the stack is gone`;

/** Finds shares with a name of the stack that are in no state of its project. A killed process may leave such shares. */
export function examineOrphanedShares(
  client: Client,
  shares: readonly ResourceShare[],
  names: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Finding[] {
  const subject = subjectOf("Lost shares", client);
  const orphaned = shares.filter(
    (share) => names.has(share.ResourceShareName ?? "") && !known.has(share.ResourceShareId) && !hasCreateTag(share),
  );
  if (orphaned.length === 0)
    return [ok(subject, `every share in ${client.region} that has a name of the stack is in a state of its project`)];
  return orphaned.map((share) => {
    const id = share.ResourceShareId;
    const fix = `if no other program manages it, set \`adopt: "${id}"\` on the resource of that name, or delete the share if that resource has another one`;
    return problem(
      subject,
      `${titleOf(share)}, created ${share.CreateTime ?? "at an unknown time"} in ${client.region}, has a name of the stack and is in no state of its project`,
      fix,
    );
  });
}

function titleOf({ ResourceShareId, ResourceShareName }: ResourceShare): string {
  return `share ${ResourceShareId} "${ResourceShareName ?? ""}"`;
}
