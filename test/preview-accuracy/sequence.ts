import type { Binding } from "../../provider/kernel/type-tokens.ts";
import { applyDrift, liveShares } from "../support/random-programs/drift.ts";
import { editProgram, firstProgram } from "../support/random-programs/edits.ts";
import { foreignPermission } from "../support/random-programs/option-edits.ts";
import { emptyProgram, type Program } from "../support/random-programs/model.ts";
import { RandomChoices } from "../support/random-programs/random.ts";
import { resourceIdOf, workspaceOf, worldOf } from "../support/random-programs/workspace.ts";
import { compareEdit, type Comparison } from "./compare.ts";
import { refresh } from "./deployment.ts";
import { interruptUpdate } from "./interrupted-update.ts";
import { type Moment, momentOf, openStack, type StackFixture, startCommand } from "./stack-fixture.ts";

/** One edit with what came before it, from which it can be repeated. */
export interface Edit {
  readonly binding: Binding;
  readonly moment: Moment;
  readonly before: Program;
  readonly after: Program;
  /** What happened since the edit before: out-of-band changes, or an update that has failed. */
  readonly events: readonly string[];
}

/** The next starting point after an update: out-of-band changes and a refresh, an update that has failed, or nothing. */
const refreshEvery = 3;

/** Edits one program again and again, each time from another starting point; reports each edit with its comparison. */
export async function editRepeatedly(
  options: { readonly binding: Binding; readonly seed: number; readonly number: number; readonly edits: number },
  report: (edit: Edit, comparison: Comparison) => Promise<void>,
): Promise<void> {
  const { binding, seed, number, edits } = options;
  const place = workspaceOf(number % 16);
  const dice = new RandomChoices(seed * 100_003 + number);
  const stack = openStack(place, binding, { now: 0, world: worldOf([place]), entries: [] });
  // What a failed update or an out-of-band addition leaves can collide with the lists that `ignoreChanges` keeps.
  let isSettled = true;
  const conditions = (round: number, program: Program) => {
    const { simulator } = stack.harness;
    const foreign = liveShares({ simulator, place }).find(({ id }) => id === place.foreign);
    const permission = foreign?.permissions.get("VSwitch")?.name;
    const held = [...(foreign?.live.values() ?? [])].map(({ id }) => id);
    return {
      ...{ place, random: dice, isRefreshedNext: (round + 1) % refreshEvery === 0 },
      isOff: simulator.world.directories.get(place.directory)?.sharingEnabled === false,
      hasOptions: isSettled,
      hasForeign: foreign !== undefined && program.shares.every(({ adopt }) => adopt === undefined),
      hasForeignParts: held.includes(resourceIdOf(place, "VSwitch", 0)) && permission === foreignPermission,
    };
  };
  let before = emptyProgram;
  for (let round = 0; round < edits; round += 1) {
    const events: string[] = [];
    isSettled = true;
    if (round > 0 && round % refreshEvery === 0) {
      if (dice.chance(0.6)) events.push(...applyDrift({ simulator: stack.harness.simulator, place, program: before, random: dice }));
      isSettled = !events.some((event) => event.startsWith("a stranger was put in"));
      await refreshStack(stack);
    } else if (dice.chance(0.3)) {
      isSettled = false;
      const interrupted = round === 0 ? firstProgram(conditions(round, before)) : editProgram(before, conditions(round, before));
      events.push(await interruptUpdate(stack, interrupted, dice));
      before = interrupted;
    }
    const isRerun = events.length > 0 && dice.chance(0.3);
    const after = isRerun
      ? before
      : before.count === 0
        ? firstProgram(conditions(round, before))
        : editProgram(before, conditions(round, before));
    const edit = { binding, moment: momentOf(stack), before, after, events };
    const comparison = await compareEdit(stack, after);
    await report(edit, comparison);
    if (comparison.differences.length > 0) return;
    if (comparison.refusals.length === 0) before = after;
    stack.harness.clock.advance(60_000);
  }
}

async function refreshStack(stack: StackFixture): Promise<void> {
  stack.entries = await refresh(startCommand(stack), stack.entries);
}
