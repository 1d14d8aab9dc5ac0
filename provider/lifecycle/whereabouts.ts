import type { Context, Values } from "./resource.ts";

/** Where a resource is managed from: the account of the credentials, as far as it can be asked, and the region. */
export async function whereaboutsOf(context: Context): Promise<{ accountId: string | undefined; regionId: string }> {
  return { accountId: await context.client.callerAccount(), regionId: context.client.region };
}

/**
 * Rejects when the credentials belong to another account than the one that wrote the state: there, everything looks absent,
 * and whoever believed it would make it all a second time.
 */
export async function sameAccount(context: Context, state: Values): Promise<void> {
  sameRegion(context, state);
  await context.client.checkAccount();
  const known = state["accountId"];
  const caller = await context.client.callerAccount();
  if (typeof known !== "string" || caller === undefined || caller === known) return;
  throw new Error(
    `this is managed from account ${known}, but the credentials belong to account ${caller}: nothing was done. ` +
      `Use credentials of ${known}, or name its entry of \`accounts\` in the argument \`account\``,
  );
}

/** Throws when another region is called than the one that wrote the state. */
export function sameRegion(context: Context, state: Values): void {
  const known = state["regionId"];
  if (typeof known !== "string" || known === context.client.region) return;
  throw new Error(
    `this was made in region ${known}, but region ${context.client.region} is configured: nothing was done. ` +
      `Set \`resourceshare:region\` to ${known}, or the argument \`region\``,
  );
}
