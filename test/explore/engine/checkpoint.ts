import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Kind } from "../../support/harness.ts";

/** One object in the checkpoint of a stack, with the fields that Pulumi's engine stores. */
export interface StackEntry {
  readonly urn: string;
  readonly kind: Kind;
  /** Empty while a preview does not know it. */
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** URNs of the resources that it needs. */
  readonly dependencies: readonly string[];
  /** URNs of the resources that each argument comes from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith: string | undefined;
  readonly retainOnDelete: boolean;
  /** The program reads it and does not manage it. */
  readonly isExternal: boolean;
  /** It exists and has not reached its desired state: the next run updates it. */
  readonly isUnfinished: boolean;
  /** It was replaced, and is deleted at the end of a run. */
  isPendingDeletion: boolean;
  /** It was deleted, and its replacement does not exist yet. */
  isPendingReplacement: boolean;
}

/** Returns the name of an object in the program, the last part of its URN. */
export function nameOf({ urn }: Pick<StackEntry, "urn">): string {
  return urn.split("::").at(-1) ?? "";
}

/** The operations of the engine on one resource, by Pulumi's names. */
export type Operation =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "create-replacement"
  | "delete"
  | "delete-replaced"
  | "remove-pending-replace"
  | "read"
  | "read-replacement"
  | "discard"
  | "discard-replaced";

/** One operation on one resource, before it is executed. */
export interface Step {
  readonly op: Operation;
  readonly urn: string;
  readonly old?: StackEntry | undefined;
  /** The entry after the step, without what only its execution returns. */
  readonly fresh?: StackEntry | undefined;
  /** The properties that cause a replacement. */
  readonly replaces: readonly string[];
  readonly changed: readonly string[];
}

/** Returns a step as one line: the operation, the resource and the changed properties. */
export function stepLine({ op, urn, replaces, changed }: Step): string {
  const [keys, names] = [replaces, changed].map((list) => [...list].toSorted().join(", "));
  return `${urn.split("::").slice(2).join("::")}: ${op} [replaces ${keys}] [differs in ${names}]`;
}
