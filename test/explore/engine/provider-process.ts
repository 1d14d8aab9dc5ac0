import { CancelledError } from "../../../provider/host/provider-errors.ts";
import { type Clock, sleepWith } from "../../../provider/kernel/clock.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import type { BoundProvider } from "../../support/bindings/bound-provider.ts";
import { providersOfRun } from "../../support/bindings/provider-of-run.ts";
import type { createHarness, Run, Runner, Kind } from "../../support/harness.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

export type Harness = ReturnType<typeof createHarness>;

/** One provider process, as the engine sees it; a test can kill it at any call. */
export interface ProviderProcess {
  readonly binding: Binding;
  provider(kind: Kind): BoundProvider;
  /** Kills it between two steps: its pending calls never settle, and it sends nothing more. */
  kill(): void;
  /** Whether it was killed. */
  isDead(): boolean;
  /** Ends its engine without its knowledge. */
  endEngine(): void;
  /** Cancels its operations, as the engine asks a plugin when the user presses Ctrl-C. */
  cancel(): void;
  /** Writes that it sent after its engine had gone. */
  readonly late: readonly string[];
  /** How long the longest operation has taken, in milliseconds. */
  slowestMs(): number;
  /** What the service has answered with success. */
  readonly done: readonly string[];
  readonly logs: Run["logs"];
}

const never = new Promise<never>(() => undefined);

/** The host of the process, and the binding that runs in it. */
export interface Options extends Omit<Runner, "clock"> {
  readonly binding?: Binding | undefined;
}

/** Starts a provider process against a harness's service. */
export function startProcess(harness: Harness, { binding = "dynamic", ...runner }: Options = {}): ProviderProcess {
  let isDead = false;
  let orphanedAt = Number.POSITIVE_INFINITY;
  const late: string[] = [];
  const done: string[] = [];
  const alarms = new Set<() => void>();

  const { clock: time } = harness;
  const clock: Clock = {
    now: () => time.now(),
    wallTime: () => time.wallTime(),
    sleep: (ms, signal) =>
      isDead ? never : sleepWith(clock, ms, signal).catch((error: unknown) => (isDead ? never : Promise.reject(error))),
    setTimer: (ms, ring) => {
      if (isDead) return () => undefined;
      const callOff = time.setTimer(ms, () => {
        alarms.delete(callOff);
        if (!isDead) ring();
      });
      alarms.add(callOff);
      return () => {
        alarms.delete(callOff);
        callOff();
      };
    },
  };

  const line = runner.transport ?? harness.simulator.transport;
  const transport: Transport = async (request, signal) => {
    if (isDead) return never;
    const operation = request.headers["x-acs-action"] ?? "";
    // Calls in flight at that moment are no late writes.
    if (harness.clock.now() > orphanedAt && !isReadOperation(operation)) late.push(operation);
    const answer = await line(request, signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if ("value" in answer && answer.value.status === 200) done.push(operation);
    if (isDead) return never;
    if ("error" in answer) throw answer.error;
    return answer.value;
  };

  const cancellation = new AbortController();
  const assertEngineAlive = async () => {
    cancellation.signal.throwIfAborted();
    if (harness.clock.now() >= orphanedAt) throw new Error("the engine has gone");
  };
  const run = harness.run({ ...runner, transport, clock, assertEngineAlive, cancellation: cancellation.signal });
  const providers = providersOfRun(run, binding);
  let slowestMs = 0;
  const timed = <T>(operation: Promise<T>): Promise<T> => {
    const begunAt = harness.clock.now();
    return operation.finally(() => (slowestMs = Math.max(slowestMs, harness.clock.now() - begunAt)));
  };
  return {
    binding,
    provider: (kind) => {
      const bound = providers(kind);
      return {
        ...bound,
        create: (inputs) => timed(bound.create(inputs)),
        read: (id, props, inputs) => timed(bound.read(id, props, inputs)),
        update: (id, olds, news) => timed(bound.update(id, olds, news)),
        delete: (id, props) => timed(bound.delete(id, props)),
      };
    },
    slowestMs: () => slowestMs,
    kill: () => {
      isDead = true;
      for (const callOff of alarms) callOff();
    },
    isDead: () => isDead,
    endEngine: () => {
      orphanedAt = harness.clock.now();
    },
    cancel: () => cancellation.abort(new CancelledError()),
    late,
    done,
    logs: run.logs,
  };
}
