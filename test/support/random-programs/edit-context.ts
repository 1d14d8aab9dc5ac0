import type { Acceptance, Program } from "./model.ts";
import type { RandomChoices } from "./random.ts";
import type { Workspace } from "./workspace.ts";

/** The conditions of an edit. */
export interface EditContext {
  readonly place: Workspace;
  readonly random: RandomChoices;
  /** Whether the state is refreshed before the next edit: only then may the receiving side leave what the program still lists. */
  readonly isRefreshedNext: boolean;
  /** Whether sharing inside the directory is off: then the program must switch it on. */
  readonly isOff: boolean;
  /** Whether the share of another caller exists. */
  readonly hasForeign: boolean;
  /** Whether the program may also ignore changes, and read the share of another caller. */
  readonly hasOptions: boolean;
  /** Whether the program may adopt what exists: a failed update may have left that in the state. */
  readonly canAdopt: boolean;
  /** Whether the share of another caller still has what it had from the start, so that the program can adopt that. */
  readonly hasForeignParts: boolean;
  /** Whether the share of another caller still has its tag. */
  readonly hasForeignTag: boolean;
  /** What an acceptor can adopt. */
  readonly acceptances: readonly Acceptance[];
}

/** Changes a program, which may be invalid then. */
export type Edit = (program: Program, context: EditContext) => void;

/** Returns the slot and the name of a new resource. */
export function newName(program: Program, place: Workspace, role: string): { slot: string; name: string; aliases: string[] } {
  const slot = `${role}-${(program.count += 1)}`;
  return { slot, name: `i${place.number}-${slot}`, aliases: [] };
}
