import { createRequire } from "node:module";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectEngine, engineModulesFrom, type EnginePorts } from "../../../../provider/host/engine.ts";
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

/** A fake engine that records the lines that it receives. @param takesMs how long it takes to show a line */
async function startEngine(takesMs: (line: Line) => number = () => 0): Promise<{ address: string; lines: Line[]; stop: () => void }> {
  const lines: Line[] = [];
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: (call: { request: { toObject(): Line } }, answer: (error: null, empty: object) => void) => {
      const line = call.request.toObject();
      setTimeout(() => {
        lines.push(line);
        answer(null, new Empty());
      }, takesMs(line));
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
async function connected({ takesMs, ...ports }: Partial<EnginePorts> & { readonly takesMs?: (line: Line) => number } = {}) {
  const fake = await startEngine(takesMs);
  return { ...fake, engine: connectEngine({ address: fake.address, modules, patienceMs: 1000, ...ports }) };
}

test.each([
  ["status", true],
  ["warn", false],
] as const)("sends a log line of %s to the resource's own row in the engine, ephemeral: %s", async (level, ephemeral) => {
  const { engine, lines } = await connected();
  engine[level]("3 of 5 associated", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ message: "3 of 5 associated", urn: "urn:x", ephemeral });
});

test("sends a status line to the engine when the text of its row changes, and otherwise every thirty seconds", async () => {
  let time = 0;
  const { engine, lines } = await connected({ now: () => time });
  for (let count = 0; count < 65; count += 1) {
    time = 1000 * count;
    engine.status(`${Math.floor(count / 40)}/2 associated`, { urn: "urn:x" });
  }
  await until(() => lines.length === 3);
  expect(lines.map(({ message }) => message)).toEqual(["0/2 associated", "0/2 associated", "1/2 associated"]);
});

test("sends status lines to the engine in the order in which they were reported, however long the engine takes for one", async () => {
  const { engine, lines } = await connected({ takesMs: ({ message }) => (message === "1/1 disassociated" ? 100 : 0) });
  for (const message of ["1/1 disassociated", "permissions"]) engine.status(message, { urn: "urn:x" });
  await until(() => lines.length === 2);
  expect(lines.map(({ message }) => message)).toEqual(["1/1 disassociated", "permissions"]);
});

test("sends the same status line to the engine for each of two rows", async () => {
  const { engine, lines } = await connected();
  for (const urn of ["urn:x", "urn:y"]) engine.status("0/2 associated", { urn });
  await until(() => lines.length === 2);
  expect(lines.map(({ urn }) => urn)).toEqual(["urn:x", "urn:y"]);
});

test("reports an engine as alive while it answers, and as exited when it has ended", async () => {
  const { engine, stop: end } = await connected({ patienceMs: 300 });
  await expect(engine.assertAlive()).resolves.toBeUndefined();
  end();
  const check = () => engine.assertAlive().then(() => "there", String);
  await expect.poll(check, { timeout: 5000 }).toContain("Pulumi's engine has ended");
  await expect(engine.assertAlive()).rejects.toThrow("pulumi cancel");
});

test("reports an exited engine on the first check, long before the timeout, although no call was made", async () => {
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

test("neither checks an engine nor sends lines when its address is not known", async () => {
  let connections = 0;
  const counting = () => {
    connections += 1;
    return modules();
  };
  const engine = connectEngine({ address: undefined, modules: counting, patienceMs: 1000 });
  for (const level of ["debug", "info", "warn", "status"] as const) engine[level]("no engine listens");
  await expect(engine.assertAlive()).resolves.toBeUndefined();
  expect(connections).toBe(0);
});

test("ignores a log line that the engine cannot show", () => {
  const engine = connectEngine({ address: "127.0.0.1:1", modules: () => engineModulesFrom("/nowhere/at/all.js"), patienceMs: 10 });
  expect(() => engine.warn("lost")).not.toThrow();
});

// (promise P-printable)
test.each(["debug", "info", "warn", "status"] as const)(
  "sends a log line of %s to the engine as one line, and no command of a CI runner",
  async (level) => {
    const { engine, lines } = await connected();
    engine[level]("::set-output name=x::y\n\u001B[2J ##vso[x]y", { urn: "urn:x" });
    await until(() => lines.length === 1);
    expect(lines[0]?.message).toBe(": :set-output name=x::y [2J # #vso[x]y");
  },
);
