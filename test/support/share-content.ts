import type { Simulator } from "../../simulator/index.ts";

/** What has the simulated service. */
interface WithSimulator {
  readonly simulator: Simulator;
}

/** The ids of the resources and targets in a share, sorted. */
export function entitiesIn({ simulator }: WithSimulator, shareId: string): string[] {
  return [...(simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ id }) => id).toSorted();
}

/** The tags of a share by key. */
export function tagsIn({ simulator }: WithSimulator, shareId: string): Record<string, string> {
  return Object.fromEntries(simulator.world.shares.get(shareId)?.tags ?? []);
}

/** The names of the permissions that are attached to a share, sorted. */
export function permissionsIn({ simulator }: WithSimulator, shareId: string): string[] {
  return [...(simulator.world.shares.get(shareId)?.permissions.values() ?? [])].map(({ name }) => name).toSorted();
}
