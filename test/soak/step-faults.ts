import type { Fault } from "../../provider/simulator/index.ts";
import type { Random } from "../../provider/kernel/random.ts";
import { killMoments, killTargets } from "../engine/kill/kill-at-call.ts";
import type { KillPoint } from "../engine/kill/kill-at-call.ts";

/** What disturbs one step. */
export type Trouble =
  | { readonly kind: "nothing" }
  | { readonly kind: "faults"; readonly faults: readonly { readonly nth: number; readonly times: number; readonly fault: Fault }[] }
  | { readonly kind: "kill"; readonly strike: KillPoint };

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

/** No call of a step comes later than this one, by experience. */
const LATEST = 25;

export function randomTrouble(random: Random): Trouble {
  const draw = random.next();
  if (draw < 0.2) return { kind: "nothing" };
  // Most steps make few calls.
  const nth = () => 1 + Math.floor(random.next() * random.next() * LATEST);
  const one = <T>(items: readonly T[], otherwise: T): T => items[Math.floor(random.next() * items.length)] ?? otherwise;
  if (draw < 0.6) {
    const strike = { nth: nth(), moment: one(killMoments, "before"), victim: one(killTargets, "both") };
    return { kind: "kill", strike };
  }
  const several = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => ({
    nth: nth(),
    times: one([1, 1, 1, 3], 1),
    fault: one<Fault>(faults, { kind: "dropped" }),
  }));
  return { kind: "faults", faults: several };
}

export function describe(trouble: Trouble): string {
  if (trouble.kind === "nothing") return "undisturbed";
  if (trouble.kind === "kill") return `${trouble.strike.victim} killed ${trouble.strike.moment} call ${trouble.strike.nth}`;
  return trouble.faults.map(({ nth, times, fault }) => `call ${nth}${times > 1 ? ` to ${nth + times - 1}` : ""} ${fault.kind}`).join(", ");
}
