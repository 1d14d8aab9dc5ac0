import { InputError } from "../../../provider/kernel/errors.ts";
import { matches } from "../../../provider/kernel/wildcard.ts";
import { type AccessDiff, diffAccess, noChanges } from "../../../access/diff/access-diff.ts";
import { mergedDiffs, namedDiff } from "../../../access/diff/review/several-stacks.ts";
import { withChanged } from "../../../access/shown-access.ts";
import type { Quotas } from "../../headroom/quotas.ts";
import type { Fleet, FleetStack } from "../fleet.ts";
import { acceptorStepsIn, changedShares, sharesElsewhere, sharesWithParts, withAcceptorSteps } from "./acceptor-steps.ts";
import { failureText, reportRedactor } from "./failure-text.ts";
import { mapAtMost } from "./map-at-most.ts";
import { examineNextUpdates } from "./owner-headroom.ts";
import { examineUndescribed } from "./undescribed-stacks.ts";
import { FleetPulumi } from "./pulumi-command.ts";
import { refreshedAccess } from "./refreshed-access.ts";
import { resolveSecrets } from "./resolve-secrets.ts";
import { type FleetResult, emptyResult, type Operation, type StackResult, type Status } from "./results.ts";
import { runPlan } from "./run-plan.ts";
import { runStack, type StackOutcome } from "./run-stack.ts";
import { type Selection, selectedPlan } from "./selection.ts";
import type { StackOpener } from "./stack-workspace.ts";
import { hasSucceeded } from "./stack-status.ts";

/** How a fleet is run. */
export interface FleetRun {
  readonly operation: Operation;
  /** The part of the fleet to run. */
  readonly selection: Selection;
  /** Called when a stack starts, and when it ends. */
  readonly progress: Progress;
  /** The quotas of the accounts, with which a preview compares what the next update needs. */
  readonly quotas: Quotas;
  /** Ids of the members of the resource directory, when the caller has listed them. */
  readonly members?: ReadonlySet<string> | undefined;
}

/** Receives what happens in a fleet. */
export interface Progress {
  started(stack: FleetStack): void;
  ended(result: StackResult): void;
}

/**
 * Opens the Automation API for a fleet, and reads its secrets.
 *
 * @throws InputError for secrets that are missing.
 */
export async function openFleet(fleet: Fleet, stacks: readonly FleetStack[], environment: NodeJS.ProcessEnv): Promise<StackOpener> {
  const secrets = resolveSecrets(stacks, environment, fleet.stacks);
  // Loading it takes as long as a whole other command.
  const automation = await import("@pulumi/pulumi/automation/index.js");
  return { fleet, secrets, automation, pulumi: new FleetPulumi(await automation.PulumiCommand.get()) };
}

/** Runs a fleet. A failure of a stack is part of the result. After `interrupt` of its `pulumi`, no further stack starts. */
export async function runFleet(opener: StackOpener, run: FleetRun): Promise<FleetResult> {
  const { operation, selection, progress, members } = run;
  const { fleet } = opener;
  const { shard } = selection;
  const stopping = opener.pulumi.interrupted;
  const { plan, elsewhere } = selectedPlan(fleet, selection, operation);
  const results = new Map<string, StackResult>();
  const outcomes: StackOutcome[] = [];
  const end = (result: StackResult): void => {
    results.set(result.name, result);
    progress.ended(result);
  };
  await runPlan(plan, {
    concurrency: fleet.concurrency,
    elsewhere: await readElsewhere(opener, elsewhere, operation),
    stopping,
    run: async (stack) => {
      progress.started(stack);
      const outcome = await runStack({ ...opener, operation, stopping }, stack);
      outcomes.push(outcome);
      end(outcome.result);
      return outcome.result.status === "succeeded";
    },
    omit: (stack, status, because = []) => {
      const isElsewhere = because.every((name) => elsewhere.some((other) => other.name === name));
      const reasons = isElsewhere ? because.map((name) => elsewhereText(name, operation, selection)) : [];
      end({ ...emptyResult(stack, status, because), reasons });
    },
  });
  return {
    fleet: fleet.name,
    operation,
    shard: shard && `${shard.index}/${shard.count}`,
    stacks: plan.flatMap(({ stack }) => results.get(stack.name) ?? []),
    access: accessOf(outcomes, members),
    headroom: stopping.aborted ? [] : await findingsOf(opener, run, outcomes),
  };
}

