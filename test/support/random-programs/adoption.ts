import type { Simulator } from "../../../simulator/index.ts";
import { liveShares } from "./drift.ts";
import { type Acceptance, allOf, belongsTo, type Model, partsOf, type Program, type ShareModel } from "./model.ts";
import { receiversOf } from "./render.ts";
import type { Workspace } from "./workspace.ts";

/** The same program, which adopts nothing: after a refresh, what it had adopted may be gone. */
export function withoutAdoption(program: Program): Program {
  const same = structuredClone(program);
  endAdoption(program, same);
  return same;
}

/** Removes `adopt` after the creation: a replacement would find nothing to adopt. */
export function endAdoption(before: Program, after: Program): void {
  const slots = new Set(allOf(before).map(({ slot }) => slot));
  if (before.directory || !after.directory) after.adoptsDirectory = undefined;
  for (const model of [...after.associations, ...after.permissions, ...after.tags, ...after.acceptors])
    if (slots.has(model.slot)) model.adopts = undefined;
}

/** The shares that receiving accounts have now, whether or not a resource of the program has accepted them. */
export function acceptancesOf(simulator: Simulator, place: Workspace, program: Program): Acceptance[] {
  const shares = liveShares({ simulator, place });
  const named = [
    ...program.shares.map(({ slot, label }) => ({ of: { slot }, found: shares.filter(({ name }) => name === label) })),
    ...(place.offered === undefined ? [] : [{ of: { id: place.offered }, found: shares.filter(({ id }) => id === place.offered) }]),
  ];
  return named.flatMap(({ of, found: [share, ...others] }) => {
    // What a replacement has left may have the same name.
    if (share === undefined || others.length > 0) return [];
    const held = [...share.live.values()].filter(({ status }) => status === "Associated").map(({ id }) => id);
    return (["consumer", "second"] as const)
      .filter((by) => receiversOf(place, { by }).some((receiver) => held.includes(receiver)))
      .map((by) => ({ of, by }));
  });
}

/** Why acceptors of an edited program have nothing to adopt: the edit makes another share, or invites the account again. */
export function missingAcceptances(
  before: Program,
  after: Program,
  place: Workspace,
  isRemade: (was: ShareModel, is: ShareModel) => boolean,
) {
  const isKept = (model: Model) =>
    !after.forced.includes(model.slot) && allOf(before).some(({ slot, name }) => slot === model.slot && name === model.name);
  return after.acceptors.flatMap(({ adopts, of, by, name }) => {
    const [was, is] = [before, after].map(({ shares }) => shares.find(({ slot }) => belongsTo(of, slot)));
    if (adopts !== true || "id" in of) return [];
    if (was === undefined || is === undefined || !isKept(is) || isRemade(was, is)) return [`${name} adopts the acceptance of a new share`];
    const receivers = receiversOf(place, { by });
    const inviting = (program: Program, share: ShareModel) =>
      partsOf(program, share).filter(({ targets }) => targets.some((target) => receivers.includes(target)));
    const slots = new Set(inviting(before, was).map(({ slot }) => slot));
    const stays = inviting(after, is).some((part) => slots.has(part.slot) && isKept(part));
    return stays ? [] : [`${name} adopts what is invited again`];
  });
}
