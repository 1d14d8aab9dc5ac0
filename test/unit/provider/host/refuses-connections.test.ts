import { createServer } from "node:net";
import { expect, test } from "vitest";
import { refusesConnections } from "../../../../provider/host/refuses-connections.ts";
import { listen } from "../../../support/listen.ts";

test("reports that an address accepts connections while a process listens there, and refuses them afterwards", async () => {
  const listening = await listen(createServer((socket) => socket.destroy()));
  expect(await refusesConnections(listening.host)).toBe(false);
  await listening[Symbol.asyncDispose]();
  expect(await refusesConnections(listening.host)).toBe(true);
});
