import * as fc from "fast-check";
import { faultNamed } from "../faults/call-faults.ts";
import type { FaultPlace } from "../faults/faulty-process.ts";
import { differencesFrom, isPartlyDeleted, orphansAndLosses, type Violation } from "../invariants/parts.ts";
import { declaredIn, holders, parts, place, type Program } from "../programs/parts.ts";
import { type Command, Stack } from "./stack.ts";

/** The resource that lists each part from now on, by the part's id; none where no resource has the name. */
type Moves = Readonly<Record<string, string>>;

/** One command after an edit of the program. */
interface Step {
  readonly moves: Moves;
  /** Pairs of resources of which the later one depends on the earlier one, or the other way round. */
  readonly dependencies: readonly (readonly [number, number])[];
  readonly command: Command["name"];
  /** The resources of `--target`; all when empty. */
  readonly targets: readonly string[];
  readonly fault: FaultPlace | undefined;
  /** How long after the command the next one begins, in milliseconds. */
  readonly pauseMs: number;
}

/** A life of a stack. */
export interface Life {
  readonly binding: "dynamic" | "plugin";
  readonly first: Moves;
  readonly steps: readonly Step[];
}

const names = holders.map(({ name }) => name);
const anyMove = fc.tuple(fc.constantFrom(...parts.map(({ id }) => id)), fc.constantFrom(...names, "none"));
const anyMoves = (lengths: fc.ArrayConstraints) => fc.array(anyMove, lengths).map((moves): Moves => Object.fromEntries(moves));
const anyFault: fc.Arbitrary<FaultPlace> = fc.record({
  fault: fc.constantFrom("403", "answer lost", "killed before its answer", "old lists from here on").map(faultNamed),
  at: fc.integer({ min: 1, max: 6 }),
});
const anyStep: fc.Arbitrary<Step> = fc.record({
  moves: anyMoves({ maxLength: 4 }),
  dependencies: fc.array(fc.tuple(fc.integer({ min: 1, max: holders.length - 1 }), fc.integer({ min: 1, max: holders.length - 1 })), {
    maxLength: 2,
  }),
  command: fc.constantFrom("up", "up", "up --refresh", "refresh"),
  targets: fc.oneof(fc.constant([]), fc.constant([]), fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })),
  fault: fc.option(anyFault, { freq: 2, nil: undefined }),
  pauseMs: fc.constantFrom(0, 10_000),
});
const lives: fc.Arbitrary<Life> = fc.record({
  binding: fc.constantFrom("dynamic", "plugin"),
  first: anyMoves({ minLength: 2, maxLength: 8 }),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 4 }),
});

/** A random life, in which each part of a share stays in the state of one resource. */
export function anyLife() {
  return fc.asyncProperty(lives, async (life) => {
    const [finding] = await live(life);
    if (finding) throw new Error(`${finding.invariant}: ${finding.text}\n${finding.path.join("\n")}`);
  });
}

/** A broken promise, with the commands that led to it. */
export interface Finding extends Violation {
  readonly path: readonly string[];
}

/** Lives a life; returns the first broken promises. */
export async function live({ binding, first, steps }: Life): Promise<Finding[]> {
  const stack = new Stack(binding);
  const path: string[] = [];
  let program = edited({ holderOf: new Map(), dependencies: [] }, first);
  const found = (violations: readonly Violation[]): Finding[] => violations.map((violation) => ({ ...violation, path }));
  /** A plain update, after which all must be as the program says. */
  const settle = async (): Promise<Finding[]> => {
    path.push(`up of ${described(program)}`);
    const { failures } = await stack.run({ name: "up" }, program);
    if (failures.length > 0) return found(failures.map((text) => ({ invariant: "an update without a fault succeeds", text })));
    const differences = differencesFrom(stack, program);
    if (differences.length > 0) return found(differences);
    const { calls } = await stack.run({ name: "up" }, program);
    return found(calls.length === 0 ? [] : [{ invariant: "an update without a change makes no call", text: calls.join(", ") }]);
  };
  const begun = await settle();
  if (begun.length > 0) return begun;
  for (const step of steps) {
    program = edited({ ...program, dependencies: acyclic(step.dependencies) }, step.moves);
    const targets = targetsOf(step, stack, program);
    path.push(
      `${step.command}${(targets ?? []).map((name) => ` --target ${name}`).join("")} of ${described(program)}${step.fault ? `; at ${step.fault.at}: ${step.fault.fault.name}` : ""}`,
    );
    const { wasKilled, failures } = await stack.run({ name: step.command, targets }, program, step.fault);
    path.push(...(wasKilled ? ["(killed)"] : failures.map((failure) => `(${failure})`)));
    stack.harness.clock.advance(step.pauseMs);
    // A killed run, and a failed deletion, are run again: another program would meet exception e. So is a run with targets: the provider
    // knows nothing of other resources then, so that a second such run can lose what two states have.
    const isRunAgain = wasKilled || targets !== undefined || isPartlyDeleted(stack, program);
    const broken = wasKilled ? [] : found(orphansAndLosses(stack, program));
    if (broken.length > 0) return broken;
    const different = isRunAgain ? await settle() : [];
    if (different.length > 0) return different;
  }
  return settle();
}

function edited(program: Program, moves: Moves): Program {
  return Object.entries(moves).reduce((sum, [id, holder]) => {
    const moved = parts.find((part) => part.id === id);
    if (moved === undefined) throw new Error(`there is no part ${id}`);
    return place(
      sum,
      moved,
      holders.find(({ name }) => name === holder),
    );
  }, program);
}

/** Later resources of the list depend on earlier ones, so that there is no cycle; the order of a pair says which list is meant. */
function acyclic(pairs: Step["dependencies"]): Program["dependencies"] {
  const isReversed = pairs.some(([one, other]) => one < other);
  return pairs.flatMap(([one, other]) => {
    const [from, to] = isReversed ? [Math.min(one, other), Math.max(one, other)] : [Math.max(one, other), Math.min(one, other)];
    const [dependent, needed] = [holders[from], holders[to]];
    return dependent === undefined || needed === undefined || from === to ? [] : [[dependent.name, needed.name] as const];
  });
}

/** The targets of a step, with what they need that does not exist yet; the engine refuses to leave that out. */
function targetsOf({ targets, command }: Step, { engine }: Stack, program: Program): string[] | undefined {
  if (targets.length === 0 || command !== "up") return undefined;
  const exists = (name: string) => engine.entries.some(({ urn }) => urn.endsWith(`::${name}`));
  const named = new Set(targets);
  const declared = new Set(declaredIn(program).map(({ name }) => name));
  const isMissing = (one: string, other: string) => (named.has(one) || exists(one)) && declared.has(other) && !exists(other);
  // A needed resource may need others itself.
  for (const _ of program.dependencies) for (const [one, other] of program.dependencies) if (isMissing(one, other)) named.add(other);
  return [...named].filter((name) => declared.has(name) || exists(name));
}

function described(program: Program): string {
  const { holderOf, dependencies } = program;
  const listed = declaredIn(program).map(
    ({ name }) =>
      `${name}: ${[...holderOf]
        .filter(([, holder]) => holder === name)
        .map(([id]) => id)
        .join(" ")}`,
  );
  return `${listed.join("; ")}${dependencies.map(([one, other]) => ` (${one} after ${other})`).join("")}`;
}
