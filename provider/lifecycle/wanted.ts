import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device.ts";
import type { Surroundings } from "./surroundings.ts";

type ClientOf = Surroundings["client"];

const known = new WeakMap<Surroundings, ClientOf>();

/** Clients that change nothing once nobody waits for the result any more; one for each account and region of a process. */
export function wantedClients(surroundings: Surroundings): ClientOf {
  const existing = known.get(surroundings);
  if (existing) return existing;
  const guards = new WeakMap<Client, Client>();
  const clientOf: ClientOf = async (account, region) => {
    const client = await surroundings.client(account, region);
    const guard = guards.get(client) ?? guarded(client, surroundings);
    guards.set(client, guard);
    return guard;
  };
  known.set(surroundings, clientOf);
  return clientOf;
}

/** The same for the user, device and content API. */
export async function wantedDevice(surroundings: Surroundings, account: string | undefined): Promise<DeviceClient> {
  const device = await surroundings.device(account);
  return {
    ...device,
    call: async (operation, request, options) => {
      if (!operation.reads) await surroundings.stillWanted();
      return device.call(operation, request, options);
    },
  };
}

function guarded(client: Client, surroundings: Surroundings): Client {
  return {
    account: client.account,
    region: client.region,
    callerAccount: () => client.callerAccount(),
    checkAccount: () => client.checkAccount(),
    all: (operation, request, pick, options) => client.all(operation, request, pick, options),
    call: async (operation, request, options) => {
      if (!operation.reads) await surroundings.stillWanted();
      return client.call(operation, request, options);
    },
  };
}
