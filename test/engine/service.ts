import { createClients } from "../../provider/client/client-registry.ts";
import { readConfiguration } from "../../provider/client/config/configuration.ts";
import type { Client } from "../../provider/client/client.ts";
import { createSimulator, demo, deviceDemo, serve, type Simulator, type SimulatorOptions } from "../../simulator/index.ts";
import { isReadOperation } from "../support/is-read-operation.ts";

/** A simulated service over HTTP, and what a program needs to call it. */
export interface Service extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly url: string;
  /** The environment of a program that runs as the directory's management account. */
  readonly env: Readonly<Record<string, string>>;
  /** The environment without credentials. */
  readonly address: Readonly<Record<string, string>>;
  /** A client of our own, as the owner. */
  readonly client: Client;
  /** Returns the names of the operations called since the last time. */
  takeOperations(): string[];
  /** The same without those that only read. */
  takeWrites(): string[];
  /** The one share of that name that is not deleted. */
  shareId(name: string): string;
}

/** @param served what replaces the simulator for its callers, such as one that kills them */
export async function startService(
  options: SimulatorOptions = {},
  served: (simulator: Simulator) => Simulator = (simulator) => simulator,
): Promise<Service> {
  const simulator = createSimulator(options);
  const { url, close } = await serve(served(simulator));
  const keyOf = (account: string) => simulator.keys.find(({ accountId }) => accountId === account);
  const [owner, consumer] = [keyOf(demo.owner), keyOf(demo.consumer)];
  if (!owner || !consumer) throw new Error("the demonstration world has other accounts");
  const address = { RESOURCESHARE_ENDPOINT: url, RESOURCESHARE_DEVICE_ENDPOINT: url, RESOURCESHARE_STS_ENDPOINT: url };
  const env = {
    ...address,
    ALIBABA_CLOUD_ACCESS_KEY_ID: owner.accessKeyId,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: owner.accessKeySecret,
    RESOURCESHARE_DEVICE_ACCESS_TOKEN: deviceDemo.accessToken,
    RESOURCESHARE_DEVICE_REFRESH_TOKEN: deviceDemo.refreshToken,
    RESOURCESHARE_ACCOUNTS: JSON.stringify({
      consumer: { accessKeyId: consumer.accessKeyId, accessKeySecret: consumer.accessKeySecret },
    }),
  };
  const takeOperations = () => {
    const names = simulator.calls.map(({ operation }) => operation);
    simulator.forgetCalls();
    return names;
  };
  return {
    simulator,
    url,
    env,
    address,
    client: createClients(readConfiguration({}, env)).client(),
    takeOperations,
    takeWrites: () => takeOperations().filter((name) => !isReadOperation(name)),
    shareId: (name) => {
      const found = [...simulator.world.shares.values()].filter((share) => share.name === name && share.status !== "Deleted");
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} shares are named ${name}`);
      return found[0].id;
    },
    [Symbol.asyncDispose]: close,
  };
}
