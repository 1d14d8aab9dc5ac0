import { InputError } from "../../provider/kernel/errors.ts";
import type { Fleet, FleetStack } from "./fleet.ts";
import type { Operation } from "./run/results.ts";

/** A stack, and the stacks that must have succeeded before it starts. */
export interface PlannedStack {
  readonly stack: FleetStack;
  /** Names of the stacks. */
  readonly after: readonly string[];
}

/**
 * The order in which an operation runs the stacks of a fleet: an update runs each after its dependencies and after all stacks of the wave before
 * its own, a destroy in the opposite order, and the other operations in none.
 *
 * @throws InputError that names the stacks of a cycle.
 */
export function planOf({ stacks }: Pick<Fleet, "stacks">, operation: Operation): readonly PlannedStack[] {
  const before = new Map(stacks.map((stack) => [stack.name, new Set([...stack.dependsOn, ...previousWave(stack, stacks)])]));
  const cycle = cycleIn(before);
  if (cycle !== undefined) throw InputError.of("stacks", cycleText(cycle, stacks));
  return stacks.map((stack) => ({ stack, after: stacksBefore(stack.name, before, operation) }));
}

function stacksBefore(name: string, before: ReadonlyMap<string, ReadonlySet<string>>, operation: Operation): readonly string[] {
  if (operation === "up") return [...(before.get(name) ?? [])];
  return operation === "destroy" ? dependentsOf(name, before) : [];
}

/** The stacks of the previous wave; the stacks of earlier waves have run before them. */
function previousWave({ wave }: FleetStack, stacks: readonly FleetStack[]): string[] {
  const previous = Math.max(0, ...stacks.map((other) => other.wave).filter((other) => other < wave));
  return stacks.filter((other) => other.wave === previous).map(({ name }) => name);
}

function dependentsOf(name: string, before: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...before].filter(([, dependencies]) => dependencies.has(name)).map(([dependent]) => dependent);
}

/** The names of a cycle, in order; `undefined` without one. */
function cycleIn(before: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const search = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (done.has(name)) return undefined;
    const start = path.indexOf(name);
    if (start >= 0) return path.slice(start);
    for (const dependency of before.get(name) ?? []) {
      const cycle = search(dependency, [...path, name]);
      if (cycle !== undefined) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of before.keys()) {
    const cycle = search(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

function cycleText(cycle: readonly string[], stacks: readonly FleetStack[]): string {
  if (cycle.length === 1) return `${cycle[0]} depends on itself: remove it from its \`dependsOn\``;
  const waveOf = (name: string) => stacks.find((stack) => stack.name === name)?.wave;
  const isOfWaves = new Set(cycle.map(waveOf)).size > 1;
  const text = [...cycle, cycle[0]].join(" after ");
  const advice = "remove one of these dependencies";
  const ofWaves = isOfWaves ? ", or change a `wave` (a stack also waits for the wave before its own)" : "";
  return `the order of these stacks is a cycle: ${text}: ${advice}${ofWaves}`;
}
