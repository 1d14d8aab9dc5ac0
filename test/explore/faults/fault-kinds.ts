import { device } from "../../../provider/api/device/operations.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { deviceDemo } from "../../../simulator/device/demo.ts";
import type { Fault, FaultRule } from "../../../simulator/gateway/faults.ts";

/** A call of the step that fails. */
export interface TargetCall {
  readonly number: number;
  readonly operation: string;
  /** Its position among the admitted calls, among those of its operation, and among the reads of the sharing API; absent when authentication rejects it. */
  readonly place?: { readonly ofAll: number; readonly ofOperation: number; readonly ofReads: number };
}

/** Whether stale reads concern an operation. */
export function isSharingRead(operation: string): boolean {
  return Object.entries(sharing).some(([name, { reads }]) => name === operation && reads);
}

/** A call that the service admits. */
export type AdmittedCall = Required<TargetCall>;

/** The fault at one call. */
export type InjectedFault = {
  readonly name: string;
  /** Whether only reads can have it. */
  readonly readsOnly?: boolean;
} & (
  | { readonly kind: "fault"; rule(call: AdmittedCall): FaultRule }
  /** The process ends: before the call is sent, or before its answer comes. */
  | { readonly kind: "killed"; readonly at: "before" | "after" }
  /** The engine ends, and the process continues until it notices, while the next run begins. */
  | { readonly kind: "orphaned" }
  /** The user cancels the update before the answer comes. */
  | { readonly kind: "cancelled" }
);

/** A credential that the service quotes in its errors and that no message may repeat. */
export const canary = "the-secret-of-all-accounts";
const keyMessage = `The key LTAI-owner with ${canary} is not what was asked about.`;
const tokenMessage = `The token ${deviceDemo.accessToken} is not what was asked about.`;

/** The fault of an operation: calls for a user have a token in place of a signature. */
function withCanaryMessage(fault: Fault, operation: string): Fault {
  return fault.kind === "error" && Object.hasOwn(device, operation) ? { ...fault, message: tokenMessage } : fault;
}

const unlimitedTimes = 1_000_000;

const singleFaults: readonly (readonly [name: string, fault: Fault, times?: number])[] = [
  ["dropped before it took effect", { kind: "dropped" }],
  ["took effect, answer lost", { kind: "lost" }],
  ["500", { kind: "error", status: 500, code: "InternalError", message: keyMessage }],
  ["500, took effect", { kind: "error", status: 500, code: "InternalError", message: keyMessage, executed: true }],
  ["503", { kind: "error", status: 503, code: "ServiceUnavailable", message: keyMessage }],
  ["throttled three times", { kind: "throttled" }, 3],
  ["409 conflict", { kind: "error", status: 409, code: "ConcurrentExecutionError", message: keyMessage }],
  ["409 another operation is under way", { kind: "error", status: 409, code: "OperationConflict", message: keyMessage }],
  ["garbage", { kind: "garbage" }],
  ["hang until the time-out", { kind: "hang" }],
  ["took effect, hang until the time-out", { kind: "hang", executed: true }],
  ["truncated JSON", { kind: "truncated" }],
  ["wrong content type", { kind: "contentType" }],
  ["expired token", { kind: "expiredToken" }],
];

const lastingFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ["no connection from here on", { kind: "dropped" }],
  ["no answer from here on, all takes effect", { kind: "lost" }],
  ["500 from here on", { kind: "error", status: 500, code: "InternalError", message: keyMessage }],
  ["expired token from here on", { kind: "expiredToken" }],
];

const operationFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ["500 from here on, this operation", { kind: "error", status: 500, code: "InternalError", message: keyMessage }],
  [
    "500 from here on, this operation, takes effect",
    { kind: "error", status: 500, code: "InternalError", message: keyMessage, executed: true },
  ],
  ["no answer from here on, this operation, takes effect", { kind: "lost" }],
  ["403 from here on, this operation", { kind: "error", status: 403, code: "NoPermission", message: keyMessage }],
  ["409 from here on, this operation", { kind: "error", status: 409, code: "ConcurrentExecutionError", message: keyMessage }],
  ["throttled from here on, this operation", { kind: "throttled" }],
];

/** The greatest age of what a list shows (assumption S-visibility). */
export const staleMs = 5_000;

/** Stale reads: one, and all that follow, as old as they can be or each at an age of its own. */
const staleReads: readonly InjectedFault[] = [
  {
    name: "stale",
    kind: "fault",
    readsOnly: true,
    rule: ({ place, operation }) => ({ operation, nth: place.ofOperation, fault: { kind: "stale", ms: staleMs } }),
  },
  {
    name: "stale reads from here on",
    kind: "fault",
    readsOnly: true,
    rule: ({ place }) => ({ nth: place.ofReads, times: unlimitedTimes, fault: { kind: "stale", ms: staleMs } }),
  },
  {
    name: "reads of changing age from here on",
    kind: "fault",
    readsOnly: true,
    rule: ({ place }) => ({ nth: place.ofReads, times: unlimitedTimes, fault: { kind: "stale", ms: { fromMs: 0, toMs: staleMs } } }),
  },
];

/** All faults that are injected at every call. */
export const injectedFaults: readonly InjectedFault[] = [
  ...singleFaults.map(([name, fault, times = 1]): InjectedFault => ({
    name,
    kind: "fault",
    rule: ({ place, operation }) => ({ nth: place.ofAll, times, fault: withCanaryMessage(fault, operation) }),
  })),
  ...lastingFaults.map(([name, fault]): InjectedFault => ({
    name,
    kind: "fault",
    rule: ({ place, operation }) => ({ nth: place.ofAll, times: unlimitedTimes, fault: withCanaryMessage(fault, operation) }),
  })),
  ...operationFaults.map(([name, fault]): InjectedFault => ({
    name,
    kind: "fault",
    rule: ({ operation, place }) => ({
      operation,
      nth: place.ofOperation,
      times: unlimitedTimes,
      fault: withCanaryMessage(fault, operation),
    }),
  })),
  ...staleReads,
  { name: "killed before it is sent", kind: "killed", at: "before" },
  { name: "killed before its answer", kind: "killed", at: "after" },
  { name: "engine killed, the process lives on", kind: "orphaned" },
  { name: "cancelled before its answer", kind: "cancelled" },
];
