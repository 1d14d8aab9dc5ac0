import type { Failure } from "../kernel/errors.ts";
import type { NamedRegion } from "./account-region.ts";
import type { Difference, Values } from "./resource.ts";

/** The parameters of an operation beside its values. */
export interface OperationContext {
  /** The stable name of the resource in its program. */
  readonly urn: string;
  /** A digest of the place where the program's state is stored; absent when the place is not known. */
  readonly origin?: string | undefined;
  /** The URNs of the objects that arguments name, by the argument, where the program declares them: known before their ids. */
  readonly urns?: Values | undefined;
  /** Whether the object is not created yet. */
  readonly isNew?: boolean | undefined;
  /** The arguments of the last update, which `check` takes the order of lists from. */
  readonly previous?: Values | undefined;
  /** Whether a program looks an object up, which must exist then. */
  readonly isLookup?: boolean | undefined;
  /** The computed arguments that the program has set; the others are outputs. */
  readonly given?: readonly string[] | undefined;
  /** Whether an update stores other options of the resource, such as its timeouts: without a difference, it has nothing else to do. */
  readonly isStoredAnew?: boolean | undefined;
  /** The region that the arguments and the configuration name, for `check` and `diff`. */
  readonly region?: NamedRegion | undefined;
  /** The longest time for all waits, in milliseconds. @defaultValue the configuration's timeout */
  readonly timeoutMs?: number | undefined;
}

/** An object with an id; `failure` is set when the object does not match the desired state (yet). */
export interface Outcome {
  readonly id: string;
  readonly state: Values;
  readonly failure?: Error | undefined;
  /** The computed arguments that the program has set; the others are outputs. */
  readonly given?: readonly string[] | undefined;
}

/** The result of a read: the actual state, and the arguments that match it. */
export interface Found {
  readonly id: string;
  readonly state: Values;
  readonly inputs: Values;
}

/** The operations on one kind of resource, as a provider calls them. A failure that leaves a change is returned beside the state. */
export interface Driver {
  /** Validates and canonicalises arguments without calling the service. Returns all failures at once. */
  check(inputs: Values, operationContext: OperationContext): { inputs: Values; failures: readonly Failure[] };
  /** Compares a state with arguments without calling the service. Throws when another resource has the same claims, or when the update would be in another region. */
  diff(id: string, state: Values, inputs: Values, operationContext: OperationContext): Difference;
  /**
   * Creates the object. Rejects when there is no id, when this run has left nothing and is not waiting either, and for an object from before
   * this run that cannot be read or that another resource claims: the next run finds it by its create tag or by `adopt`.
   */
  create(inputs: Values, operationContext: OperationContext): Promise<Outcome>;
  /** Reads the object; returns `undefined` when it does not exist any more. */
  read(id: string, state: Values, operationContext: OperationContext): Promise<Found | undefined>;
  /**
   * Updates the object in place. Returns a failure of the update beside the state that the object has then.
   * Rejects before the update for ill-formed arguments or states and for credentials of another account.
   */
  update(id: string, state: Values, inputs: Values, operationContext: OperationContext): Promise<Outcome>;
  /** Deletes the object and waits until it is gone; an absent object is success. */
  delete(id: string, state: Values, operationContext: OperationContext): Promise<void>;
}
