import type { Fields } from "./answers.ts";
import { Run, type RunParts, sharePrefix } from "./run.ts";

/** The names of all shares of this command: a person's share may begin alike. */
const ownName = new RegExp(`^${sharePrefix}[0-9a-f]{8}-\\d+$`);

/** A share that has just been created may be invisible for so long (assumption S-visibility), and one more second. */
const invisibleMs = 6000;
const cleaningMs = 180_000;

/**
 * Deletes an account's own shares whose names begin with a prefix of this command, until lists show none that was created.
 * Its calls are neither counted nor recorded with those of the run.
 *
 * @param lastCreation When a share may have been created, in the clock's milliseconds.
 * @returns the names of the shares that are left after three minutes, or when the signal is aborted
 */
export async function deleteShares(
  parts: RunParts,
  prefix: string,
  owner: string,
  lastCreation = parts.clock.now(),
): Promise<readonly string[]> {
  const { clock, cleaningSignal: signal } = parts;
  const run = new Run({ ...parts, signal }, Infinity);
  const deadline = clock.now() + cleaningMs;
  let known: readonly Fields[] = [];
  for (;;) {
    const live = await liveShares(run, prefix, owner).catch(() => undefined);
    if (live?.length === 0 && clock.now() >= lastCreation + invisibleMs) return [];
    known = live ?? known;
    if (clock.now() > deadline || signal.aborted) return known.length > 0 ? known.map(nameOf) : [`${prefix}… (no list shows them)`];
    for (const share of known) {
      // A refusal, as of a share with unfinished tasks, passes: the next list shows what is left.
      await run.ask("DeleteResourceShare", { ResourceShareId: share["ResourceShareId"] }).catch(() => undefined);
    }
    await clock.sleep(1000, signal).catch(() => undefined);
  }
}

async function liveShares(run: Run, prefix: string, owner: string): Promise<readonly Fields[]> {
  const shares = await run.list("ListResourceShares", { ResourceOwner: "Self", MaxResults: 100 }, ["ResourceShares"]);
  return shares.filter(
    (share) =>
      nameOf(share).startsWith(prefix) &&
      ownName.test(nameOf(share)) &&
      share["ResourceShareOwner"] === owner &&
      share["ResourceShareStatus"] !== "Deleted",
  );
}

function nameOf(share: Fields): string {
  return String(share["ResourceShareName"]);
}
