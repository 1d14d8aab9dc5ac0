import { currentScope } from "../kernel/operation-scope.ts";
import { type ApiError, asError, InputError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Outcome } from "./driver.ts";
import type { Host } from "./host.ts";
import { inStoredOrder } from "./list-order.ts";
import { PartialUpdateError } from "./partial-update-error.ts";
import { objectOf, possibleState, readManaged, readVerified } from "./read-object.ts";
import type { Context, Resource, Values } from "./resource.ts";
import { currentFrom, visibilityMs } from "./freshness.ts";
import { pauseUntil } from "./retry-until.ts";
import { unlessCancelled } from "./run-operation.ts";

/** The change of an object that has an id. */
interface ObjectChange {
  readonly id: string;
  /** The state before the change; absent for an object to adopt or to resume. */
  readonly before: Values | undefined;
  /** Whether `before` is the actual state. Otherwise the object is read first. */
  readonly isTrusted: boolean;
  readonly wanted: Values;
  /** The account and region of the object. */
  readonly where: Values;
  /** Registers the ownership claims of arguments with their account and region; called before the first write. */
  readonly claim: (all: Values) => void;
}

/** The result of a change. */
interface Reconciled {
  readonly outcome: Outcome;
  /** Whether a read after a failure has found no object. */
  readonly isAbsent?: boolean;
  /** Whether the operation has failed before any write that may have taken effect. */
  readonly isUnchanged?: boolean;
}

/**
 * Changes an object from its actual state to the desired state. A failure is returned beside the state, so that the id is kept.
 * It rejects only for an object to adopt or to resume that is left as it was: it could not be read, does not exist, or is claimed by another.
 */
export async function reconcileObject(resource: Resource, host: Host, context: Context, change: ObjectChange): Promise<Reconciled> {
  const { id, before, isTrusted, wanted, where } = change;
  let begun: Values | undefined;
  try {
    const actual = isTrusted ? before : await readManaged(resource, context, id, before ?? {}, wanted);
    // A managed object that is absent is reconciled from nothing; an object to adopt or to resume must exist.
    const start = actual ?? (before && emptied(before));
    if (start === undefined) throw missingError(resource, id, { ...where, ...wanted });
    change.claim({ ...wanted, ...where });
    const reconciled = await unlessCancelled(host, resource, () => {
      begun = start;
      return resource.reconcile(context, id, start, wanted);
    });
    return { outcome: { id, state: { ...inStoredOrder(resource, reconciled, { ...before, ...wanted }), ...where } } };
  } catch (error) {
    const known = before ?? begun;
    if (known === undefined) throw error; // Nothing was changed: the next run finds the object again, by `adopt` or by its create tag.
    if (error instanceof PartialUpdateError) return { outcome: { id, state: { ...error.state, ...where }, failure: error.cause } };
    const writtenAt = currentScope().writes?.lastAt;
    const { state, ...facts } =
      writtenAt === undefined
        ? await stateWithoutWrites(resource, context, id, known)
        : await stateAfterWrites(resource, context, change, known, writtenAt);
    return { outcome: { id, state: { ...state, ...where }, failure: asError(error) }, ...facts };
  }
}

/** The state after a failed change. */
type StateAfterFailure = Pick<Reconciled, "isAbsent" | "isUnchanged"> & { readonly state: Values };

/**
 * Reads the state after a change that failed before any write: it is the state before it. This read need not be current, and serves the
 * message of an object that is gone. What the program lists besides the state was not added by this resource.
 */
async function stateWithoutWrites(resource: Resource, context: Context, id: string, known: Values): Promise<StateAfterFailure> {
  const ofAnyAge = { ...context, startedAt: Number.NEGATIVE_INFINITY };
  try {
    const isAbsent = (await readVerified(resource, ofAnyAge, id, resource.canonical(known))) === undefined;
    return { state: known, isAbsent, isUnchanged: true };
  } catch {
    return { state: known, isUnchanged: true };
  }
}

/** Reads what a failed change has left, when all its writes are old enough to be seen; meanwhile no other resource changes a part that it lists. */
async function stateAfterWrites(
  resource: Resource,
  context: Context,
  { id, before = {}, wanted, where }: ObjectChange,
  known: Values,
  writtenAt: number,
): Promise<StateAfterFailure> {
  const { clock, ownership, urn } = context;
  const claimsOf = (values: Values) => resource.claims(id, { ...values, ...where });
  context.reportProgress("reading the state");
  try {
    return await ownership.readAlone(context, id, claimsOf(wanted), async () => {
      // Not cancelled: the read shows what the operation has done.
      await pauseUntil(clock, Math.max(writtenAt + visibilityMs, currentFrom(context, objectOf(id))));
      const found = await readManaged(resource, context, id, before, wanted);
      const state = found === undefined ? emptied(known) : inStoredOrder(resource, found, known);
      // Recorded before the parts become free, so that no other resource removes what this state has.
      ownership.recordEnded(urn, claimsOf(state));
      return { state, isAbsent: found === undefined, isUnchanged: false };
    });
  } catch {
    return { state: possibleState(resource, known, wanted), isUnchanged: false };
  }
}

/** Returns the state with empty lists and maps. */
function emptied(state: Values): Values {
  const emptiedValue = (value: unknown) => {
    if (Array.isArray(value)) return [];
    return isRecord(value) ? {} : value;
  };
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, emptiedValue(value)]));
}

/**
 * Returns the error of an object that does not exist.
 *
 * @param values its arguments, and the account and region where it was sought
 */
export function missingError(
  resource: Pick<Resource, "token">,
  id: string,
  { adopt, accountId, regionId }: Values,
  cause?: ApiError,
): Error {
  if (adopt === id) return notFoundError("adopt", resource, id, { accountId, regionId });
  // The service's error ends in general advice; this one is to the point.
  return new Error(
    `${resource.token} ${id} does not exist any more${cause ? ` (${cause.operation} failed: ${cause.code})` : ""}: run \`pulumi refresh\`, then \`pulumi up\` makes it anew`,
    { cause },
  );
}

/** Returns the error of an id that a program or a user has named, with the account and region where the object was sought. */
export function notFoundError(
  property: string,
  { token }: Pick<Resource, "token">,
  id: string,
  { accountId, regionId }: Values,
): InputError {
  const account = typeof accountId === "string" ? `account ${accountId}` : "this account";
  // What it is a part of may be missing.
  const objectId = objectOf(id);
  const why = objectId === id ? "" : `: ${objectId} is not there, or has no such part,`;
  const otherwise = property === "adopt" ? ", or remove `adopt` to create it" : "";
  return InputError.of(
    property,
    `there is no ${token} ${id}${why} in ${account} and region ${String(regionId)}; check the id, \`account\` and \`region\`${otherwise}`,
  );
}
