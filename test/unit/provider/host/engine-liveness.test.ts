import { createServer } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { engineLivenessOfProcess, onEngineGone } from "../../../../provider/host/engine-liveness.ts";
import { listen } from "../../../support/listen.ts";

/** A server that listens like an engine. */
async function listening() {
  const server = createServer((socket) => socket.destroy());
  const connected = new Promise<void>((resolve) => server.once("connection", () => resolve()));
  const { host: address, [Symbol.asyncDispose]: close } = await listen(server);
  return { address, connected, close };
}

test.each<[string, (pipe: PassThrough) => unknown]>([
  ["whose pipe has ended", (pipe) => pipe.end()],
  ["that has broken its pipe", (pipe) => pipe.destroy(new Error("read ECONNRESET"))],
])("reports an engine as gone %s and whose address refuses connections", async (_, leave) => {
  const { address, close } = await listening();
  await close();
  const pipe = new PassThrough();
  const gone = new Promise<string>((resolve) => onEngineGone({ pipe, address }, () => resolve("gone")));
  leave(pipe);
  expect(await gone).toBe("gone");
});

test("reports an engine as alive that has closed its pipe and still listens", async () => {
  const { address, connected, close } = await listening();
  const pipe = new PassThrough();
  let isGone = false;
  onEngineGone({ pipe, address }, () => (isGone = true));
  pipe.end();
  await connected;
  await close();
  expect(isGone).toBe(false);
});

test("ignores what the engine writes into the pipe", async () => {
  const { address, close } = await listening();
  await close();
  const pipe = new PassThrough();
  let isGone = false;
  onEngineGone({ pipe, address }, () => (isGone = true));
  await new Promise((resolve) => pipe.write("a line\n", resolve));
  await new Promise(setImmediate);
  expect(isGone).toBe(false);
});

test("monitors nothing without an engine's address", () => {
  expect(engineLivenessOfProcess(undefined)).toEqual({ pipe: undefined, address: undefined });
});
