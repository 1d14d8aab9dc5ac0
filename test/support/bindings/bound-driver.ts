import { received, sendable } from "../../../provider/host/engine-values.ts";
import type { Failure } from "../../../provider/kernel/errors.ts";
import { changedNames } from "../../../provider/lifecycle/diff.ts";
import type { Outcome } from "../../../provider/lifecycle/driver.ts";
import type { Difference, Values } from "../../../provider/lifecycle/resource.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import type { Kind, Run } from "../harness.ts";
import { namedFailure } from "./named-failure.ts";
import { internalsIn } from "./plugin.ts";
import { providersOfRun } from "./provider-of-run.ts";

/** An object with what the engine stores of it. */
export interface Stored extends Outcome {
  readonly inputs: Values;
}

interface Options {
  readonly urn: string;
  readonly timeoutMs?: number;
}

/** The operations on one kind of resource as the engine makes them, whichever binding serves it. Unknown values are symbols. */
export interface BoundDriver {
  /** `olds` are the arguments of the last run; absent for a new object. */
  check(inputs: Values, options: Options, olds?: Values): Promise<{ readonly inputs: Values; readonly failures: readonly Failure[] }>;
  diff(made: Stored, inputs: Values, options: Options): Promise<Difference>;
  create(inputs: Values, options: Options): Promise<Stored>;
  read(made: Stored, options: Options): Promise<Stored | undefined>;
  update(made: Stored, inputs: Values, options: Options): Promise<Stored>;
  delete(made: Stored, options: Options): Promise<void>;
  /** Returns the outputs of a preview, where the binding has one. */
  preview(made: Stored | undefined, inputs: Values, options: Options): Promise<Values | undefined>;
}

/** Returns the driver of a kind in a run. */
export function boundDriver(binding: Binding, run: Run, kind: Kind): BoundDriver {
  const provider = providersOfRun(run, binding)(kind);
  return {
    check: async (inputs, options, olds = {}) => {
      const checked = await provider.check(sent(olds, options), sent(inputs, options));
      return { inputs: received(checked.inputs), failures: checked.failures.map(namedFailure) };
    },
    diff: async ({ id, state, inputs: before, failure }, inputs, options) => {
      const { changes, changed, replaces = [] } = await provider.diff(id, sent(state, options), sent(inputs, options));
      const compared = () => changedNames([...new Set([...Object.keys(before), ...Object.keys(inputs)])], before, inputs);
      const names = changed ?? (changes === undefined ? compared() : []);
      // Where a binding leaves the comparison to the engine, that one updates an object whose last operation has failed.
      const needsReconcile = names.length === 0 && (changes ?? failure !== undefined);
      return { changed: [...names], replaces: [...replaces], needsReconcile };
    },
    create: async (inputs, options) => {
      const { id, outs } = await provider.create(sent(inputs, options)).catch(keptBy);
      return { ...stored(id, outs, inputs), failure: failureIn(outs) };
    },
    read: async ({ id, state, inputs }, options) => {
      const found = await provider.read(id, sent(state, options), sent(inputs, options));
      return found.id === "" ? undefined : stored(found.id, found.props, found.inputs ?? inputs);
    },
    update: async ({ id, state }, inputs, options) => {
      const { outs } = await provider.update(id, sent(state, options), sent(inputs, options)).catch(keptBy);
      return { ...stored(id, outs, inputs), failure: failureIn(outs) };
    },
    delete: ({ id, state }, options) => provider.delete(id, sent(state, options)),
    preview: async (made, inputs, options) => {
      const predicted = await provider.preview?.(sent(inputs, options), made?.id, made && sent(made.state, options));
      return predicted && received(predicted);
    },
  };
}

const failureKey = Symbol("failure");

/** Returns the outputs that a failed operation keeps, with the failure; rethrows an error that keeps nothing. */
function keptBy(error: unknown): { id: string; outs: Values } {
  if (!(error instanceof Error && "id" in error && typeof error.id === "string" && "properties" in error)) throw error;
  return { id: error.id, outs: { ...(error.properties as Values), [failureKey]: error } };
}

function failureIn(outs: Values & { readonly [failureKey]?: Error }): Error | undefined {
  return outs[failureKey];
}

/** Internal properties stay in the state, as the engine stores them. */
function stored(id: string, outs: Values, inputs: Values): Stored {
  return { id, state: { ...internalsIn(outs), ...received(outs) }, inputs: received(inputs) };
}

function sent(values: Values, { urn, timeoutMs }: Options): Values {
  const text = `${timeoutMs}ms`;
  const timeouts = timeoutMs === undefined ? {} : { __timeouts: { create: text, read: text, update: text, delete: text } };
  return { ...sendable(values), __urn: urn, ...timeouts };
}
