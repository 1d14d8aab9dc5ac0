import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { ExecutedStep } from "./deployment.ts";
import type { Operation, StackEntry } from "./checkpoint.ts";

/** The parts of a replacement: of these, a document shows "replace" only. */
const hidden: ReadonlySet<Operation> = new Set([
  "create-replacement",
  "delete-replaced",
  "read-replacement",
  "discard-replaced",
  "remove-pending-replace",
]);

/** Returns the steps of a preview as `pulumi preview --json --show-sames` prints them. */
export function previewDocument(steps: readonly ExecutedStep[]): string {
  const shown = steps.filter(({ op }) => !hidden.has(op));
  const printed = shown.map(({ op, urn, old, fresh, id }) => ({
    ...{ op, urn },
    oldState: old && stateOf(old, old.id, old.outputs),
    // A document has no outputs of the new state.
    newState: fresh && stateOf(fresh, id, undefined),
  }));
  return JSON.stringify({ steps: printed, changeSummary: {}, diagnostics: [] });
}

/** Returns a checkpoint as `pulumi stack export` prints it. */
export function exportedState(entries: readonly StackEntry[]): string {
  const resources = entries.map((entry) => ({ ...stateOf(entry, entry.id, entry.outputs), delete: entry.isPendingDeletion }));
  return JSON.stringify({ version: 3, deployment: { resources } });
}

function stateOf(entry: StackEntry, id: string, outputs: Values | undefined) {
  const { urn, inputs, propertyDependencies, dependencies, retainOnDelete, deletedWith, isExternal, isPendingReplacement } = entry;
  return {
    ...{ urn, type: urn.split("::")[2] ?? "", id, inputs, outputs, propertyDependencies, dependencies, retainOnDelete, deletedWith },
    external: isExternal,
    pendingReplacement: isPendingReplacement,
  };
}
