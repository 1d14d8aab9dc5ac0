import type { Transport } from "../../../../provider/wire/transport.ts";
import { accountsOf, missingOf, sharesInState, unmanagedIn } from "../../../support/random-programs/access.ts";
import { accessDuring, createCourse } from "../../../support/random-programs/interruptions.ts";
import type { Program } from "../../../support/random-programs/model.ts";
import { entriesOf, forcedUrns } from "../../../support/random-programs/render.ts";
import { roundDifferences } from "../../../support/random-programs/round-differences.ts";
import { outputDifferences } from "../../../support/random-programs/steps.ts";
import { type StackEntry, stepLine } from "../../engine/checkpoint.ts";
import type { Report } from "../../engine/engine.ts";
import { isReadOperation } from "../../../support/is-read-operation.ts";
import { predictAccess, type StackFixture, startCommand } from "./stack-fixture.ts";

/** The result of one edit. */
export interface Comparison {
  readonly differences: readonly string[];
  /** Why the preview refuses the program; an update is not tried then. */
  readonly refusals: readonly string[];
  /** Whether the update refused to resume the share of an interrupted creation, because the program describes another one now. */
  readonly isUnresumed: boolean;
  readonly accesses: number;
  /** Accesses that the preview reports as unknown. */
  readonly unknown: number;
  readonly steps: number;
  readonly outputs: number;
}

/** Previews a program and applies it; returns every difference between what the preview has shown and what the update has done. */
export async function compareEdit(stack: StackFixture, program: Program): Promise<Comparison> {
  const { place, harness, engine } = stack;
  const { simulator } = harness;
  const before = managed(engine.entries);
  const preview = await run("preview", stack, program);
  if (preview.failures.length > 0) return { ...nothing, refusals: preview.failures };
  const { read, ...predicted } = await predictAccess(stack, preview.steps);
  // A document shows neither what a failed update has left pending, nor what goes with a share that is deleted before its replacement.
  const pending = before.filter(({ isPendingDeletion, isPendingReplacement }) => isPendingDeletion || isPendingReplacement);
  const state = before.map(inState);
  const unmanaged = [
    ...unmanagedIn(simulator, place, state),
    ...missingOf(simulator, state),
    ...pending.map(({ urn }) => `pending: ${urn}`),
    ...preview.steps.filter(({ op }) => op === "remove-pending-replace").map(({ urn }) => `deleted with what it depends on: ${urn}`),
  ];
  const knownWith = (entries: readonly StackEntry[]) => {
    const known = sharesInState([...before, ...entries].map(inState));
    // A preview reads the accounts and regions of its resources only.
    return (id: string) => known.has(id) || read.has(id);
  };
  const accessNow = (isKnown: (id: string) => boolean) => accountsOf(simulator, isKnown).get(place.number) ?? new Map();
  const was = accessNow(knownWith(before));
  const { course, afterWrite } = createCourse(simulator);
  const update = await run("up", stack, program, afterWrite);
  const after = managed(engine.entries);
  const is = accessNow(knownWith(after));
  const during = accessDuring(course, place.number, knownWith(after));
  // What the engine takes for deleted, and an interrupted deletion has left, is of the stack no longer.
  const kept = before.filter(({ isPendingReplacement }) => !isPendingReplacement);
  const shares = sharesInState([...kept, ...after].map(inState));
  const [known, reached] = [outputsOf(preview), outputsOf(update)];
  const [announced, taken] = [preview, update].map(({ steps }) => steps.map(stepLine));
  const failures = update.failures.filter((failure) => !failure.includes(unresumed));
  const compared =
    update.failures.length > 0
      ? failures.map((failure) => `the update failed: ${failure}`)
      : roundDifferences({
          ...{ ...predicted, unmanaged, reality: { before: was, after: is, during, shares } },
          ...{ announced: announced ?? [], taken: taken ?? [], unequal: outputDifferences(known, reached) },
        });
  const found = hidesDeletions(preview) ? [] : compared;
  return {
    differences: [...found, ...simulator.invariants()],
    refusals: [],
    isUnresumed: failures.length < update.failures.length,
    accesses: new Set([...was.keys(), ...is.keys()]).size,
    steps: preview.steps.length,
    unknown: predicted.live.filter(({ change }) => change === "unknown").length,
    outputs: [...known.keys()].filter((step) => reached.has(step)).length,
  };
}

const nothing: Comparison = {
  ...{ differences: [], refusals: [], isUnresumed: false },
  ...{ accesses: 0, unknown: 0, steps: 0, outputs: 0 },
};

/** Whether a document cannot show what is deleted with a share that is retained and replaced: a read of the service does not show it either. */
function hidesDeletions({ steps }: Report): boolean {
  const isRetained = steps.some(({ op, old }) => op === "delete-replaced" && old?.retainOnDelete === true);
  return isRetained && steps.some(({ op }) => op === "remove-pending-replace");
}

/** A part of the message of an update that resumes no share; only the update reads the service for that. */
const unresumed = "it is not what an interrupted run of this program can have created";

function run(command: "preview" | "up", stack: StackFixture, program: Program, afterWrite?: () => void): Promise<Report> {
  const { place, engine, harness } = stack;
  const transport: Transport = async (request, signal) => {
    const answer = await harness.simulator.transport(request, signal);
    if (!isReadOperation(request.headers["x-acs-action"] ?? "")) afterWrite?.();
    return answer;
  };
  return engine[command](startCommand(stack, transport), entriesOf(program, place), { replaced: forcedUrns(program, (_, name) => name) });
}

/** What the stack manages: what the program only reads adds no access. */
function managed(entries: readonly StackEntry[]) {
  return entries.filter(({ isExternal }) => !isExternal);
}

function inState({ urn, id, outputs }: StackEntry) {
  return { urn, type: urn.split("::")[2] ?? "", id, outputs };
}

/** The outputs of the steps that have them, by operation and URN. */
function outputsOf({ steps }: Report): ReadonlyMap<string, unknown> {
  return new Map(steps.flatMap(({ op, urn, outputs }) => (outputs === undefined ? [] : [[`${op} ${urn}`, outputs]])));
}
