import type { Failure } from "../kernel/errors.ts";
import type { Difference, Values } from "./resource.ts";

/** What an operation is told beside its values. */
export interface OperationContext {
  /** The stable name of the resource in its program. */
  readonly urn: string;
  /** Where the program's state is kept, as a short text that is equal for equal places; absent when that is not known. */
  readonly origin?: string | undefined;
  /** The stable name of the share of the same program that the resource belongs to, known before the share's id is. */
  readonly share?: string | undefined;
  /** Whether the object is yet to be made. */
  readonly isNew?: boolean | undefined;
  /** The arguments that the program gave though they are outputs where it leaves them out. */
  readonly given?: readonly string[] | undefined;
  /** How long waits may last; the configuration's default when absent. */
  readonly timeoutMs?: number | undefined;
}

/** An object that exists, as far as is known; `failure` says why it is not (yet) what was asked for. */
export interface Outcome {
  readonly id: string;
  readonly state: Values;
  readonly failure?: Error | undefined;
  /** The arguments that the program gave though they are outputs where it leaves them out. */
  readonly given?: readonly string[] | undefined;
}

/** A resource that was read: its state, and the arguments that would make it so. */
export interface Found {
  readonly id: string;
  readonly state: Values;
  readonly inputs: Values;
}

/** One kind of resource, ready to be driven from outside. Nothing is lost: once an id exists, failures are values. */
export interface Driver {
  /** Checks and canonicalises arguments without calling the service. All failures at once. */
  check(inputs: Values, operationContext: OperationContext): { inputs: Values; failures: readonly Failure[] };
  /** Compares without calling the service. Throws an InputError when another resource claims the same. */
  diff(id: string, state: Values, inputs: Values, operationContext: OperationContext): Difference;
  /** Rejects only when nothing was created. */
  create(inputs: Values, operationContext: OperationContext): Promise<Outcome>;
  /** `undefined` when it no longer exists. */
  read(id: string, state: Values, operationContext: OperationContext): Promise<Found | undefined>;
  update(id: string, state: Values, inputs: Values, operationContext: OperationContext): Promise<Outcome>;
  delete(id: string, state: Values, operationContext: OperationContext): Promise<void>;
}
