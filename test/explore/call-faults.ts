import type { Transport } from "../../provider/wire/transport.ts";
import type { Harness } from "./engine/provider-process.ts";
import { isReadOperation } from "../support/is-read-operation.ts";
import { refusal } from "../support/random-programs/refusal.ts";

/** What happens to the calls of one command. */
export interface CallFault {
  readonly kind: "the write is refused" | "its answer is lost" | "the process is killed after it" | "lists are five seconds old";
  /** The number of the write at which it happens; of the read, for old lists, which last from then on. */
  readonly at: number;
}

/** The greatest age of what a list shows (assumption S-visibility). */
const staleMs = 5_000;

/** Lets a service keep what old lists show: it does so while a rule makes reads stale. No command makes this call. */
function keepHistory({ faults }: Harness["simulator"]): void {
  faults.add({ operation: "DescribeRegions", fault: { kind: "stale", ms: staleMs } });
}

/**
 * Returns the transport of a command whose calls meet a fault.
 * @param kill kills the process of the command
 */
export function faultyTransport({ simulator }: Harness, fault: CallFault | undefined, kill: () => void): Transport {
  let [writes, reads] = [0, 0];
  simulator.faults.clear();
  keepHistory(simulator);
  return async (request, signal) => {
    if (isReadOperation(request.headers["x-acs-action"] ?? "")) {
      reads += 1;
      if (fault?.kind === "lists are five seconds old" && reads === fault.at)
        simulator.faults.add({ times: 1_000_000, fault: { kind: "stale", ms: staleMs } });
      return simulator.transport(request, signal);
    }
    writes += 1;
    const kind = writes === fault?.at ? fault.kind : undefined;
    if (kind === "the write is refused") return refusal;
    const answer = await simulator.transport(request, signal);
    if (kind === "the process is killed after it") {
      kill();
      return new Promise<never>(() => undefined);
    }
    if (kind === "its answer is lost") throw new Error("the connection was closed");
    return answer;
  };
}
