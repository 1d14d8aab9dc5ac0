// The fewest calls in which single associations fit, when each comes at a time of its own and none waits longer than a second for others.
import { ENTITIES_A_CALL, pagesOf, SHARES_A_PAGE } from "./floor.ts";

/** How long the oracle lets an association wait for others, in milliseconds. */
const longestWaitMs = 1_000;

/** An association of one entity, and when the engine starts it. */
interface Start {
  readonly share: number;
  readonly isTarget: boolean;
  readonly at: number;
}

/**
 * What an oracle needs that knows all starts beforehand: the fewest batches, and then the fewest lists that see them settled.
 * It sends each batch and each list as late as its first association allows, with what is waiting then, the earliest first:
 * to send earlier never admits more, and because all may wait equally long, to prefer a later one never helps.
 * @param rules `recordsEach`: of one kind, in each share
 */
export function fewestCalls(
  starts: readonly Start[],
  { transitionMs, recordsEach }: { readonly transitionMs: number; readonly recordsEach: number },
) {
  const batches = [...Map.groupBy(starts, ({ share }) => share).values()].flatMap((ofShare) =>
    groupsOf(ofShare, (group, { isTarget }) => group.filter((other) => other.isTarget === isTarget).length < ENTITIES_A_CALL),
  );
  const settled = batches.flatMap(({ at, members }) => members.map((member) => ({ ...member, at: at + transitionMs })));
  const lists = [true, false].flatMap((kind) =>
    groupsOf(
      settled.filter(({ isTarget }) => isTarget === kind),
      (group, { share }) => new Set([...group.map((other) => other.share), share]).size <= SHARES_A_PAGE,
    ),
  );
  const pages = lists.map(({ members }) => pagesOf(new Set(members.map(({ share }) => share)).size, recordsEach));
  return { batches: batches.length, lists: pages.reduce((sum, count) => sum + count, 0) };
}

/** @returns groups with the time at which each is sent */
function groupsOf(starts: readonly Start[], fits: (group: readonly Start[], next: Start) => boolean): { at: number; members: Start[] }[] {
  const groups = [];
  let rest = starts.toSorted((a, b) => a.at - b.at);
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const at = first.at + longestWaitMs;
    const members: Start[] = [];
    const left: Start[] = [];
    for (const start of rest) (start.at <= at && fits(members, start) ? members : left).push(start);
    groups.push({ at, members });
    rest = left;
  }
  return groups;
}
