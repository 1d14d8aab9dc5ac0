import { z } from "zod";
import { accessOf } from "../../../access/access.ts";
import { accessOfState } from "../../../access/access-from-state.ts";
import { type AccessDiff, noChanges } from "../../../access/diff/access-diff.ts";
import type { EngineEvent } from "../../../access/diff/engine-events.ts";
import { readEvents } from "../../../access/diff/preview.ts";
import { changesSince } from "../../../access/earlier-access.ts";

const Outputs = z.object({ metadata: z.object({ old: z.unknown(), new: z.unknown() }) });

/**
 * How a refresh changes the access in the state of a stack: what others have changed at the service, and what has been accepted since.
 *
 * @throws InputError when the refresh failed.
 */
export function refreshedAccess(events: readonly EngineEvent[]): AccessDiff {
  const { hasSecrets } = readEvents(events);
  const steps = events.flatMap(({ resOutputsEvent }) => Outputs.safeParse(resOutputsEvent).data?.metadata ?? []);
  const accessIn = (resources: readonly unknown[]) =>
    accessOf(accessOfState(JSON.stringify({ deployment: { resources } }), ["given"]).snapshots);
  const changes = changesSince(accessIn(steps.map((step) => step.old)), accessIn(steps.map((step) => step.new)));
  const remarks = hasSecrets ? ["a refresh does not show values that are secret: access that depends on them is not known"] : [];
  return { ...noChanges, changes, remarks, isIncomplete: hasSecrets };
}
