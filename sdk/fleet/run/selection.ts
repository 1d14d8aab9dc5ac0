import { matches } from "../../../provider/kernel/wildcard.ts";
import type { Fleet, FleetStack } from "../fleet.ts";
import { planOf, type PlannedStack } from "../plan.ts";
import type { Operation } from "./results.ts";
import { type Shard, shardOf } from "./shard.ts";

/** The part of a fleet that runs: the stacks that meet every condition. */
export interface Selection {
  readonly shard?: Shard | undefined;
  /** Names of stacks; `*` stands for any text. */
  readonly only?: readonly string[] | undefined;
  /** Names of stacks, as a report has them. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** Returns the selected stacks, in the order of the fleet. */
export function selectedStacks({ stacks }: Fleet, { shard, only, names }: Selection): readonly FleetStack[] {
  return stacks.filter(
    ({ name }) =>
      (shard === undefined || shardOf(name, shard.count) === shard.index) &&
      (only === undefined || matches(only, name)) &&
      (names === undefined || names.has(name)),
  );
}

/** The selected stacks in their order. */
export interface SelectedPlan {
  readonly plan: readonly PlannedStack[];
  /** The other stacks that these wait for: their status decides whether these start. */
  readonly elsewhere: readonly FleetStack[];
}

/** Plans an operation on the selected stacks. */
export function selectedPlan(fleet: Fleet, selection: Selection, operation: Operation): SelectedPlan {
  const own = new Set(selectedStacks(fleet, selection));
  const plan = planOf(fleet, operation).filter(({ stack }) => own.has(stack));
  const before = new Set(plan.flatMap(({ after }) => after));
  return { plan, elsewhere: fleet.stacks.filter((stack) => before.has(stack.name) && !own.has(stack)) };
}
