import { type Choices, forEachChoice } from "../../choices/choices.ts";
import { quietFaults, type Step } from "./searched-process.ts";
import { type Transition, type Violation, violationsOf } from "./invariants.ts";
import type { Operation } from "./operations.ts";
import { fingerprintOf, initialState, open, type State, stateOf } from "./state.ts";
import { exceptions } from "./exceptions.ts";

/** What is searched: the stacks, what may be done to them, and how far. */
export interface Model {
  readonly name: string;
  readonly stacks: number;
  readonly operations: readonly Operation[];
  readonly faults: readonly string[];
  /** The most operations one after another. The last one meets no fault. */
  readonly depth: number;
  /** The most faults in all operations together. */
  readonly budget: number;
  /** The most faults in one operation; absent when all may be in one. */
  readonly perOperation?: number;
}

/** A sequence of operations that ends with a broken invariant. */
export interface Counterexample {
  readonly path: readonly string[];
  readonly violation: Violation;
  /** The letter of the documented exception that explains it. */
  readonly exception: string | undefined;
}

/** The result of a search. */
export interface Findings {
  readonly states: number;
  readonly transitions: number;
  readonly counterexamples: readonly Counterexample[];
}

interface Node {
  readonly state: State;
  readonly path: readonly string[];
  /** What the faults so far take from the budget. */
  readonly cost: number;
}

/** How long "later" is, in milliseconds: lists show everything, and every transition has ended. */
const laterMs = 60_000;

/**
 * Searches all sequences of operations, breadth first: each operation with each sequence of faults that the budget allows.
 * Every process is dead between two operations, so that a state is a value, and equal states are searched once.
 * A state with a broken invariant is not searched further.
 *
 * @param isEnough whether the search ends with a counterexample; absent for a whole search
 */
export async function search(model: Model, isEnough: (found: Counterexample) => boolean = () => false): Promise<Findings> {
  const seen = new Map<string, number>();
  const counterexamples: Counterexample[] = [];
  let [transitions, isOver] = [0, false];
  const isNew = ({ state, cost }: Node): boolean => {
    const key = fingerprintOf(state);
    const known = seen.get(key);
    if (known !== undefined && known <= cost) return false;
    seen.set(key, cost);
    return true;
  };
  const expand = async (node: Node, operation: Operation, depth: number): Promise<Node[]> => {
    const next: Node[] = [];
    const faults = depth === model.depth - 1 ? model.faults.filter((fault) => quietFaults.has(fault)) : model.faults;
    await forEachChoice(Math.min(model.budget - node.cost, model.perOperation ?? model.budget), async (choices) => {
      const transition = isOver ? undefined : await run({ ...model, faults }, node.state, operation, choices);
      if (transition === undefined) return;
      transitions += 1;
      const happened = choices.taken.map(({ place, name }) => `at call ${place} ${name}`);
      const path = [...node.path, [operation.name, ...happened].join(", ")];
      const found = violationsOf(transition).map((violation) => ({ path, violation, exception: exceptionFor(violation, transition) }));
      counterexamples.push(...found);
      isOver ||= found.some(isEnough);
      if (found.length > 0) return;
      const reached: Node = { state: transition.after, path, cost: node.cost + transition.cost };
      next.push(...[reached, later(reached)].filter(isNew));
    });
    return next;
  };
  let level: Node[] = [{ state: initialState(model.stacks), path: [], cost: 0 }].filter(isNew);
  for (let depth = 0; depth < model.depth; depth += 1) {
    const next: Node[] = [];
    for (const node of level) for (const operation of model.operations) next.push(...(await expand(node, operation, depth)));
    level = next;
  }
  return { states: seen.size, transitions, counterexamples };
}

function exceptionFor(violation: Violation, transition: Transition): string | undefined {
  return exceptions.find((exception) => exception.explains(violation, transition))?.letter;
}

async function run(model: Model, before: State, operation: Operation, choices: Choices): Promise<Transition | undefined> {
  const running = open(before);
  const step: Step = { running, choices, operation: operation.name, faults: model.faults, writes: [], late: [] };
  const reports = await operation.run(step);
  if (reports === undefined) return undefined;
  const { writes, late } = step;
  const isQuiet = choices.taken.every(({ name }) => quietFaults.has(name));
  const isRepeated = isQuiet && reports.every(({ failures }) => failures.length === 0);
  if (isRepeated) running.interrupted = running.interrupted.filter((interruption) => interruption.operation !== operation.name);
  return { before, operation, reports, writes, late, after: stateOf(running), cost: choices.cost, isQuiet };
}

/** Returns the state a minute later. */
function later({ state, path, cost }: Node): Node {
  const running = open(state);
  running.harness.clock.advance(laterMs);
  return { state: stateOf(running), path: [...path, "a minute passes"], cost };
}