async function findingsOf(opener: StackOpener, { operation, selection, quotas }: FleetRun, outcomes: readonly StackOutcome[]) {
  const isFirst = (selection.shard?.index ?? 1) === 1;
  const others = isFirst && (operation === "preview" || operation === "up") ? await examineUndescribed(opener) : [];
  return [...(operation === "preview" ? await examineNextUpdates(opener, outcomes, quotas) : []), ...others];
}

/**
 * Whether the stacks that do not run here, and that others wait for, are done: their last update has succeeded, or they are gone.
 *
 * @throws InputError when a status cannot be read.
 */
async function readElsewhere(
  opener: StackOpener,
  stacks: readonly FleetStack[],
  operation: Operation,
): Promise<ReadonlyMap<string, boolean>> {
  const wanted = operation === "destroy" ? "destroy" : "update";
  const stopping = opener.pulumi.interrupted;
  const isDone = async (stack: FleetStack): Promise<boolean> => {
    try {
      return !stopping.aborted && (await hasSucceeded(opener, stack, wanted));
    } catch (error) {
      // After a stop nothing starts, whatever the status is.
      if (stopping.aborted) return false;
      const reason = reportRedactor(opener, stack)(failureText(error));
      throw InputError.of(`stack ${stack.name}`, `its status cannot be read, and selected stacks wait for it: ${reason}`);
    }
  };
  return new Map(await mapAtMost(opener.fleet.concurrency.total, stacks, async (stack) => [stack.name, await isDone(stack)] as const));
}

/** Why a stack is skipped: one that it waits for is not selected, and not done. */
function elsewhereText(name: string, operation: Operation, { only }: Selection): string {
  const addition = only === undefined || matches(only, name) ? "" : ", or add it to --only";
  return operation === "destroy"
    ? `${name} depends on it and is not destroyed: destroy it first${addition}`
    : `${name} is not deployed, or its last update did not succeed: update it first${addition}`;
}

/** The changes of all stacks, each with its stack, in the order of their names. */
function accessOf(outcomes: readonly StackOutcome[], members: FleetRun["members"]): AccessDiff {
  const sorted = outcomes.toSorted((a, b) => (a.result.name < b.result.name ? -1 : 1));
  const known = sorted.flatMap(({ stack, preview }) =>
    preview === undefined ? [] : [{ stack, preview, accepting: acceptorStepsIn(preview, stack), added: sharesWithParts(preview) }],
  );
  const previews = known.map(({ preview }) => preview);
  const diffs = known.map(({ stack, preview }) => {
    const others = known.flatMap((one) => (one.stack === stack ? [] : one.accepting));
    return namedDiff(diffAccess(withAcceptorSteps(preview, others), { members }), stack.name);
  });
  const unknown = sorted.filter(({ preview, refreshed, result }) => (preview ?? refreshed) === undefined && result.status !== "succeeded");
  const reasons = [
    ...unknown.map(({ result: { name, status, because } }) => `${name}: ${whyUnknown(status, because)}`),
    ...known.flatMap(({ stack: { name }, preview }) => {
      const changed = changedShares(preview);
      return [
        ...sharesElsewhere(preview, previews).map((id) => `${name}: the stack of share ${id} is not in this run or failed`),
        ...known
          .filter((other) => other.preview !== preview)
          .flatMap(({ stack: other, added }) =>
            added.filter((id) => changed.has(id)).map((id) => `${name}: ${other.name} adds to share ${id} too`),
          ),
      ];
    }),
  ];
  const remarks = reasons.map((reason) => `${reason}, so what changes in its access is not known`);
  const ofRefreshes = refreshedAccess(sorted.flatMap(({ refreshed }) => refreshed ?? []));
  const merged = mergedDiffs([...diffs, ofRefreshes, { ...noChanges, remarks, isIncomplete: remarks.length > 0 }]);
  return { ...merged, changes: withChanged(merged.changes) };
}

function whyUnknown(status: Status, because: readonly string[]): string {
  if (status === "unknown") return `it needs outputs of ${because.join(", ")}`;
  return `its run ${status === "failed" ? "failed" : "was interrupted"}`;
}
