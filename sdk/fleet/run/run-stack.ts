import { systemClock } from "../../../provider/kernel/clock.ts";
import { InputError } from "../../../provider/kernel/errors.ts";
import type { EngineEvent } from "../../../access/diff/engine-events.ts";
import { mergedPolicies, type Policies, policiesIn } from "../../../access/diff/policies/policy-findings.ts";
import { type Preview, readEvents, readPreview } from "../../../access/diff/preview.ts";
import type { Need } from "../../headroom/need.ts";
import type { FleetStack } from "../fleet.ts";
import { errorsIn, printedErrorIn, resourcesIn, warningsIn } from "./engine-results.ts";
import { failureText, reportRedactor, storedSecrets } from "./failure-text.ts";
import { ownerNeedsOf } from "./owner-headroom.ts";
import { PulumiCommandError } from "./pulumi-command.ts";
import { type RefreshedStates, refreshedStates } from "./refreshed-access.ts";
import { emptyResult, type Operation, type StackResult } from "./results.ts";
import { hasSucceeded } from "./stack-status.ts";
import { undeployedStacksIn } from "./undeployed-stacks.ts";
import { type OpenStack, openStack, type StackOpener } from "./stack-workspace.ts";

/** How a stack is run. */
export interface StackRun extends StackOpener {
  readonly operation: Operation;
  /** Aborted by an interruption: a run that fails afterwards counts as interrupted. */
  readonly stopping: AbortSignal;
}

/** The result of a stack, and its steps where they are known. */
export interface StackOutcome {
  readonly stack: FleetStack;
  readonly result: StackResult;
  readonly preview?: Preview | undefined;
  readonly refreshed?: RefreshedStates | undefined;
  /** What the update needs of accounts that own shares. */
  readonly needs?: readonly Need[] | undefined;
}

/** Runs one stack. A failure is a result: this function never rejects. */
export async function runStack(run: StackRun, stack: FleetStack): Promise<StackOutcome> {
  const { stopping } = run;
  const start = systemClock.now();
  const events: EngineEvent[] = [];
  const seconds = () => Math.round((systemClock.now() - start) / 100) / 10;
  try {
    using open = await openStack(run, stack, run.operation === "preview" || run.operation === "up");
    // A stack that does not exist has nothing to refresh or to destroy.
    if (open === undefined) return { stack, result: { ...emptyResult(stack, "succeeded"), seconds: seconds() } };
    const { document, error, isUnchanged } = await operate(run, open, events);
    const read = previewOf(run.operation, document, events);
    const preview = isUnchanged && read ? { ...read, steps: [], deleted: [] } : read;
    // A destroy that was interrupted also ends without an error.
    const isInterruptedDestroy = error === undefined && run.operation === "destroy" && stopping.aborted;
    const hasLeftovers = isInterruptedDestroy && !(await hasSucceeded(run, stack, "destroy"));
    const isComplete = error === undefined && !hasLeftovers;
    const status = isComplete ? "succeeded" : statusOfFailure(stopping);
    const changesNothing = isUnchanged === true || run.operation === "preview";
    const ofPolicies = error === undefined ? [] : policyReasons(events, preview?.policies, changesNothing);
    const ofEngine = hasLeftovers ? ["its state still has resources"] : reasonsOf(error, events);
    const reasons = ofPolicies.length > 0 ? ofPolicies : ofEngine;
    const warnings = warningsIn(events);
    // Only texts of the program or of a policy may quote stored secrets: without such a text, these are not read.
    const mayQuote = reasons.length + warnings.length > 0 || (preview?.policies.findings.length ?? 0) > 0;
    const quotable = reportRedactor(run, stack, mayQuote ? await storedSecrets(open) : []);
    // A preview fails when it refers to a stack that is not deployed yet.
    const undeployed = status === "failed" && run.operation === "preview" ? await undeployedStacksIn(run, stack, reasons) : [];
    if (undeployed.length > 0) return { stack, result: { ...emptyResult(stack, "unknown", undeployed), seconds: seconds() } };
    const texts = { reasons: reasons.map(quotable), warnings: warnings.map(quotable) };
    const result = {
      ...emptyResult(stack, status),
      seconds: seconds(),
      resources: isUnchanged ? {} : resourcesIn(events),
      stoppedByPolicies: changesNothing && ofPolicies.length > 0,
      ...texts,
    };
    const refreshed = run.operation === "refresh" ? unlessInputError(() => refreshedStates(stack.name, events)) : undefined;
    return {
      stack,
      result,
      preview: preview && withQuotableFindings(preview, quotable),
      refreshed,
      needs: preview && ownerNeedsOf(preview, stack),
    };
  } catch (error) {
    const status = statusOfFailure(stopping);
    const reasons = reasonsOf(error, events).map(reportRedactor(run, stack));
    return { stack, result: { ...emptyResult(stack, status), seconds: seconds(), reasons } };
  }
}

