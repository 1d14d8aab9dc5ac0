import { sharing } from "../../provider/api/operations.ts";
import type { Client } from "../../provider/client/client.ts";
import { createSimulator, type SimulatorOptions } from "../../simulator/index.ts";

/** Options of a simulated service with its rate limits, and with quotas that no scenario reaches. */
export function limitedService(transitionMs: number): SimulatorOptions {
  const world = createSimulator().save();
  const quotas = { ...world.settings?.quotas, shares: 10_000, sharedResources: 100_000 };
  const pace = { associate: transitionMs, disassociate: transitionMs, deleteShare: transitionMs, accept: transitionMs };
  return { world: { ...world, settings: { ...world.settings, quotas } }, pace };
}

/** Creates empty shares, and returns their ids. */
export async function createShares(client: Client, names: readonly string[]): Promise<string[]> {
  const created = names.map((ResourceShareName) =>
    client.call(sharing.CreateResourceShare, { ResourceShareName, AllowExternalTargets: true }),
  );
  return (await Promise.all(created)).map(({ ResourceShare }) => ResourceShare.ResourceShareId);
}
