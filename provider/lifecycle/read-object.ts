import { isList, isRecord } from "../kernel/json.ts";
import { assertSameAccount, assertSameRegion } from "./account-region.ts";
import { changedArguments } from "./diff.ts";
import { readCurrent, readUntilCurrent } from "./freshness.ts";
import { inStoredOrder } from "./list-order.ts";
import type { Context, Resource, Values } from "./resource.ts";

/**
 * Reads an object. A read that shows the arguments of the state is accepted at once, and a difference only from a current read.
 * Reports an absence only when the credentials belong to the account of the state.
 * @param isNamed whether an import or a lookup names the object, so that any object is accepted
 */
export async function readVerified(
  resource: Resource,
  context: Context,
  id: string,
  state: Values,
  isNamed = isEmpty(state),
): Promise<Values | undefined> {
  assertSameRegion(context, state);
  const objectId = objectOf(id);
  const isAsStored = (values: Values | undefined) =>
    values !== undefined && (isNamed || changedArguments(resource, values, state).length === 0);
  const readOnce = (latest: Context) => resource.read(latest, id, state);
  const found = await (isUnverified(state)
    ? readCurrent(context, objectId, readOnce)
    : readUntilCurrent(context, objectId, readOnce, isAsStored));
  if (found === undefined) await assertSameAccount(resource, context, state);
  // The account of an import is recorded, so that later runs compare it.
  const accountId = isEmpty(state) ? await context.client.callerAccount() : state["accountId"];
  return found && { ...inStoredOrder(resource, found, state), accountId, regionId: state["regionId"] ?? context.client.region };
}

/** Returns the actual state of what is in the old state or in the arguments. */
export function readManaged(resource: Resource, context: Context, id: string, state: Values, inputs: Values): Promise<Values | undefined> {
  const managed = resource.canonical({ ...joined(state, inputs), ...resource.unverified?.(state, inputs) });
  return readVerified(resource, context, id, managed);
}

/**
 * Returns the state after a failure that no read could follow. A list has what it had before and what may have been added,
 * so that a later delete or change removes that as well; the next update reads what is really there.
 * All else stays as before, so that the next run finds the same changes.
 */
export function possibleState(resource: Resource, before: Values, inputs: Values): Values {
  const both = resource.canonical(joined(before, inputs));
  const lists = Object.keys(resource.inputs.shape).filter((name) => Array.isArray(both[name]));
  const state = { ...before, ...only(both, lists), ...resource.unverified?.(before, inputs) };
  return resource.needsReconcile(state) ? state : before;
}

/** Joins a state and arguments: lists and maps are joined; for all else the arguments win. */
function joined(state: Values, inputs: Values): Values {
  const both = new Set([...Object.keys(state), ...Object.keys(inputs)]);
  return Object.fromEntries(
    [...both].map((name) => {
      const [before, after] = [state[name], inputs[name]];
      if (isList(before) && isList(after)) return [name, [...before, ...after]];
      if (isRecord(before) && isRecord(after)) return [name, { ...before, ...after }];
      return [name, after ?? before];
    }),
  );
}

/** Returns the id of the object that a resource is a part of: that of the share begins the id. */
export function objectOf(id: string): string {
  const [objectId = id] = id.split("/");
  return objectId;
}

/** Returns the values with these names. */
export function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Returns whether a state names what a failed change may have added (`Resource.unverified`): no older read shows whether it has. */
function isUnverified(state: Values): boolean {
  return Object.entries(state).some(([name, value]) => name.startsWith("unverified") && value !== undefined);
}

/** Returns whether a state is that of an import: nothing but the id is known. */
export function isEmpty(state: Values): boolean {
  return Object.values(state).every((value) => value === undefined);
}
