import type { Simulator } from "../../../simulator/index.ts";
import { acceptancesOf } from "./adoption.ts";
import { liveShares } from "./drift.ts";
import type { EditContext } from "./edit-context.ts";
import type { Program } from "./model.ts";
import { foreignPermission } from "./option-edits.ts";
import type { RandomChoices } from "./random.ts";
import { resourceIdOf, type Workspace } from "./workspace.ts";

/** The next edit of a program. */
interface NextEdit extends Pick<EditContext, "hasOptions" | "canAdopt"> {
  readonly simulator: Simulator;
  readonly place: Workspace;
  readonly program: Program;
  readonly random: RandomChoices;
  /** How many edits came before it. */
  readonly round: number;
  /** The ids of the objects in the stack's state, where a failed update may have left what the program does not have. */
  readonly managed: ReadonlySet<string>;
}

const refreshEvery = 3;

/** Whether out-of-band changes and a refresh come before an edit: before every third one. */
export function isRefreshedBefore(round: number): boolean {
  return round > 0 && round % refreshEvery === 0;
}

/** Returns the conditions of an edit. */
export function conditionsOf({ simulator, place, program, random, round, managed, hasOptions, canAdopt }: NextEdit): EditContext {
  const foreign = liveShares({ simulator, place }).find(({ id }) => id === place.foreign);
  const permission = foreign?.permissions.get("VSwitch")?.name;
  const held = [...(foreign?.live.values() ?? [])].map(({ id }) => id);
  return {
    ...{ place, random, hasOptions, canAdopt, isRefreshedNext: isRefreshedBefore(round + 1) },
    isOff: simulator.world.directories.get(place.directory)?.sharingEnabled === false,
    hasForeign: foreign !== undefined && !managed.has(foreign.id) && program.shares.every(({ adopt }) => adopt === undefined),
    hasForeignParts: held.includes(resourceIdOf(place, "VSwitch", 0)) && permission === foreignPermission,
    acceptances: acceptancesOf(simulator, place, program),
    hasForeignTag: foreign?.tags.has("owner") === true,
  };
}
