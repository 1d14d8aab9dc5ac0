import type { Preview, Step } from "../../../access/diff/preview.ts";
import type { ResourceState } from "../../../access/diff/resource-state.ts";
import { nonEmptyText } from "../../../access/untyped-values.ts";
import { UNKNOWN } from "../../../provider/lifecycle/resource.ts";
import { acceptingKinds, partsOfShares } from "../../../provider/resources/kinds.ts";
import type { FleetStack } from "../fleet.ts";

/**
 * The steps of a stack that accept or leave shares, as other stacks can read them: with the id of the account, whose name only its own stack
 * knows. An account without a known id is unknown to the other stacks.
 */
export function acceptorStepsIn({ steps }: Preview, stack: FleetStack): readonly Step[] {
  return steps
    .filter(({ kind }) => acceptingKinds.includes(kind))
    .map((step) => {
      const receiverAccountId = receiverIn(step, stack);
      const account = receiverAccountId ?? UNKNOWN;
      const named = (state: ResourceState | undefined) =>
        state && { ...state, inputs: { ...state.inputs, account }, outputs: { ...state.outputs, receiverAccountId } };
      return { ...step, before: named(step.before), after: named(step.after) };
    });
}

/**
 * Returns the preview of a stack with the steps of other stacks on its shares: what they accept is in force, although the state of the share
 * still has the open invitation, and an account that leaves is no target any more.
 */
export function withAcceptorSteps(preview: Preview, others: readonly Step[]): Preview {
  const own = new Set(preview.steps.flatMap(shareIdsOf));
  return { ...preview, steps: [...preview.steps, ...others.filter((step) => shareIdsOf(step).some((id) => own.has(id)))] };
}

/** The ids of the shares that a preview accepts or leaves, and that no stack of the run has. */
export function sharesElsewhere({ steps }: Preview, run: readonly Preview[]): readonly string[] {
  const isAcceptor = ({ kind }: Step) => acceptingKinds.includes(kind);
  const shown = new Set(run.flatMap((preview) => preview.steps.filter((step) => !isAcceptor(step)).flatMap(shareIdsOf)));
  const changed = steps.filter((step) => isAcceptor(step) && isChange(step));
  return [...new Set(changed.flatMap(shareIdsOf))].filter((id) => !shown.has(id));
}

/** The ids of the shares that a preview changes. */
export function changedShares({ steps }: Preview): ReadonlySet<string> {
  return new Set(steps.filter((step) => step.kind === "ResourceShare" && isChange(step)).flatMap(shareIdsOf));
}

/** The ids of the shares to which a preview has parts. */
export function sharesWithParts({ steps }: Preview): readonly string[] {
  return [...new Set(steps.filter(({ kind }) => partsOfShares.includes(kind)).flatMap(shareIdsOf))];
}

function isChange({ op }: Step): boolean {
  return op !== "same" && op !== "refresh";
}

/** The id of the account that accepts; `undefined` where the stack names an account and its id is not known yet. */
function receiverIn({ before, after }: Step, { accountId }: FleetStack): string | undefined {
  const recorded = [before, after].flatMap((state) => nonEmptyText(state?.outputs["receiverAccountId"]) ?? []);
  const { inputs, explicitProvider } = after ?? before ?? { inputs: {} };
  const isOfStack = inputs["account"] === undefined && explicitProvider === undefined;
  return recorded[0] ?? (isOfStack ? accountId : undefined);
}

/** The ids of the shares that a step is about. */
function shareIdsOf({ kind, before, after }: Step): readonly string[] {
  return [before, after]
    .flatMap((state) => state ?? [])
    .flatMap(({ id, inputs, outputs }) => [kind === "ResourceShare" ? id : undefined, inputs["shareId"], outputs["shareId"]])
    .flatMap((id) => nonEmptyText(id) ?? []);
}
