import { z } from "zod";
import { accessOf } from "../../../access/access.ts";
import { accessOfState } from "../../../access/access-from-state.ts";
import { type AccessDiff, noChanges } from "../../../access/diff/access-diff.ts";
import type { Change } from "../../../access/diff/changes.ts";
import type { EngineEvent } from "../../../access/diff/engine-events.ts";
import { readEvents } from "../../../access/diff/preview.ts";
import { acceptingKinds } from "../../../provider/resources/kinds.ts";
import { changesSince } from "../../../access/earlier-access.ts";

const Outputs = z.object({ metadata: z.object({ old: z.unknown(), new: z.unknown() }) });

/** What a refresh of a stack shows. */
export interface RefreshedAccess {
  /** How the access in its state changes: what others have changed at the service, and what has been accepted since. */
  readonly diff: AccessDiff;
  /** What its state had as accepted before, each as JSON of a share's id and an account's. */
  readonly accepted: readonly string[];
}

/**
 * Reads what a refresh changes.
 *
 * @throws InputError when the refresh failed.
 */
export function refreshedAccess(events: readonly EngineEvent[]): RefreshedAccess {
  const { hasSecrets, steps: own } = readEvents(events);
  const steps = events.flatMap(({ resOutputsEvent }) => Outputs.safeParse(resOutputsEvent).data?.metadata ?? []);
  const accessIn = (resources: readonly unknown[]) =>
    accessOf(accessOfState(JSON.stringify({ deployment: { resources } }), ["given"]).snapshots);
  const changes = changesSince(accessIn(steps.map((step) => step.old)), accessIn(steps.map((step) => step.new)));
  const remarks = hasSecrets ? ["a refresh does not show values that are secret: access that depends on them is not known"] : [];
  const accepted = own.flatMap(({ kind, before }) =>
    acceptingKinds.includes(kind) && before?.outputs["status"] === "Accepted" ? [acceptanceOf(before.outputs)] : [],
  );
  return { diff: { ...noChanges, changes, remarks, isIncomplete: hasSecrets }, accepted };
}

/** Leaves out that access comes into force which other stacks of the run had accepted before: only the state of its owner did not have it. */
export function withoutKnownAcceptances(diff: AccessDiff, accepted: readonly string[]): AccessDiff {
  const isKnown = ({ pending, shares, target }: Change) =>
    !pending && shares.some(({ id }) => accepted.includes(acceptanceOf({ shareId: id, receiverAccountId: target.id })));
  return { ...diff, changes: diff.changes.map((change) => (isKnown(change) ? { ...change, wasPending: false } : change)) };
}

function acceptanceOf({ shareId, receiverAccountId }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([shareId, receiverAccountId]);
}
