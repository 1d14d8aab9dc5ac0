import { unlessAborted } from "../../../provider/kernel/unless-aborted.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";
import { type Harness, type Options, type ProviderProcess, startProcess } from "../engine/provider-process.ts";
import type { Fault } from "../../../simulator/gateway/faults.ts";
import { type CallFault, isSharingRead, quoting, stale } from "./call-faults.ts";

/** A call of a command. */
export interface Call {
  /** Its number among the calls of its process, from 1. */
  readonly number: number;
  readonly operation: string;
  readonly isRead: boolean;
}

/** A process whose calls meet faults, as the command of an engine starts it. */
export interface FaultyProcess {
  readonly process: ProviderProcess;
  /** Resolves when the engine is killed, alone or with the process. */
  readonly killed: Promise<void>;
  readonly calls: readonly Call[];
  /** When the user has cancelled the command, and how many calls it had made then. */
  cancelled(): { readonly at: number; readonly calls: number } | undefined;
}

/** A fault, and the number of the write at which it happens; of the read, for faults of reads. */
export interface FaultPlace {
  readonly fault: CallFault;
  readonly at: number;
}

const never = new Promise<never>(() => undefined);

/** Returns the fault of each call of a process that has one at one place. */
export function faultAt({ fault, at }: FaultPlace): (call: Call) => CallFault | undefined {
  let count = 0;
  return ({ isRead }) => {
    if (isRead !== (fault.calls === "reads of shares")) return undefined;
    count += 1;
    return count === at ? fault : undefined;
  };
}

/**
 * Starts a process.
 * @param take returns the fault of each call, if it has one
 */
export function startFaultyProcess(harness: Harness, options: Options, take: (call: Call) => CallFault | undefined): FaultyProcess {
  const { simulator, clock } = harness;
  const { promise: killed, resolve: killEngine } = Promise.withResolvers<void>();
  const calls: Call[] = [];
  const line = options.transport ?? simulator.transport;
  let cancelled: ReturnType<FaultyProcess["cancelled"]>;
  const kill = () => {
    process.kill();
    killEngine();
    return never;
  };
  const cancel = () => {
    cancelled ??= { at: clock.now(), calls: calls.length };
    process.cancel();
  };
  /** The faults of the service that this call or later ones meet. */
  const coming: { readonly fault: Fault; readonly operation: string | undefined; left: number }[] = [];
  // The service keeps what old lists show while a rule makes reads stale. No command makes this call.
  if (simulator.faults.longestLagMs === 0) simulator.faults.add({ operation: "DescribeRegions", fault: stale });

  const transport: Transport = async (request, signal) => {
    const operation = request.headers["x-acs-action"] ?? "";
    const call = { number: calls.length + 1, operation, isRead: isReadOperation(operation) };
    calls.push(call);
    const taken = take(call);
    if (taken?.process === "killed before it") return kill();
    if (taken?.late !== undefined) {
      const { executedAfterMs, isAnswered } = taken.late;
      cancel();
      if (!Number.isFinite(executedAfterMs)) return unlessAborted(never, signal);
      await clock.sleep(executedAfterMs);
      // The service may execute a request although its client has closed the connection.
      const answer = await line(request, new AbortController().signal);
      return isAnswered ? answer : unlessAborted(never, signal);
    }
    if (taken?.service !== undefined) {
      const { fault, times = 1, isOfOperation = false } = taken.service;
      coming.push({ fault, operation: isOfOperation ? operation : undefined, left: times });
    }
    const met = coming.find(
      (one) => one.left > 0 && (one.operation ?? operation) === operation && (one.fault.kind !== "stale" || isSharingRead(operation)),
    );
    if (met !== undefined) met.left -= 1;
    const id = met && simulator.faults.add({ operation, fault: quoting(met.fault, operation) });
    try {
      return await line(request, signal);
    } finally {
      // A call that authentication rejects does not meet the fault.
      if (id !== undefined) simulator.faults.clear(id);
      if (taken?.hasOldLists === true) coming.push({ fault: stale, operation: undefined, left: Number.POSITIVE_INFINITY });
      if (taken?.process === "killed after it") void kill();
      if (taken?.process === "cancelled") cancel();
      if (taken?.process === "engine killed after it") {
        process.endEngine();
        killEngine();
      }
    }
  };
  const process = startProcess(harness, { ...options, transport });
  return { process, killed, calls, cancelled: () => cancelled };
}