interface Operated {
  /** What a preview prints. */
  readonly document?: string;
  readonly error?: unknown;
  /** Whether an update has failed in the preview before it. */
  readonly isUnchanged?: boolean;
}

async function operate({ operation, fleet }: StackRun, { stack }: OpenStack, events: EngineEvent[]): Promise<Operated> {
  const onEvent = (event: object) => void events.push({ ...event });
  const policyPacks = [...fleet.policyPacks];
  // The engine checks policies about whole stacks at the end of a run: only a preview checks them before anything changes.
  if (operation === "up" && policyPacks.length > 0) {
    try {
      await stack.preview({ onEvent, policyPacks });
      events.length = 0;
    } catch (error) {
      return { error, isUnchanged: true };
    }
  }
  try {
    if (operation === "preview") return { document: (await stack.preview({ onEvent, policyPacks })).stdout };
    if (operation === "up") await stack.up({ onEvent, policyPacks, showSecrets: false });
    if (operation === "refresh") await stack.refresh({ onEvent, showSecrets: false });
    if (operation === "destroy") await stack.destroy({ onEvent, showSecrets: false });
    return {};
  } catch (error) {
    // A preview that a policy stops has printed its document.
    return { error, ...(operation === "preview" && error instanceof PulumiCommandError ? { document: error.result.stdout } : {}) };
  }
}

/**
 * The steps of an operation, and the findings of policies; `undefined` for a refresh, which runs no program, and where the steps cannot be read.
 *
 * @param document What a preview prints.
 */
export function previewOf(operation: Operation, document: string | undefined, events: readonly EngineEvent[]): Preview | undefined {
  if (operation === "refresh") return undefined;
  if (operation !== "preview") return unlessInputError(() => readEvents(events));
  const preview = document === undefined ? undefined : unlessInputError(() => readPreview(document));
  // The document does not have the findings of policies.
  return preview && { ...preview, policies: mergedPolicies(preview.policies, policiesIn(events)) };
}

/** The result of a reader; `undefined` when the output cannot be read, as after a failed run. */
function unlessInputError<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function statusOfFailure(stopping: AbortSignal): "interrupted" | "failed" {
  return stopping.aborted ? "interrupted" : "failed";
}

/** The reasons of a failure: what the engine reports, else what is printed. None without an error. */
function reasonsOf(error: unknown, events: readonly EngineEvent[]): readonly string[] {
  if (error === undefined) return [];
  const errors = errorsIn(events);
  if (errors.length > 0) return errors;
  return [[failureText(error), printedErrorIn(events)].filter((text) => text !== undefined).join(": ")];
}

/** The reasons of a failure for which the engine reports no error: the mandatory policies that found something. */
export function policyReasons(events: readonly EngineEvent[], policies: Policies | undefined, changesNothing: boolean): readonly string[] {
  if (errorsIn(events).length > 0) return [];
  const mandatory = (policies?.findings ?? []).filter(({ level }) => level === "mandatory");
  return [
    ...new Set(mandatory.map(({ policy }) => `the policy ${policy} stops it${changesNothing ? "" : ", after the update has begun"}`)),
  ];
}

/** A policy may quote any value of the program, secrets among them. */
function withQuotableFindings(preview: Preview, quotable: (text: string) => string): Preview {
  const findings = preview.policies.findings.map((finding) => ({ ...finding, message: quotable(finding.message) }));
  return { ...preview, policies: { ...preview.policies, findings } };
}
