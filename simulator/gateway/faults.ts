import { z } from "zod";
import type { Random } from "../../provider/kernel/random.ts";
import { OperationName } from "./operation-names.ts";

const code = z.string().min(1);
const executed = z.boolean().optional();
const ms = z.number().min(0);

const faults = [
  /** The connection breaks before the call is executed. */
  z.strictObject({ kind: z.literal("dropped") }),
  /** The call is executed, and the connection breaks before the response. */
  z.strictObject({ kind: z.literal("lost") }),
  /** The call returns an error; it is executed only when `executed` is true. */
  z.strictObject({ kind: z.literal("error"), status: z.int().min(400).max(599), code, message: z.string().optional(), executed }),
  /** The call is throttled and not executed. */
  z.strictObject({ kind: z.literal("throttled"), retryAfterMs: z.number().optional(), code: code.optional() }),
  /** The response has status 200 and a body that is not JSON; the call is executed. */
  z.strictObject({ kind: z.literal("garbage") }),
  /** The connection stays open without a response; the call is executed only when `executed` is true. */
  z.strictObject({ kind: z.literal("hang"), executed }),
  /** The connection breaks after half of the response; the call is executed. */
  z.strictObject({ kind: z.literal("truncated") }),
  /** The response is an HTML page, as from a proxy; the call is not executed. */
  z.strictObject({ kind: z.literal("contentType") }),
  /** The call fails because the security token has expired; it is not executed. */
  z.strictObject({ kind: z.literal("expiredToken") }),
  /** The call is executed, and its response is delayed. */
  z.strictObject({ kind: z.literal("latency"), ms }),
  /** A read of the sharing API shows the world as it was `ms` milliseconds ago; in a range, each read draws its own age. Other calls do not match the rule. */
  z.strictObject({ kind: z.literal("stale"), ms: z.union([ms, z.strictObject({ fromMs: ms, toMs: ms })]) }),
] as const;
const kinds = faults.map(({ shape }) => shape.kind.value);
const Fault = z.discriminatedUnion("kind", faults, {
  error: ({ code: problem }) => (problem === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

/** A fault that the simulator injects into a call. */
export type Fault = z.infer<typeof Fault>;

/** Schema of a fault and the calls that it applies to. */
export const FaultRule = z.strictObject({
  /** Name of the operation; every operation when absent. */
  operation: OperationName.optional(),
  /** Id of the calling account; every account when absent. */
  account: z.string().optional(),
  /** The first matching call that the fault is injected into, counted from 1. @defaultValue 1 */
  nth: z.int().min(1).optional(),
  /** How many matching calls the fault is injected into, from the `nth` on. @defaultValue 1 */
  times: z.int().min(1).optional(),
  fault: Fault,
});

/** A fault and the calls that it applies to. */
export type FaultRule = z.infer<typeof FaultRule>;

interface ScriptedFault {
  readonly id: number;
  readonly rule: FaultRule;
  seen: number;
  hit: number;
}

/** The scripted faults of a simulator. */
export class Faults {
  #rules: ScriptedFault[] = [];
  #count = 0;

  /** Adds a fault and returns its id. */
  add(rule: FaultRule): number {
    this.#count += 1;
    this.#rules.push({ id: this.#count, rule, seen: 0, hit: 0 });
    return this.#count;
  }

  /** Removes one fault, or all of them. */
  clear(id?: number): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((scripted) => scripted.id !== id);
  }

  /** Lists the remaining faults, and how often each was injected (`hit`). */
  list(): readonly (FaultRule & { readonly id: number; readonly hit: number })[] {
    return this.#rules.map(({ id, rule, hit }) => ({ ...rule, id, hit }));
  }

  /** The greatest age of stale reads, in milliseconds; 0 when no fault makes reads stale. */
  get longestLagMs(): number {
    return Math.max(0, ...this.#rules.map(({ rule: { fault } }) => (fault.kind === "stale" ? longestLagOf(fault) : 0)));
  }

  /** Returns the fault to inject into this call, if any. Every matching rule counts the call; the first rule that is due applies. */
  take(operation: string, account: string, isRead: boolean): Fault | undefined {
    let due: Fault | undefined;
    for (const scripted of this.#rules) {
      const { rule } = scripted;
      if (rule.operation !== undefined && rule.operation !== operation) continue;
      if (rule.account !== undefined && rule.account !== account) continue;
      if (rule.fault.kind === "stale" && !isRead) continue;
      scripted.seen += 1;
      if (due !== undefined || scripted.seen < (rule.nth ?? 1) || scripted.hit >= (rule.times ?? 1)) continue;
      scripted.hit += 1;
      due = rule.fault;
    }
    this.#rules = this.#rules.filter(({ rule, hit }) => hit < (rule.times ?? 1));
    return due;
  }
}

type StaleFault = Extract<Fault, { kind: "stale" }>;

function longestLagOf({ ms }: StaleFault): number {
  return typeof ms === "number" ? ms : ms.toMs;
}

/** Returns the age of one stale read, in milliseconds. */
export function lagOf({ ms }: StaleFault, random: Random): number {
  return typeof ms === "number" ? ms : ms.fromMs + random.next() * (ms.toMs - ms.fromMs);
}
