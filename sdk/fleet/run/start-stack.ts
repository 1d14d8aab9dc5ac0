import { InputError } from "../../../provider/kernel/errors.ts";
import { didYouMean } from "../../../provider/kernel/ids.ts";
import type { Fleet, FleetStack } from "../fleet.ts";
import { notRun, type Operation, type StackResult } from "./results.ts";
import { openFleet, type OpenedFleet } from "./run-fleet.ts";
import { runStack } from "./run-stack.ts";

/** How one stack of a fleet is run. */
export interface StackRunOptions {
  readonly operation: Operation;
  /** Called with each change of a resource that begins, as `create edge`. */
  readonly onStep?: (text: string) => void;
  /**
   * Whether the lock that a killed run has left is removed before, as `pulumi cancel` does.
   * Only for a run that has certainly ended: one that is alive could not write its state afterwards.
   *
   * @defaultValue false
   */
  readonly unlock?: boolean;
}

/** One stack that runs. */
export interface RunningStack {
  /**
   * How it ended; a failure of the stack is a result.
   *
   * @throws InputError for a stack that the fleet does not have, and for secrets that are missing.
   */
  readonly result: Promise<StackResult>;
  /** Interrupts it as Ctrl-C does: the first time it finishes its started operations, the second time it ends at once. */
  readonly interrupt: () => void;
}

/**
 * Starts one stack of a fleet, for programs that order the stacks themselves, by {@link planFleet}.
 * Only the secrets of this stack are read.
 *
 * @example
 * ```ts
 * import { type FleetDescription, readDescription, startStack } from "pulumi-resourceshare/fleet";
 *
 * declare const description: FleetDescription;
 * const fleet = readDescription(description, import.meta.dirname);
 * const { result, interrupt } = startStack(fleet, "share-cn-hangzhou", { operation: "up" });
 * process.on("SIGINT", interrupt);
 * const { status, reasons } = await result;
 * ```
 */
export function startStack(fleet: Fleet, name: string, { operation, onStep = () => {}, unlock = false }: StackRunOptions): RunningStack {
  const stopping = new AbortController();
  let opened: OpenedFleet | undefined;
  const resultOf = async (): Promise<StackResult> => {
    const stack = stackNamed(fleet, name);
    opened = await openFleet(fleet, [stack], process.env);
    if (stopping.signal.aborted) return notRun(stack, "not-started");
    const pulumi = opened.pulumi.forOperation();
    const run = { ...opened, pulumi, operation, unlock, stopping: stopping.signal, onStep: (_: FleetStack, step: string) => onStep(step) };
    return (await runStack(run, stack)).result;
  };
  return {
    result: resultOf(),
    interrupt: () => {
      stopping.abort();
      opened?.pulumi.interrupt();
    },
  };
}

function stackNamed({ stacks }: Fleet, name: string): FleetStack {
  const names = stacks.map((stack) => stack.name);
  const found = stacks.find((stack) => stack.name === name);
  if (found === undefined) throw InputError.of("stack", `the fleet has no stack ${name}${didYouMean(name, names)}`);
  return found;
}
