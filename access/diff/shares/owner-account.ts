import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { nonEmptyText } from "../../untyped-values.ts";
import type { ResourceState } from "../resource-state.ts";

/** Ids of accounts by {@link accountKey}. */
export type AccountIds = ReadonlyMap<string, string>;

/** Identifies an account by its name in the configuration (`undefined`: the default account), and by the explicit provider that has it. */
export function accountKey(account: string | undefined, explicitProvider?: string): string {
  return JSON.stringify([account, explicitProvider]);
}

/** Collects the ids of the accounts that states belong to. */
export function accountIdsOf(states: readonly ResourceState[]): AccountIds {
  return new Map(
    states.flatMap((state) => {
      const key = keyOf(state);
      // The receiver is the account of an acceptor, but not the owner of the share that it accepts.
      const id = recordedId(state) ?? nonEmptyText(state.outputs["receiverAccountId"]);
      return key === undefined || id === undefined ? [] : [[key, id] as const];
    }),
  );
}

/** The id of the account that a state belongs to, from this state or from another state of the account. */
export function accountIdOf(state: ResourceState, accounts: AccountIds): string | undefined {
  const key = keyOf(state);
  return recordedId(state) ?? (key === undefined ? undefined : accounts.get(key));
}

/** A key that is equal for all states of one account: its id, or else its {@link accountKey}; `undefined` when the preview does not know it yet. */
export function ownerOf(state: ResourceState, accounts: AccountIds): string | undefined {
  return accountIdOf(state, accounts) ?? keyOf(state);
}

function recordedId({ outputs }: ResourceState): string | undefined {
  return nonEmptyText(outputs["owner"]) ?? nonEmptyText(outputs["accountId"]);
}

function keyOf({ inputs, outputs, explicitProvider }: ResourceState): string | undefined {
  if (isUnknown(inputs["account"])) return undefined;
  return accountKey(nonEmptyText(inputs["account"]) ?? nonEmptyText(outputs["account"]), explicitProvider);
}
