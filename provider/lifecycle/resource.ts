import type { ZodObject } from "zod";
import type { IdForm } from "../api/id-forms.ts";
import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device/device-client.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Claim } from "./claims.ts";
import type { Host } from "./host.ts";

/** A value that is not known yet: in a preview, an output of a resource that does not exist yet. */
export const UNKNOWN: unique symbol = Symbol.for("resourceshare.unknown");

/** Arguments or outputs by name, not validated; any part may be UNKNOWN. */
export type Values = Readonly<Record<string, unknown>>;

/** The dependencies and options of one operation on a resource. */
export interface Context extends Pick<Host, "clock" | "startedAt" | "claims" | "ownership"> {
  readonly client: Client;
  /** Returns the client of the same account in another region. */
  clientIn(region: string): Promise<Client>;
  /** The client of the user, device and content API for the same account. */
  device(): Promise<DeviceClient>;
  /** When all waits of the operation end, in the clock's milliseconds. */
  readonly deadline: number;
  /** The stable name of the resource in its program: its URN under Pulumi. */
  readonly urn: string;
  /** The place where the program's state is stored, if known: URNs are unique within it. */
  readonly origin: string | undefined;
  /** Whether the operation only reads: it then accepts records that another read fetched a few seconds ago. */
  readonly isSnapshot: boolean;
  /** Whether the operation deletes the object, or the old object of a replacement. */
  readonly isDeletion: boolean;
  /** Whether a share has a create tag while it is being created. */
  readonly usesCreateTag: boolean;
  /**
   * Shows progress in the resource's own row until the next line, and when the resource is done.
   * The row is narrow, so the state comes first; the engine shows the time. A text that has not changed is rarely shown again.
   */
  reportProgress(progress: string): void;
  /** Shows a warning: the user should know it, but the operation does not fail. */
  warn(message: string): void;
}

/** The result of `Resource.create`: the id, and the state if it is known without a read. */
export interface Created<State> {
  readonly id: string;
  /** The state after the creating call; absent when the object existed before, so that the driver reads it. */
  readonly known?: State | undefined;
  /**
   * Whether the id is of an object that this resource has created, in this run or in an interrupted one that was resumed.
   * Absent for an adopted object, and for one with a natural key, which only the `reconcile` that follows creates.
   */
  readonly isNew?: boolean;
}

/** The differences between a state and the arguments of a program. */
export interface Difference {
  /** The properties that differ; empty when none does. */
  readonly changed: readonly string[];
  /** The changed properties that cannot change in place. */
  readonly replaces: readonly string[];
  /** Whether the object needs an update though no property differs: it has not settled, or has drifted. */
  readonly needsReconcile: boolean;
}

/**
 * One kind of resource. Every implementation lists the members in this order.
 * An implementation logs no credential and does not import Pulumi. It waits and retries with `retry-until.ts` and the pollers.
 * The driver (`create-driver.ts`) calls its functions, and policies call `claims`.
 */
