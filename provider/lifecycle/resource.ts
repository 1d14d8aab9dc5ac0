import type { ZodObject } from "zod";
import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device/device-client.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Claim, Claims } from "./claims.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** A value that is not known yet: in a preview, an output of something that does not exist yet. */
export const UNKNOWN: unique symbol = Symbol.for("resourceshare.unknown");

/** Arguments or outputs by name, as they come from outside: nothing is known about them, and any part may be UNKNOWN. */
export type Values = Readonly<Record<string, unknown>>;

/** What an operation on a resource has at hand. */
export interface Context {
  readonly client: Client;
  /** The client of the user, device and content API for the same account. */
  device(): Promise<DeviceClient>;
  readonly clock: Clock;
  /** Until when waits may last, in the clock's milliseconds. */
  readonly deadline: number;
  /** What the resources of this run say they own. */
  readonly claims: Claims;
  /** The stable name of the resource in its program: its URN under Pulumi. */
  readonly urn: string;
  /** Where the program's state is kept, as far as that is known: stable names are unique within it. */
  readonly origin: string | undefined;
  /** The process that this runs in. */
  readonly process: ProcessIdentity;
  /** Whether all that is wanted is a picture of what is there: one that was taken a moment ago for others serves as well. */
  readonly isSnapshot: boolean;
  /** Whether a share that is being created bears a mark. */
  readonly usesCreateTag: boolean;
  /** Progress, shown in the resource's own row until the next line. */
  reportProgress(progress: string): void;
  /** What the user should know though it is no failure. */
  warn(message: string): void;
}

/** What create leaves behind: the id, and what is known of the object without a further look. */
export interface Created<State> {
  readonly id: string;
  /** Absent when the object existed before: it must be looked at. */
  readonly known?: State | undefined;
  /** Whether something was made at the service already; what has a natural key is only made by the update that follows. */
  readonly made?: boolean;
}

/** What has changed between a state and a program. */
export interface Difference {
  /** The properties that differ; empty when nothing does. */
  readonly changed: readonly string[];
  /** Those of them that cannot change in place. */
  readonly replaces: readonly string[];
  /** Whether something must be done though no property differs: it has not settled, or has drifted. */
  readonly needsReconcile: boolean;
}

/**
 * One kind of thing that can be managed. The members stand in this order in every resource.
 * Nothing here sleeps by itself, retries, logs a credential or knows Pulumi.
 */
export interface Resource<Inputs extends object = Record<string, unknown>, State extends Inputs = Inputs> {
  /** The kind's name, as in `resourceshare:<token>`. */
  readonly token: string;
  /** One sentence for people. */
  readonly summary: string;
  /** The arguments: their shape, meaning and rules. */
  readonly inputs: ZodObject;
  /** The outputs that are no arguments. */
  readonly outputs: ZodObject;
  /** Arguments whose change makes a new object. */
  readonly replaceOn: readonly (keyof Inputs & string)[];
  /** Arguments that are looked at when the object is created and never compared afterwards. */
  readonly onCreateOnly: readonly (keyof Inputs & string)[];
  /** Arguments that are outputs when the program leaves them out: their absence is no change. */
  readonly computed?: readonly (keyof Inputs & string)[];
  /** The rules between properties. Any part of the arguments may be UNKNOWN or of a wrong type. */
  check(inputs: Values): Failure[];
  /** The one form in which equal arguments are equal: sorted, no duplicates, no empty lists. Parts that are UNKNOWN stay. */
  canonical(inputs: Values): Values;
  /** What this resource says it owns, as far as that is known; any part of the arguments may be UNKNOWN. */
  claims(id: string | undefined, inputs: Values): readonly Claim[];
  /** Whether a state needs work though the program has not changed. */
  needsReconcile(state: State): boolean;
  /** Makes the object, or recognises the one that it made before. Returns as soon as the id is known. */
  create(context: Context, inputs: Inputs): Promise<Created<State>>;
  /** The one definition of "exists": the state as it is now, or nothing. `state` says what is managed. */
  read(context: Context, id: string, state: Partial<State>): Promise<State | undefined>;
  /** Brings the object from the state it is in to what the program says, and waits until it is settled. */
  reconcile(context: Context, id: string, before: State, inputs: Inputs): Promise<State>;
  /** Takes the object away and waits until it is gone. What is gone already is success. */
  delete(context: Context, id: string, state: State): Promise<void>;
}
