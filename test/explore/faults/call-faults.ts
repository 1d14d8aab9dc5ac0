import { device } from "../../../provider/api/device/operations.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { deviceDemo } from "../../../simulator/device/demo.ts";
import type { Fault } from "../../../simulator/gateway/faults.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

/** What happens at one call of a command. */
export interface CallFault {
  readonly name: string;
  /** The calls that can have it; all when absent. */
  readonly calls?: "writes" | "reads of shares";
  /** What the service does to the call, and to how many calls of the process from it on: to each call, or to those of the same operation. */
  readonly service?: { readonly fault: Fault; readonly times?: number; readonly isOfOperation?: boolean };
  /** All later reads of shares are as old as they can be. */
  readonly hasOldLists?: boolean;
  /** What happens to the process, before the call is sent or before its answer comes. */
  readonly process?: "killed before it" | "killed after it" | "engine killed after it" | "cancelled";
  /** When the service executes the call that is in flight when the user cancels, and whether it answers. */
  readonly late?: { readonly executedAfterMs: number; readonly isAnswered: boolean };
}

/** A credential that the service quotes in its errors and that no message may repeat. */
export const canary = "the-secret-of-all-accounts";

const always = Number.POSITIVE_INFINITY;
/** The greatest age of what a list shows (assumption S-visibility). */
const staleMs = 5_000;
const error = (status: number, code: string, executed = false): Fault => ({ kind: "error", status, code, executed });
const internal = error(500, "InternalError");
const lost: Fault = { kind: "lost" };

const once: Readonly<Record<string, Fault>> = {
  "request lost": { kind: "dropped" },
  "answer lost": lost,
  "500": internal,
  "500, took effect": error(500, "InternalError", true),
  "503": error(503, "ServiceUnavailable"),
  "409 conflict": error(409, "ConcurrentExecutionError"),
  "409 another operation is under way": error(409, "OperationConflict"),
  garbage: { kind: "garbage" },
  "hang until the time-out": { kind: "hang" },
  "took effect, hang until the time-out": { kind: "hang", executed: true },
  "truncated JSON": { kind: "truncated" },
  "wrong content type": { kind: "contentType" },
  "expired token": { kind: "expiredToken" },
};
const fromHereOn: Readonly<Record<string, Fault>> = {
  "no connection": { kind: "dropped" },
  "no answer, all takes effect": lost,
  "500": internal,
  "expired token": { kind: "expiredToken" },
  hang: { kind: "hang" },
};
const ofOperationFromHereOn: Readonly<Record<string, Fault>> = {
  "500": internal,
  "500, took effect": error(500, "InternalError", true),
  "no answer, takes effect": lost,
  "403": error(403, "NoPermission"),
  "409": error(409, "ConcurrentExecutionError"),
  throttled: { kind: "throttled" },
};
/** A read shows the service as it was. */
export const stale: Fault = { kind: "stale", ms: staleMs };
const cancelled = (name: string, executedAfterMs: number, isAnswered = false): CallFault => ({
  ...{ name: `cancelled, ${name}`, calls: "writes", process: "cancelled" },
  late: { executedAfterMs, isAnswered },
});

/** Every fault. */
export const callFaults: readonly CallFault[] = [
  ...Object.entries(once).map(([name, fault]): CallFault => ({ name, service: { fault } })),
  { name: "throttled three times", service: { fault: { kind: "throttled" }, times: 3 } },
  { name: "403", calls: "writes", service: { fault: error(403, "NoPermission") } },
  ...Object.entries(fromHereOn).map(([name, fault]): CallFault => ({ name: `${name} from here on`, service: { fault, times: always } })),
  ...Object.entries(ofOperationFromHereOn).map(([name, fault]): CallFault => ({
    name: `${name} from here on, this operation`,
    service: { fault, times: always, isOfOperation: true },
  })),
  { name: "old list", calls: "reads of shares", service: { fault: stale } },
  { name: "old lists from here on", calls: "reads of shares", service: { fault: stale, times: always } },
  {
    name: "lists of changing age from here on",
    calls: "reads of shares",
    service: { fault: { kind: "stale", ms: { fromMs: 0, toMs: staleMs } }, times: always },
  },
  { name: "answer lost, old lists from here on", calls: "writes", service: { fault: lost }, hasOldLists: true },
  { name: "killed before it is sent", process: "killed before it" },
  { name: "killed before its answer", process: "killed after it" },
  { name: "engine killed, the process lives on", process: "engine killed after it" },
  { name: "cancelled before its answer", process: "cancelled" },
  cancelled("answered two seconds later", 2_000, true),
  cancelled("executed two seconds later and never answered", 2_000),
  cancelled("executed after the call has ended", 4_000),
  cancelled("never executed", Number.POSITIVE_INFINITY),
];

/** Returns the fault with a name. */
export function faultNamed(name: string): CallFault {
  const found = callFaults.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`there is no fault "${name}"`);
  return found;
}

/** Whether old lists concern an operation. */
export function isSharingRead(operation: string): boolean {
  return Object.entries(sharing).some(([name, { reads }]) => name === operation && reads);
}

/** Whether a call of an operation can have a fault. */
export function isPossible({ calls }: CallFault, operation: string): boolean {
  if (calls === undefined) return true;
  return calls === "writes" ? !isReadOperation(operation) : isSharingRead(operation);
}

/** A fault of the service as an operation meets it: its message quotes credentials. */
export function quoting(fault: Fault, operation: string): Fault {
  if (fault.kind !== "error") return fault;
  const credential = Object.hasOwn(device, operation) ? deviceDemo.accessToken : `The key LTAI-owner with ${canary}`;
  return { ...fault, message: `${credential} is not what was asked about.` };
}
