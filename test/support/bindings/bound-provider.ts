import type { Failure } from "../../../provider/kernel/errors.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";

/** Every way in which the engine reaches the core. */
export const bindings: readonly Binding[] = ["dynamic", "plugin"];

/**
 * One kind of resource as a binding offers it to the engine, with the values that the engine sends and stores.
 * What the engine passes to a plugin beside the values is an internal property here, as for dynamic resources: `__urn`, `__timeouts`.
 * The outputs hold the internal properties of the arguments, and an error with an `id` and `properties` keeps the object.
 */
export interface BoundProvider {
  check(olds: Values, news: Values): Promise<{ readonly inputs: Values; readonly failures: readonly Failure[] }>;
  diff(id: string, olds: Values, news: Values): Promise<BoundDiff>;
  create(inputs: Values): Promise<{ readonly id: string; readonly outs: Values }>;
  /** An object that does not exist has an empty id. */
  read(
    id: string,
    props: Values,
    inputs: Values,
  ): Promise<{ readonly id: string; readonly props: Values; readonly inputs?: Values | undefined }>;
  update(id: string, olds: Values, news: Values): Promise<{ readonly outs: Values }>;
  delete(id: string, props: Values): Promise<void>;
  /** Returns the outputs of a preview, where the binding has one; `id` and `olds` are absent before a creation. */
  preview?(news: Values, id?: string, olds?: Values): Promise<Values>;
}

/** The answer of a diff. */
export interface BoundDiff {
  /** Whether there is a change. When it is absent, the engine compares the arguments itself. */
  readonly changes?: boolean | undefined;
  /** The names of the properties that change; the engine compares the arguments itself when it is absent. */
  readonly changed?: readonly string[] | undefined;
  readonly replaces?: readonly string[] | undefined;
  readonly deleteBeforeReplace?: boolean | undefined;
}
