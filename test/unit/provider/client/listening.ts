import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";
import { listen as listenOn } from "../../../support/listen.ts";

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
