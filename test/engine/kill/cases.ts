import { seededRandom } from "../../../provider/kernel/random.ts";
import { killMoments, killTargets } from "./kill-at-call.ts";
import { isWrite } from "./fixture.ts";
import type { KillCase } from "./fixture.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";

/** Every strike at every call of a life, from the calls of its steps. */
export function casesOf(lifecycle: ResourceLifecycle, calls: readonly (readonly string[])[]): KillCase[] {
  return calls.flatMap((names, step) =>
    names.flatMap((operation, index) => {
      const nth = names.slice(0, index + 1).filter((name) => name === operation).length;
      const isWriteCall = isWrite(operation);
      // At a read the service is the same before and after, an orphan learns most from its answer, and a provider dies as it does at a write.
      const targets = isWriteCall ? killTargets : killTargets.filter((victim) => victim !== "provider");
      return targets.flatMap((victim) =>
        killMoments
          .filter((moment) => isWriteCall || (moment === "after") === (victim === "engine"))
          .map((moment) => ({ life: lifecycle, step, strike: { operation, nth, moment, victim } })),
      );
    }),
  );
}

export function nameOf({ life, step, strike: { operation, nth, moment, victim } }: KillCase): string {
  return `${life.resource} ${life.steps[step]?.name}: ${victim} killed ${moment} ${operation ?? "call"} ${nth}`;
}

/** One case in ten, the same ones for the same seed. */
export function sampleTenth<T>(cases: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const ranked = cases.map((one) => ({ one, rank: random.next() }));
  const last = ranked.map(({ rank }) => rank).toSorted((a, b) => a - b)[Math.ceil(cases.length / 10) - 1] ?? 1;
  return ranked.filter(({ rank }) => rank <= last).map(({ one }) => one);
}
