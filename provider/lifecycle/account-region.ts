import { knownCaller, UnknownCallerError } from "../client/credentials/caller-identity.ts";
import type { Context, Values } from "./resource.ts";

/** Where a resource is managed from: the account of the credentials, as far as its address knows that question, and the region. */
export async function accountAndRegionOf(context: Context): Promise<{ accountId: string | undefined; regionId: string }> {
  return { accountId: await context.client.callerAccount(), regionId: context.client.region };
}

/**
 * Rejects unless the credentials certainly belong to the account that the state is about: in another account everything looks absent,
 * and a program that believed it would create it all a second time.
 */
export async function assertSameAccount(context: Context, state: Values): Promise<void> {
  assertSameRegion(context, state);
  await context.client.checkAccount();
  const known = accountsOf(state);
  if (known.length === 0) return;
  const caller = await knownCaller(context.client.callerAccount).catch((error: unknown) => {
    throw error instanceof UnknownCallerError
      ? new Error(`this is managed from account ${known[0]}, but ${error.message}`, { cause: error })
      : error;
  });
  const other = known.find((account) => account !== caller);
  if (other === undefined) return;
  throw new Error(
    `this is managed from account ${other}, but the credentials belong to account ${caller}: nothing was done. ` +
      `Use credentials of ${other}, or name its entry of \`accounts\` in the argument \`account\``,
  );
}

/** The accounts that a state says it is managed from: the caller's that wrote it, a share's owner, an invitation's receiver. */
function accountsOf(state: Values): string[] {
  return ["accountId", "owner", "receiverAccountId"].map((name) => state[name]).filter((value) => typeof value === "string");
}

/** Throws when another region is called than the one that wrote the state. */
export function assertSameRegion(context: Context, state: Values): void {
  const known = state["regionId"];
  if (typeof known !== "string" || known === context.client.region) return;
  throw new Error(
    `this was made in region ${known}, but region ${context.client.region} is configured: nothing was done. ` +
      `Set \`resourceshare:region\` to ${known}, or the argument \`region\``,
  );
}
