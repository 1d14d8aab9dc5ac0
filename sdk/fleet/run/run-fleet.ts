import type { AccessDiff } from "../../access/diff/access-diff.ts";
import { noPolicies } from "../../access/diff/policies/policy-findings.ts";
import { mergedDiffs, namedDiff } from "../../access/diff/review/several-stacks.ts";
import type { Need } from "../../headroom/need.ts";
import { publishedQuotas, type Quotas } from "../../headroom/quotas.ts";
import type { Fleet, FleetStack } from "../fleet.ts";
import { planFleet } from "../plan.ts";
import { examineNextUpdates } from "./owner-headroom.ts";
import { FleetPulumi } from "./pulumi-command.ts";
import { resolveSecrets } from "./resolve-secrets.ts";
import { type FleetResult, notRun, type Operation, type StackResult } from "./results.ts";
import { runPlan } from "./run-plan.ts";
import { runStack, type StackOutcome } from "./run-stack.ts";
import { type Shard, shardOf, shardText } from "./shard.ts";
import type { StackOpener } from "./stack-workspace.ts";
import { hasSucceeded } from "./stack-status.ts";

/** How a fleet is run. */
export interface FleetRun {
  readonly operation: Operation;
  /** The part of the fleet to run; all of it when absent. */
  readonly shard?: Shard | undefined;
  /** Called when a stack starts, changes a resource, and ends. */
  readonly progress: Progress;
  /** The quotas of the accounts, with which a preview compares what the next update needs; the published ones when absent. */
  readonly quotas?: Quotas | undefined;
}

/** Receives what happens in a fleet. */
export interface Progress {
  started(stack: FleetStack): void;
  step(stack: FleetStack, text: string): void;
  ended(result: StackResult): void;
}

/** A fleet whose secrets are read, and whose running commands can be interrupted. */
export interface OpenedFleet extends StackOpener {
  readonly pulumi: FleetPulumi;
}

/** A fleet that runs. */
export interface RunningFleet {
  readonly result: Promise<FleetResult>;
  /** Starts no further stack, and interrupts the running ones as Ctrl-C does: the first time they end cleanly, the second time at once. */
  readonly interrupt: () => void;
}

/**
 * Opens the Automation API for a fleet, and reads its secrets.
 *
 * @throws InputError for secrets that are missing.
 */
export async function openFleet(fleet: Fleet, stacks: readonly FleetStack[], environment: NodeJS.ProcessEnv): Promise<OpenedFleet> {
  const secrets = resolveSecrets(stacks, environment);
  // Loading it takes as long as a whole other command.
  const automation = await import("@pulumi/pulumi/automation/index.js");
  return { fleet, secrets, automation, pulumi: new FleetPulumi(await automation.PulumiCommand.get()) };
}

/** Starts a fleet. A failure of a stack is part of the result. */
export function startFleet(opener: OpenedFleet, { operation, shard, progress, quotas }: FleetRun): RunningFleet {
  const stopping = new AbortController();
  return {
    result: runAll(opener, { operation, shard, progress, quotas, stopping: stopping.signal }),
    interrupt: () => {
      stopping.abort();
      opener.pulumi.interrupt();
    },
  };
}

interface Run extends FleetRun {
  readonly stopping: AbortSignal;
}

async function runAll(opener: OpenedFleet, { operation, shard, progress, stopping, quotas = publishedQuotas }: Run): Promise<FleetResult> {
  const { fleet } = opener;
  const own = new Set(stacksOf(fleet, shard).map(({ name }) => name));
  const plan = planFleet(fleet, operation).filter(({ stack }) => own.has(stack.name));
  const results = new Map<string, StackResult>();
  const outcomes: StackOutcome[] = [];
  const pulumi = opener.pulumi.forOperation();
  const needs = new Map<FleetStack, readonly Need[] | undefined>();
  const end = (result: StackResult): void => {
    results.set(result.name, result);
    progress.ended(result);
  };
  await runPlan(plan, {
    concurrency: fleet.concurrency,
    elsewhere: await elsewhere(
      opener,
      plan.flatMap(({ after }) => after).filter((name) => !own.has(name)),
      operation,
    ),
    stopping,
    run: async (stack) => {
      progress.started(stack);
      const outcome = await runStack({ ...opener, pulumi, operation, stopping, onStep: (of, text) => progress.step(of, text) }, stack);
      outcomes.push(outcome);
      needs.set(stack, outcome.needs);
      end(outcome.result);
      return outcome.result.status === "succeeded";
    },
    skip: (stack, because) => end(notRun(stack, "skipped", because)),
    leave: (stack) => end(notRun(stack, "not-started")),
  });
  return {
    fleet: fleet.name,
    operation,
    shard: shard && shardText(shard),
    stacks: plan.flatMap(({ stack }) => results.get(stack.name) ?? []),
    access: accessOf(outcomes, operation),
    headroom: operation === "preview" && !stopping.aborted ? await examineNextUpdates(opener, needs, quotas) : [],
  };
}

/** The stacks of a shard, in the order of the fleet. */
export function stacksOf({ stacks }: Fleet, shard: Shard | undefined): readonly FleetStack[] {
  return shard === undefined ? stacks : stacks.filter(({ name }) => shardOf(name, shard.count).index === shard.index);
}

/** Whether the stacks of other shards, which this one's wait for, are done: their last update has succeeded, or they are gone. */
async function elsewhere(opener: StackOpener, names: readonly string[], operation: Operation): Promise<ReadonlyMap<string, boolean>> {
  const stacks = opener.fleet.stacks.filter(({ name }) => names.includes(name));
  const wanted = operation === "destroy" ? "destroy" : "update";
  return new Map(await Promise.all(stacks.map(async (stack) => [stack.name, await hasSucceeded(opener, stack, wanted)] as const)));
}

/** The changes of all stacks, each with its stack, in the order of their names. */
function accessOf(outcomes: readonly StackOutcome[], operation: Operation): AccessDiff {
  const sorted = outcomes.toSorted((a, b) => (a.result.name < b.result.name ? -1 : 1));
  const diffs = sorted.flatMap(({ access, result }) => (access === undefined ? [] : [namedDiff(access, result.name)]));
  const unknown = sorted.filter(({ access, result }) => access === undefined && result.status !== "succeeded");
  const remarks = (operation === "refresh" ? [] : unknown).map(
    ({ result: { name, status } }) =>
      `${name}: its run ${status === "failed" ? "failed" : "was interrupted"}, so what changes in its access is not known`,
  );
  return mergedDiffs([...diffs, { changes: [], remarks, unknownTargetShares: [], policies: noPolicies, isIncomplete: remarks.length > 0 }]);
}
