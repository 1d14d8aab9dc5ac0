import type { ResourceShare } from "../../provider/api/entities.ts";
import type { Client } from "../../provider/client/client.ts";
import { createTagKey, hasCreateTag } from "../../provider/resources/tags/tag-calls.ts";
import { type Finding, ok, problem, subjectWithAccount, warning } from "../../access/output/finding.ts";

const resumeAdvice = "run the interrupted `pulumi up` again, `--replace` included: it resumes this share";

/** Reports shares with the create tag: their creation is in progress, or was interrupted. */
export function examineCreateTags(client: Client, shares: readonly ResourceShare[], now: number, timeoutMs: number): Finding[] {
  const subject = subjectWithAccount("Unfinished shares", client);
  const unfinished = shares.filter(hasCreateTag);
  if (unfinished.length === 0) return [ok(subject, `no share has the create tag ${createTagKey}`)];
  return unfinished.map((share) => {
    const description = `${titleOf(share)} has the create tag ${createTagKey}, since ${share.CreateTime ?? "an unknown time"}`;
    // A creation ends at its timeout at the latest, so an older tag belongs to an interrupted one, unless `customTimeouts` is longer.
    const mayBeInProgress = now - Date.parse(share.CreateTime ?? "") < timeoutMs;
    if (mayBeInProgress)
      return warning(subject, `${description}: a \`pulumi up\` may be creating it right now`, `if none is running, ${resumeAdvice}`);
    return problem(
      subject,
      `${description}: a \`pulumi up\` was interrupted while it created it`,
      `make sure that no \`pulumi up\` with a longer \`customTimeouts.create\` is running, then ${resumeAdvice}. Delete this share if the state has another one by now, or if the stack is gone`,
    );
  });
}

/**
 * Reports shares that a killed process may have left: they have a name of the stack, and are in no state of its project.
 *
 * @param names The names of the stack's shares.
 * @param known The ids of the shares in all states of the project.
 */
export function examineOrphanedShares(
  client: Client,
  shares: readonly ResourceShare[],
  names: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Finding[] {
  const { region } = client;
  const subject = subjectWithAccount("Lost shares", client);
  const orphaned = shares
    // Those with the create tag are reported as unfinished.
    .filter((share) => !hasCreateTag(share))
    .filter(({ ResourceShareId: id, ResourceShareName: name = "" }) => names.has(name) && !known.has(id));
  if (orphaned.length === 0) return [ok(subject, `every share in ${region} that has a name of the stack is in a state of its project`)];
  return orphaned.map((share) =>
    problem(
      subject,
      `${titleOf(share)}, created ${share.CreateTime ?? "at an unknown time"} in ${region}, has a name of the stack and is in no state of its project`,
      `if no other program manages it, set \`adopt: "${share.ResourceShareId}"\` on the resource of that name, or delete the share if that resource has another one`,
    ),
  );
}

/** Reports shares of the stack that do not exist any more. */
export function examineMissingShares(client: Client, shares: readonly ResourceShare[], ids: ReadonlySet<string>): Finding[] {
  const missing = [...ids].filter((id) => !shares.some(({ ResourceShareId }) => ResourceShareId === id));
  const subject = subjectWithAccount("Missing shares", client);
  if (missing.length === 0) return [ok(subject, `every share of the stack in ${client.region} exists`)];
  const fix = "run `pulumi refresh`, then `pulumi up` makes it anew";
  return missing.map((id) => problem(subject, `share ${id} of the stack does not exist any more in ${client.region}`, fix));
}

/** Reports shares that several stacks of a project manage, as after `adopt` in both. */
export function examineSharesOfSeveral(stacksOfShare: ReadonlyMap<string, readonly string[]>): Finding[] {
  return [...stacksOfShare].flatMap(([id, stacks]) =>
    stacks.length < 2
      ? []
      : problem(
          "Managed twice",
          `share ${id} is in the states of the stacks ${stacks.join(", ")}: each may delete it`,
          "keep it in one, and remove it from the others with `pulumi state delete`",
        ),
  );
}

function titleOf({ ResourceShareId, ResourceShareName }: ResourceShare): string {
  return `share ${ResourceShareId} "${ResourceShareName ?? ""}"`;
}