export interface Resource<Inputs extends object = Record<string, unknown>, State extends Inputs = Inputs> {
  /** The kind's name, as in `resourceshare:<token>`. The driver uses it in messages. */
  readonly token: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** The shape, meaning and rules of the arguments. The driver validates every argument with it before each `create` and `update`. */
  readonly inputs: ZodObject;
  /**
   * The shape of the outputs that are not arguments. The driver validates the lists and maps of a state with it.
   * It sets `accountId` and `regionId` itself; a name that begins with `unverified` is reserved for what `unverified` returns.
   */
  readonly outputs: ZodObject;
  /**
   * Arguments whose change replaces the object. The driver's `diff` reports a change of them as a replacement; a `region` that names the one
   * that the object is in replaces nothing.
   */
  readonly replaceOn: readonly (keyof Inputs & string)[];
  /** Whether a replacement deletes the old object before it creates the new one: two with equal arguments cannot exist side by side. */
  readonly deletesBeforeReplacement: boolean;
  /** Arguments that are only used when the object is created. The driver's `diff` never compares them. */
  readonly onCreateOnly: readonly (keyof Inputs & string)[];
  /**
   * Arguments that are outputs when the program omits them. The driver's `diff` does not count their absence as a change.
   * Of several, which exclude each other, an import by the plugin returns the first one.
   */
  readonly computed?: readonly (keyof Inputs & string)[];
  /**
   * The outputs that repeat arguments under another name, and those arguments: such an output is secret where one of them is.
   * An output that repeats `shareId` may show any argument of the share, and is secret where one of these is.
   */
  readonly repeats?: { readonly [Output in keyof State & string]?: readonly (keyof Inputs & string)[] };
  /** The output that names the account which the object belongs to. The credentials must belong to it, and to `accountId`, where the state has them. */
  readonly accountOutput?: keyof State & string;
  /** Whether a create tag finds the object of an interrupted creation. Programs then pass the place of their state, which distinguishes stacks of the same name. */
  readonly hasCreateTag?: boolean;
  /** Whether the deletion of the share also deletes the object. In a program that also manages the share, the object then has Pulumi's option `deletedWith`. */
  readonly isDeletedWithShare?: boolean;
  /** Whether the object is an action, which no read shows. A cancelled update waits for its call, so that the state records whether it was run. */
  readonly isAction?: boolean;
  /**
   * Returns the outputs that an update of these arguments certainly leaves as they are. `predictOutputs` uses it for previews, only for a
   * state that needs no reconciliation. An output that is missing here is unknown in a preview.
   */
  stable?(state: State, changed: readonly string[]): readonly string[];
  /**
   * The form of the ids of existing objects, in `adopt` and imports; an id of a part of a share begins with the share's id and a slash
   * (`objectOf` returns the share's).
   * Absent: there is no object at the service that could be imported.
   */
  readonly idForm?: IdForm;
  /**
   * Returns the violated rules between arguments.
   * The driver calls it in `check`, `create` and `update`, also for arguments of a wrong type; in `check`, any part may be UNKNOWN.
   * It must report all failures at once, must not throw and must not call the service.
   */
  check(inputs: Values): Failure[];
  /**
   * Returns what the service will probably refuse. These are warnings, because the service may know more than this package.
   * The driver shows them in `check`, for arguments, and entries of their lists, that have no failure.
   */
  advise?(inputs: Values): readonly Failure[];
  /**
   * Returns the failures that forbid changing this state to these arguments. The driver calls it in `diff`, and rejects the program with the failures.
   * Any part of the arguments may be UNKNOWN.
   */
  checkChange?(before: State, inputs: Values): Failure[];
  /** Returns warnings of effects that the difference does not show. The driver shows them in `diff`. Any part of the arguments may be UNKNOWN. */
  adviseOnChange?(before: State, inputs: Values): readonly Failure[];
  /**
   * Returns the arguments in the form in which equal arguments are equal: sorted, without duplicates and empty lists.
   * The driver calls it after validation, for comparisons, and before reads.
   * Afterwards two equal sets of arguments must have equal JSON, and parts that are UNKNOWN must still be there.
   */
  canonical(inputs: Values): Values;
  /**
   * Returns the ownership claims of this resource, as far as they are known; any part of the arguments may be UNKNOWN.
   * The driver passes a URN as `id` while no id is known, and besides the arguments `accountId` and `regionId`, once they are known.
   * In `check` and `diff`, and before each `reconcile`, it registers the claims, and fails when another resource has one of them.
   */
  claims(id: string | undefined, inputs: Values): readonly Claim[];
  /**
   * Returns whether a state needs an update although no argument has changed.
   * After `true`, `diff` reports an update, and `update` reads the object before it reconciles.
   * It must decide from the state alone, without a call.
   */
  needsReconcile(state: State): boolean;
  /**
   * Creates the object, or finds the one that an interrupted run has created.
   * The driver's `create` calls it once, after it has checked the account.
   * It must return as soon as the id is known. `reconcile` follows.
   * When that fails, the state keeps the id of a new object (`isNew`), except of a resumed one that could not be read. Any other id is
   * dropped if nothing was written, or if a current read finds no object; it is kept when the wait has timed out, and when the object
   * cannot be read. A rejection means that no id is known. It may follow a creation: after three ambiguous failures whose object was not
   * found.
   */
  create(context: Context, inputs: Inputs): Promise<Created<State>>;
  /**
   * Returns the id of the object that another id names. The driver calls it before the `read` of an import, which may name an object in
   * more than one way.
   */
  importId?(context: Context, id: string): Promise<string>;
  /**
   * Returns the actual state, or `undefined` when the object does not exist: the only definition of "exists" of a resource.
   * The driver calls it in `read`, before a `reconcile` that has no reliable state, and after a `reconcile` that failed.
   * `state` names what is managed, and is incomplete in an import. The read must change nothing. It is one read: the driver repeats it while
   * its result differs from the state and may be outdated.
   */
  read(context: Context, id: string, state: Partial<State>): Promise<State | undefined>;
  /** Returns what is there in place of an object that an import has not found, for the message; `undefined` when nothing is known. */
  whyNotFound?(context: Context, id: string): Promise<string | undefined>;
  /**
   * Changes the object from the actual state `before` to the desired state `inputs`.
   * The driver calls it after `create`, and in `update`. `before` is what `create` or `read` returned, or else the last state.
   * When it resolves, the object must match `inputs` and be settled, and the result must hold all outputs.
   * After a rejection the driver reads the object and keeps what it finds, with the failure.
   *
   * @throws PartialUpdateError to set the state that is kept
   */
  reconcile(context: Context, id: string, before: State, inputs: Inputs): Promise<State>;
  /**
   * Returns what a state has after a failed `reconcile`, besides the joined lists: outputs that name what may have been added, and
   * arguments that must not be those of the program; `before` may be incomplete.
   * The driver records them where no read could follow the failure, and passes them to each `read` before and after a `reconcile`.
   * The names of such outputs begin with `unverified`. `needsReconcile` must be true for a state with them, and `read` and `delete` must
   * include what they name.
   */
  unverified?(before: Partial<State>, inputs: Inputs): Partial<State>;
  /**
   * Deletes the object and waits until it is gone.
   * The driver's `delete` calls it once, after it has validated the state and compared the account and region.
   * When it resolves, the object is gone, or a warning states why it stays. An absent object is success.
   * A part that another resource of the run has stays without a warning: it has only changed its owner. A whole object that another
   * resource has stays with a warning.
   */
  delete(context: Context, id: string, state: State): Promise<void>;
  /** The resource whose object this one adds to: a program may give its arguments here by mistake. `index.ts` sets it. */
  readonly partOf?: Pick<Resource, "token" | "inputs">;
}
