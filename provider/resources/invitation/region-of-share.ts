import { isExistingShare } from "../../api/entities.ts";
import { DescribeRegions } from "../../api/regions.ts";
import { ListResourceShares } from "../../api/shares.ts";
import { WaitError } from "../../kernel/errors.ts";
import type { Context } from "../../lifecycle/resource.ts";

/** How long the regions have to answer, in milliseconds: the search only improves a message. */
const searchMs = 5_000;

/**
 * Throws when another region shows a share that the client's region does not: an id is unique, so the share will never appear here.
 * @param wasAccepted whether the invitation was accepted here, which counts in every region
 */
export async function assertNotElsewhere(context: Context, shareId: string, wasAccepted: boolean): Promise<void> {
  const region = await otherRegionOf(context, shareId);
  if (region === undefined) return;
  throw new WaitError(`share ${shareId} is in region ${region}, not in ${context.client.region}:`, [
    `set the region of this resource to ${region}, by the argument \`region\` or the provider's configuration`,
    ...(wasAccepted ? ["the invitation is accepted all the same, and after that change this resource manages it"] : []),
  ]);
}

/** Returns another region than the client's that shows a share to this account. A region that does not answer within seconds is left out. */
export async function otherRegionOf(context: Context, shareId: string): Promise<string | undefined> {
  const options = { deadline: context.clock.now() + searchMs };
  const { region: own } = context.client;
  const { Regions: regions = [] } = await context.client.call(DescribeRegions, {}, options).catch(() => ({ Regions: [] }));
  const request = { ResourceOwner: "OtherAccounts" as const, ResourceShareIds: [shareId] };
  const search = async (region: string) => {
    const client = await context.clientIn(region);
    const { ResourceShares: shares = [] } = await client.call(ListResourceShares, request, options);
    if (!shares.some(isExistingShare)) throw new Error(`${shareId} is not in ${region}`);
    return region;
  };
  const others = regions.map(({ RegionId }) => RegionId).filter((region) => region !== own);
  // Resolves with the first region that has the share; all other searches reject.
  return Promise.any(others.map(search)).catch(() => undefined);
}
