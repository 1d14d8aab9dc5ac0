import type { Fault } from "../../../simulator/index.ts";
import type { Random } from "../../../provider/kernel/random.ts";
import { killMoments, killTargets } from "../kill/kill-at-call.ts";
import type { KillPoint } from "../kill/kill-at-call.ts";

/** The fault of one step, if any. */
export type StepFault =
  | { readonly kind: "nothing" }
  | { readonly kind: "faults"; readonly faults: readonly { readonly nth: number; readonly times: number; readonly fault: Fault }[] }
  | { readonly kind: "kill"; readonly killPoint: KillPoint };

const faults: readonly Fault[] = [
  { kind: "dropped" },
  { kind: "lost" },
  { kind: "error", status: 500, code: "InternalError" },
  { kind: "error", status: 500, code: "InternalError", executed: true },
  { kind: "error", status: 503, code: "ServiceUnavailable" },
  { kind: "throttled" },
  { kind: "garbage" },
  { kind: "truncated" },
  { kind: "contentType" },
  { kind: "hang" },
  { kind: "hang", executed: true },
  { kind: "expiredToken" },
  { kind: "latency", ms: 300 },
];

/** No step has more calls than this. */
const LATEST = 25;

export function randomStepFault(random: Random): StepFault {
  const draw = random.next();
  if (draw < 0.2) return { kind: "nothing" };
  // Most steps make few calls.
  const nth = () => 1 + Math.floor(random.next() * random.next() * LATEST);
  const one = <T>(items: readonly T[], otherwise: T): T => items[Math.floor(random.next() * items.length)] ?? otherwise;
  if (draw < 0.6) {
    const killPoint = { nth: nth(), moment: one(killMoments, "before"), target: one(killTargets, "both") };
    return { kind: "kill", killPoint };
  }
  const several = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => ({
    nth: nth(),
    times: one([1, 1, 1, 3], 1),
    fault: one<Fault>(faults, { kind: "dropped" }),
  }));
  return { kind: "faults", faults: several };
}

export function describe(fault: StepFault): string {
  if (fault.kind === "nothing") return "no fault";
  if (fault.kind === "kill") return `${fault.killPoint.target} killed ${fault.killPoint.moment} call ${fault.killPoint.nth}`;
  return fault.faults
    .map(({ nth, times, fault: { kind } }) => `call ${nth}${times > 1 ? ` to ${nth + times - 1}` : ""} ${kind}`)
    .join(", ");
}
