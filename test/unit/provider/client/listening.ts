import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";
import { DeleteResourceShare } from "../../../../provider/api/shares.ts";
import { type ClientOptions, createClient } from "../../../../provider/client/create-client.ts";
import { createHttpTransport } from "../../../../provider/client/undici.ts";
import { systemClock } from "../../../../provider/kernel/clock.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { systemRandom } from "../../../../provider/kernel/random.ts";
import { clientDefaults } from "../../../support/client-defaults.ts";
import { listen as listenOn } from "../../../support/listen.ts";
import { key, rejection } from "./fixture.ts";

/** Opens a server on this machine until the test ends, and returns its host and port. */
export async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return (await listenOn(server)).host;
}

/** Returns a host and port that refuses connections. */
export async function closedHost(): Promise<string> {
  await using server = await listenOn(createServer());
  return server.host;
}

/** The error of a write over a real connection, on the machine's clock. */
export function failedRemoval(endpoint: string, environment: NodeJS.ProcessEnv = {}, parts: Partial<ClientOptions> = {}): Promise<unknown> {
  const transport = createHttpTransport(environment);
  const real = { region: "cn-hangzhou", transport, clock: systemClock, random: systemRandom, log: silentLog };
  const { call } = createClient(clientDefaults({ ...real, endpoint, credentials: async () => key, ...parts }));
  return rejection(call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
}
