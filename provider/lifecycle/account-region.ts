import type { Client } from "../client/client.ts";
import { credentialsText, knownCaller, UnknownCallerError } from "../client/credentials/caller-identity.ts";
import type { Context, Resource, Values } from "./resource.ts";

/** Returns the account of the credentials, if the endpoint can report it, and the region. */
export async function accountAndRegionOf(context: Context): Promise<{ accountId: string | undefined; regionId: string }> {
  return { accountId: await context.client.callerAccount(), regionId: context.client.region };
}

/**
 * Rejects unless the credentials certainly belong to the account of the state.
 * In another account every object is absent, so that a program would create all of them a second time.
 */
export async function assertSameAccount(resource: Resource, context: Context, state: Values): Promise<void> {
  assertSameRegion(context, state);
  await context.client.checkAccount();
  const known = accountsOf(resource, state);
  if (known.length === 0) return;
  const caller = await knownCaller(context.client.callerAccount).catch((error: unknown) => {
    throw error instanceof UnknownCallerError
      ? new Error(`this is managed from account ${known[0]}, but ${error.message}`, { cause: error })
      : error;
  });
  const other = known.find((account) => account !== caller);
  if (other === undefined) return;
  const { fact, remedy } = otherAccountTexts(context.client, other, caller);
  throw new Error(`this is ${fact}: nothing was done. Use ${remedy}`);
}

/** Returns the texts about an object of another account than that of the credentials: what is so, and what to use. */
export function otherAccountTexts({ sources }: Pick<Client, "sources">, other: string, caller: string): { fact: string; remedy: string } {
  return {
    fact: `managed from account ${other}, but ${credentialsText(sources, caller)}`,
    remedy: `credentials of ${other}, or name its entry of \`accounts\` in the argument \`account\``,
  };
}

/** Returns the accounts that a state names: the account that wrote it, and that of the object. */
function accountsOf({ accountOutput }: Resource, state: Values): string[] {
  return ["accountId", accountOutput ?? "accountId"].map((name) => state[name]).filter((value) => typeof value === "string");
}

/** Returns whether an argument only names the region that the object is in already: the configuration named it before. */
export function namesOwnRegion(name: string, state: Values, inputs: Values): boolean {
  return name === "region" && state["region"] === undefined && inputs["region"] === state["regionId"];
}

/** A region, and the place that names it. */
export interface NamedRegion {
  readonly regionId: string;
  readonly source?: string | undefined;
}

/** Throws when the client's region differs from the region in the state. */
export function assertSameRegion({ client }: Context, state: Values): void {
  const difference = regionDifference({ regionId: client.region, source: client.sources?.region }, state);
  if (difference !== undefined) throw new Error(`${difference.text}: nothing was done. ${difference.advice}`);
}

/** Compares the configured region with the region in the state. */
export function regionDifference(configured: NamedRegion | undefined, state: Values): { text: string; advice: string } | undefined {
  const known = state["regionId"];
  if (configured === undefined || typeof known !== "string" || known === configured.regionId) return undefined;
  const by = configured.source === undefined ? "" : ` by ${configured.source}`;
  return {
    text: `this was created in region ${known}, but region ${configured.regionId} is configured${by}`,
    advice: `Set the argument \`region\` to ${known} to keep it there, or to ${configured.regionId} to replace it`,
  };
}
