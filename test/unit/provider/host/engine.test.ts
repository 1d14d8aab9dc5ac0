import { createRequire } from "node:module";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectEngine, engineModulesFrom } from "../../../../provider/host/engine.ts";
import { listen } from "../../../support/listen.ts";

// The modules that the dynamic-provider process itself uses.
const anchor = createRequire(__filename).resolve("@pulumi/pulumi/cmd/run/index.js");
const load = createRequire(anchor);
const modules = () => engineModulesFrom(anchor);
const grpc = load("@grpc/grpc-js");
const { EngineService } = load("@pulumi/pulumi/proto/engine_grpc_pb.js");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb.js");

interface Line {
  readonly message: string;
  readonly urn: string;
  readonly ephemeral: boolean;
}

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A fake engine that records the lines that it receives. */
async function startEngine(): Promise<{ address: string; lines: Line[]; stop: () => void }> {
  const lines: Line[] = [];
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: (call: { request: { toObject(): Line } }, answer: (error: null, empty: object) => void) => {
      lines.push(call.request.toObject());
      answer(null, new Empty());
    },
    getRootResource: () => undefined,
    setRootResource: () => undefined,
    startDebugging: () => undefined,
    requirePulumiVersion: () => undefined,
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error: Error | null, bound: number) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  stop = () => server.forceShutdown();
  return { address: `127.0.0.1:${port}`, lines, stop };
}

const until = async (condition: () => boolean) => {
  await expect.poll(condition, { timeout: 5000 }).toBe(true);
};

/** A fake engine, and the connection of a process to it. */
async function connected(patienceMs = 1000) {
  const fake = await startEngine();
  return { ...fake, engine: connectEngine({ address: fake.address, modules, patienceMs }) };
}

test.each([
  ["status", true],
  ["warn", false],
] as const)("sends a line of %s to the resource's own row, ephemeral: %s", async (level, ephemeral) => {
  const { engine, lines } = await connected();
  engine[level]("3 of 5 associated", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ message: "3 of 5 associated", urn: "urn:x", ephemeral });
});

test("shows the first and the newest of many status lines of one row", async () => {
  const { engine, lines } = await connected();
  for (let count = 1; count <= 50; count += 1) engine.status(`${count}`, { urn: "urn:x" });
  await until(() => lines.length === 2);
  expect(lines.map(({ message }) => message)).toEqual(["1", "50"]);
});

test("shows fewer status lines of one row the longer it waits", async () => {
  const { engine, lines } = await connected();
  for (let count = 0; count < 30; count += 1) {
    engine.status(`${count}`, { urn: "urn:x" });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // The pauses are 0.5 s, 1 s and 2 s.
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(5);
});

test("shows the final status line of a row at once, and none of those before it later", async () => {
  const { engine, lines } = await connected();
  for (const message of ["0 of 2", "1 of 2"]) engine.status(message, { urn: "urn:x" });
  engine.status("2 of 2", { urn: "urn:x", isFinal: true });
  await until(() => lines.length === 2);
  // The row of another resource has its second line when the throttle of the first row has ended too.
  for (const message of ["a", "b"]) engine.status(message, { urn: "urn:y" });
  await until(() => lines.length === 4);
  expect(lines.map(({ message }) => message)).toEqual(["0 of 2", "2 of 2", "a", "b"]);
});

test("limits the progress lines of each row separately", async () => {
  const { engine, lines } = await connected();
  for (const name of ["a", "b", "c"]) engine.status(name, { urn: `urn:${name}` });
  // Of several lines of one row, only the newest would follow the first.
  await until(() => lines.length === 3);
  expect(lines.map(({ message }) => message).toSorted()).toEqual(["a", "b", "c"]);
});

test("reports an engine as alive that answers, and as gone when it has ended", async () => {
  const { engine, stop: end } = await connected(300);
  await expect(engine.assertAlive()).resolves.toBeUndefined();
  end();
  const check = () => engine.assertAlive().then(() => "there", String);
  await expect.poll(check, { timeout: 5000 }).toContain("Pulumi's engine has ended");
  await expect(engine.assertAlive()).rejects.toThrow("pulumi cancel");
});

test("reports an engine that has ended as gone on the first check, long before the timeout, although no call was made", async () => {
  const { address, stop: end } = await startEngine();
  end();
  const engine = connectEngine({ address, modules, patienceMs: 3_600_000 });
  await expect(engine.assertAlive()).rejects.toThrow("Pulumi's engine has ended");
});

test("waits once for an engine that does not answer, however many checks are made meanwhile", async () => {
  const { host: address, [Symbol.asyncDispose]: close } = await listen(createServer());
  let waits = 0;
  class CountingClient extends modules().EngineClient {
    override waitForReady(deadline: number, done: (error?: Error) => void): void {
      waits += 1;
      super.waitForReady(deadline, done);
    }
  }
  const counting = () => ({ ...modules(), EngineClient: CountingClient });
  const engine = connectEngine({ address, modules: counting, patienceMs: 300 });
  const checks = await Promise.allSettled(Array.from({ length: 5 }, () => engine.assertAlive()));
  void close();
  expect(checks.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  expect(waits).toBe(1);
});

test("neither checks an engine nor sends lines without an address", async () => {
  const engine = connectEngine({ address: undefined, modules, patienceMs: 1000 });
  engine.status("no engine listens");
  await expect(engine.assertAlive()).resolves.toBeUndefined();
});

test("ignores a line that cannot be shown", () => {
  const engine = connectEngine({ address: "127.0.0.1:1", modules: () => engineModulesFrom("/nowhere/at/all.js"), patienceMs: 10 });
  expect(() => engine.warn("lost")).not.toThrow();
});

// (promise P-printable)
test.each(["debug", "info", "warn", "status"] as const)("sends a line of %s as one line, and no command of a CI runner", async (level) => {
  const { engine, lines } = await connected();
  engine[level]("::set-output name=x::y\n\u001B[2J ##vso[x]y", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]?.message).toBe(": :set-output name=x::y [2J # #vso[x]y");
});
