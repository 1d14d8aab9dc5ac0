import type { Binding } from "../../../../provider/kernel/type-tokens.ts";
import { conditionsOf, isRefreshedBefore } from "../../../support/random-programs/conditions.ts";
import { applyDrift, hasAdditionsByOthers } from "../../../support/random-programs/drift.ts";
import { withoutAdoption } from "../../../support/random-programs/adoption.ts";
import { editProgram, firstProgram } from "../../../support/random-programs/edits.ts";
import { emptyProgram, type Program, recordFailure } from "../../../support/random-programs/model.ts";
import { RandomChoices } from "../../../support/random-programs/random.ts";
import { workspaceOf } from "../../../support/random-programs/workspace.ts";
import { compareEdit, type Comparison } from "./compare.ts";
import { interruptUpdate } from "./interrupted-update.ts";
import { openStack, startCommand } from "./stack-fixture.ts";

/** One edit with what came before it, from which it can be repeated. */
export interface Edit {
  readonly before: Program;
  readonly after: Program;
  /** What happened since the edit before: out-of-band changes, or an update that has failed. */
  readonly events: readonly string[];
}

/**
 * Edits one program again and again; reports each edit with its comparison.
 * Each edit starts from out-of-band changes and a refresh, from an update that has failed, or from the update before.
 */
export async function editRepeatedly(
  options: { readonly binding: Binding; readonly seed: number; readonly number: number; readonly edits: number },
  report: (edit: Edit, comparison: Comparison) => Promise<void>,
): Promise<void> {
  const { binding, seed, number, edits } = options;
  const place = workspaceOf(number % 16);
  const random = new RandomChoices(seed * 100_003 + number);
  const stack = openStack(place, binding);
  const { simulator } = stack.harness;
  let canIgnore = true;
  let canAdopt = true;
  const edited = (program: Program, round: number) => {
    const managed = new Set(stack.engine.entries.flatMap(({ id, isExternal }) => (isExternal ? [] : [id])));
    const conditions = conditionsOf({ simulator, place, program, random, round, managed, hasOptions: canIgnore, canAdopt });
    return program.count === 0 ? firstProgram(conditions) : editProgram(program, conditions);
  };
  let before = emptyProgram;
  for (let round = 0; round < edits; round += 1) {
    const events: string[] = [];
    [canIgnore, canAdopt] = [true, true];
    if (isRefreshedBefore(round)) {
      if (random.chance(0.6)) events.push(...applyDrift({ simulator, place, program: before, random }));
      canIgnore = canAdopt = !hasAdditionsByOthers(events);
      await stack.engine.refresh(startCommand(stack));
    } else if (random.chance(0.3)) {
      canAdopt = false;
      const attempted = edited(before, round);
      events.push(await interruptUpdate(stack, attempted, random));
      before = recordFailure(before, attempted);
    }
    const isRerun = events.length > 0 && random.chance(0.3);
    const same = isRefreshedBefore(round) ? withoutAdoption(before) : before;
    const after = isRerun ? same : edited(before, round);
    const edit = { before, after, events };
    const comparison = await compareEdit(stack, after);
    await report(edit, comparison);
    if (comparison.differences.length > 0 || comparison.isUnresumed) return;
    if (comparison.refusals.length === 0) before = after;
    stack.harness.clock.advance(60_000);
  }
}
