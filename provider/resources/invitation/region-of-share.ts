import { isExistingShare } from "../../api/entities.ts";
import { DescribeRegions } from "../../api/regions.ts";
import { ListResourceShares } from "../../api/shares.ts";
import { WaitError } from "../../kernel/errors.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { visibilityMs } from "../../lifecycle/freshness.ts";

/**
 * Throws when another region shows a share that the client's region does not: an id is unique, so the share will never appear here.
 * A region that does not answer within seconds is left out.
 */
export async function assertNotElsewhere(context: Context, shareId: string): Promise<void> {
  const options = { deadline: context.clock.now() + visibilityMs };
  const { region: here } = context.client;
  const { Regions: regions = [] } = await context.client.call(DescribeRegions, {}, options).catch(() => ({ Regions: [] }));
  const request = { ResourceOwner: "OtherAccounts" as const, ResourceShareIds: [shareId] };
  const searches = regions.map(async ({ RegionId: region }) => {
    const { ResourceShares: shares = [] } = await (await context.clientIn(region)).call(ListResourceShares, request, options);
    if (region === here || !shares.some(isExistingShare)) throw new Error("it is not there");
    return region;
  });
  const region = await Promise.any(searches).catch(() => undefined);
  if (region === undefined) return;
  throw new WaitError(`share ${shareId} is in region ${region}, not in ${here}:`, [
    `set the region of this resource to ${region}, by the argument \`region\` or the provider's configuration`,
  ]);
}
