import { seededRandom } from "../../../provider/kernel/random.ts";
import { interruptTargets, isInterrupt, killMoments, killTargets } from "./kill-at-call.ts";
import { isWrite, type KillCase } from "./fixture.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";

/** The calls of the steps of a lifecycle, by their operations. */
export type StepCalls = readonly (readonly string[])[];

/** Every kill at every call of a lifecycle. */
export function casesOf(lifecycle: ResourceLifecycle, calls: StepCalls): KillCase[] {
  return callsIn(calls).flatMap(({ step, operation, nth }) => {
    const isWriteCall = isWrite(operation);
    // A read changes nothing, so one moment is enough: for an orphaned provider after the answer. Killing a provider alone is covered by the writes.
    const targets = isWriteCall ? killTargets : killTargets.filter((target) => target !== "provider");
    return targets.flatMap((target) =>
      killMoments
        .filter((moment) => isWriteCall || (moment === "after") === (target === "engine"))
        .map((moment) => ({ lifecycle, step, killPoint: { operation, nth, moment, target } })),
    );
  });
}

/** One interrupt and two at every call of a lifecycle: the call is answered when the engine has noticed. */
export function interruptsOf(lifecycle: ResourceLifecycle, calls: StepCalls): KillCase[] {
  return callsIn(calls).flatMap(({ step, operation, nth }) =>
    interruptTargets.map((target) => ({ lifecycle, step, killPoint: { operation, nth, moment: "after", target } })),
  );
}

/** Each call with its number among those of its operation in the step. */
function callsIn(calls: StepCalls) {
  return calls.flatMap((names, step) =>
    names.map((operation, index) => ({ step, operation, nth: names.slice(0, index + 1).filter((name) => name === operation).length })),
  );
}

/** How late the service is after an interrupt, in milliseconds: within and beyond the three seconds in which a cancelled write is awaited. */
const lateness = [
  { moment: "after", lateMs: 2000 },
  { moment: "before", lateMs: 5000 },
] as const;

/** One interrupt at every write of a lifecycle, with a service that answers, or executes the call, seconds after the engine has noticed. */
export function lateInterruptsOf(lifecycle: ResourceLifecycle, calls: StepCalls): KillCase[] {
  return interruptsOf(lifecycle, calls)
    .filter(({ killPoint }) => killPoint.target === "interrupt" && isWrite(killPoint.operation ?? ""))
    .flatMap((one) => lateness.map((late) => ({ ...one, killPoint: { ...one.killPoint, ...late } })));
}

export function nameOf({ lifecycle, step, killPoint }: KillCase): string {
  const { operation, nth, moment, target, lateMs } = killPoint;
  const late = lateMs === undefined ? "" : `, ${moment === "before" ? "executed" : "answered"} ${lateMs / 1000} s late`;
  if (isInterrupt(killPoint)) return `${lifecycle.resource} ${lifecycle.steps[step]?.name}: ${target} at ${operation} ${nth}${late}`;
  return `${lifecycle.resource} ${lifecycle.steps[step]?.name}: ${target} killed ${moment} ${operation ?? "call"} ${nth}`;
}

/** One case in ten, the same ones for the same seed. */
export function sampleTenth<T>(cases: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const ranked = cases.map((one) => ({ one, rank: random.next() }));
  const last = ranked.map(({ rank }) => rank).toSorted((a, b) => a - b)[Math.ceil(cases.length / 10) - 1] ?? 1;
  return ranked.filter(({ rank }) => rank <= last).map(({ one }) => one);
}

/** Returns one case of each step, at a write; the same ones for the same seed. */
export function sampleSteps(cases: readonly KillCase[], seed: number): KillCase[] {
  const random = seededRandom(seed);
  const writes = cases.filter(({ killPoint }) => isWrite(killPoint.operation ?? ""));
  return [...Map.groupBy(writes, ({ step }) => step).values()].flatMap((ofStep) =>
    ofStep.slice(Math.floor(random.next() * ofStep.length)).slice(0, 1),
  );
}
