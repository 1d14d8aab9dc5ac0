import { z } from "zod";
import { accessOf } from "../../../access/access.ts";
import { accessOfResources } from "../../../access/access-from-state.ts";
import { type AccessDiff, noChanges } from "../../../access/diff/access-diff.ts";
import type { Change } from "../../../access/diff/changes.ts";
import type { EngineEvent } from "../../../access/diff/engine-events.ts";
import { readEvents } from "../../../access/diff/preview.ts";
import { changesSince } from "../../../access/earlier-access.ts";
import { readState, type StateResource } from "../../../access/stack-state.ts";
import { sameJson } from "../../../provider/kernel/json.ts";
import { urnParts } from "../../../provider/kernel/type-tokens.ts";

const Outputs = z.object({ metadata: z.object({ old: z.unknown(), new: z.unknown() }) });

/** The resources of a stack before and after a refresh. */
export interface RefreshedStates {
  readonly stack: string;
  readonly before: readonly StateResource[];
  readonly after: readonly StateResource[];
  readonly hasSecrets: boolean;
}

/**
 * Reads what a refresh of a stack has seen.
 *
 * @throws InputError when the refresh failed.
 */
export function refreshedStates(stack: string, events: readonly EngineEvent[]): RefreshedStates {
  const { hasSecrets } = readEvents(events);
  const steps = events.flatMap(({ resOutputsEvent }) => Outputs.safeParse(resOutputsEvent).data?.metadata ?? []);
  const resourcesOf = (states: readonly unknown[]) => readState(JSON.stringify({ deployment: { resources: states } })).resources;
  return { stack, before: resourcesOf(steps.map((step) => step.old)), after: resourcesOf(steps.map((step) => step.new)), hasSecrets };
}

/**
 * How refreshes change the access in the states: what others have changed at the service, and what has been accepted since.
 * It joins the states of all stacks: a share, what is added to it and its acceptors may be in stacks of their own.
 */
export function refreshedAccess(refreshed: readonly RefreshedStates[]): AccessDiff {
  const before = accessOfResources(refreshed.flatMap((one) => one.before));
  const after = accessOfResources(refreshed.flatMap((one) => one.after));
  const changes = changesSince(accessOf(before.snapshots), accessOf(after.snapshots));
  const snapshotsOf = (id: string) => [before, after].map(({ snapshots }) => snapshots.find(({ share }) => share.id === id));
  const partial = new Set([...before.partial, ...after.partial]);
  const remarks = [
    ...refreshed.flatMap(({ stack, hasSecrets }) =>
      hasSecrets ? [`${stack}: a refresh does not show values that are secret: access that depends on them is not known`] : [],
    ),
    ...[...partial].flatMap((id) => {
      const [was, is] = snapshotsOf(id);
      return sameJson(was, is) ? [] : [`the stack of share ${id} is not in this run or failed, so what changes in its access is not known`];
    }),
  ];
  const withStack = (change: Change) => ({ ...change, stack: urnParts(change.shares[0]?.urn ?? "")?.stack });
  return { ...noChanges, changes: changes.map(withStack), remarks, isIncomplete: remarks.length > 0 };
}
