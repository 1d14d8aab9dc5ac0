import { type Fields, recordsIn } from "./answers.ts";
import { type Calls, NotTried } from "./calls.ts";

/** What the names of all shares of this command begin with. */
export const sharePrefix = "resourceshare-verify-";

/** The names of all shares of this command: a person's share may begin alike. */
const ownName = new RegExp(`^${sharePrefix}[0-9a-f]{8}-\\d+$`);

/** The most shares that a run creates. */
export const mostShares = 4;

/** A share that has just been created may be invisible for so long (assumption S-visibility), and one more second. */
const invisibleMs = 6000;
const cleaningMs = 180_000;

/** The shares of one run. */
export class RunShares {
  /** What the names of the run's shares begin with. */
  readonly prefix: string;
  readonly #calls: Calls;
  #count = 0;
  #lastAt = 0;

  constructor(calls: Calls, runId: string) {
    this.#calls = calls;
    this.prefix = `${sharePrefix}${runId}-`;
  }

  /** Whether a creation was sent, so that a share may be left. */
  get hasCreated(): boolean {
    return this.#count > 0;
  }

  async create(parameters: object, name = this.nextName()): Promise<string> {
    if (this.#count >= mostShares) throw new NotTried(`the run has created ${mostShares} shares`);
    this.#count += 1;
    // A request that got no answer may have created the share until it ended.
    const body = await this.#calls.accepted("CreateResourceShare", { ResourceShareName: name, ...parameters }).finally(() => {
      this.#lastAt = this.#calls.clock.now();
    });
    const [share] = recordsIn([body["ResourceShare"]]);
    return String(share?.["ResourceShareId"]);
  }

  nextName(): string {
    return `${this.prefix}${this.#count + 1}`;
  }

  /** Deletes all shares of the run; returns the names of those that are left. */
  deleteAll(owner: string): Promise<readonly string[]> {
    return deleteShares(this.#calls, this.prefix, owner, this.#lastAt + invisibleMs);
  }
}

/**
 * Deletes an account's own shares whose names begin with a prefix of this command, until lists have shown none after a point in time.
 * @returns the names of the shares that are left after three minutes, or when cleaning is interrupted
 */
export async function deleteShares(
  calls: Calls,
  prefix: string,
  owner: string,
  since = calls.clock.now() + invisibleMs,
): Promise<readonly string[]> {
  calls.beginCleaning();
  const { clock, signal } = calls;
  const deadline = clock.now() + cleaningMs;
  let known: readonly Fields[] = [];
  for (;;) {
    const live = await liveShares(calls, prefix, owner).catch(() => undefined);
    if (live?.length === 0 && clock.now() >= since) return [];
    known = live ?? known;
    if (clock.now() > deadline || signal.aborted) return known.length > 0 ? known.map(nameOf) : [`${prefix}… (no list shows them)`];
    for (const share of known) {
      // A refusal, as of a share with unfinished tasks, passes: the next list shows what is left.
      await calls.ask("DeleteResourceShare", { ResourceShareId: share["ResourceShareId"] }).catch(() => undefined);
    }
    await clock.sleep(1000, signal).catch(() => undefined);
  }
}

async function liveShares(calls: Calls, prefix: string, owner: string): Promise<readonly Fields[]> {
  const shares = await calls.list("ListResourceShares", { ResourceOwner: "Self", MaxResults: 100 }, ["ResourceShares"]);
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
