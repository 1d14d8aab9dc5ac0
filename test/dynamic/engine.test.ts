import { createRequire } from "node:module";
import { afterEach, expect, test } from "vitest";
import { connectEngine } from "../../provider/dynamic/engine.ts";

// The modules that the dynamic-provider process itself uses.
const anchor = createRequire(__filename).resolve("@pulumi/pulumi/cmd/run/index.js");
const load = createRequire(anchor);
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

/** An engine that remembers what it was told. */
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

test("a status line goes to the resource's own row and is ephemeral", async () => {
  const { address, lines } = await startEngine();
  connectEngine({ address, anchor, patienceMs: 1000 }).status("3 of 5 associated", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ message: "3 of 5 associated", urn: "urn:x", ephemeral: true });
});

test("a warning stays", async () => {
  const { address, lines } = await startEngine();
  connectEngine({ address, anchor, patienceMs: 1000 }).warn("was there already", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ ephemeral: false });
});

test("of many status lines of one row the first and the newest are shown", async () => {
  const { address, lines } = await startEngine();
  const engine = connectEngine({ address, anchor, patienceMs: 1000 });
  for (let count = 1; count <= 50; count += 1) engine.status(`${count}`, { urn: "urn:x" });
  await until(() => lines.length === 2);
  expect(lines.map(({ message }) => message)).toEqual(["1", "50"]);
});

test("rows do not wait for each other", async () => {
  const { address, lines } = await startEngine();
  const engine = connectEngine({ address, anchor, patienceMs: 1000 });
  engine.status("a", { urn: "urn:a" });
  engine.status("b", { urn: "urn:b" });
  await until(() => lines.length === 2);
});

test("an engine that answers is still there", async () => {
  const { address } = await startEngine();
  await expect(connectEngine({ address, anchor, patienceMs: 1000 }).assertAlive()).resolves.toBeUndefined();
});

test("an engine that has ended is not there any more", async () => {
  const { address, stop: end } = await startEngine();
  const engine = connectEngine({ address, anchor, patienceMs: 300 });
  await engine.assertAlive();
  end();
  const look = () => engine.assertAlive().then(() => "there", String);
  await expect.poll(look, { timeout: 5000 }).toContain("Pulumi's engine has ended");
  await expect(engine.assertAlive()).rejects.toThrow("pulumi cancel");
});

test("an engine that nobody has spoken to and that has ended is known to be gone at the first look, long before patience ends", async () => {
  const { address, stop: end } = await startEngine();
  end();
  const engine = connectEngine({ address, anchor, patienceMs: 3_600_000 });
  await expect(engine.assertAlive()).rejects.toThrow("Pulumi's engine has ended");
});

test("without an address there is nobody to lose and nobody to tell", async () => {
  const engine = connectEngine({ address: undefined, anchor: "", patienceMs: 1000 });
  engine.status("nobody hears this");
  await expect(engine.assertAlive()).resolves.toBeUndefined();
});

test("a line that cannot be shown fails nothing", () => {
  const engine = connectEngine({ address: "127.0.0.1:1", anchor: "/nowhere/at/all.js", patienceMs: 10 });
  expect(() => engine.warn("lost")).not.toThrow();
});

// (promise P-printable)
test.each(["debug", "info", "warn", "status"] as const)("a line of %s is one line, and no command of a CI runner", async (level) => {
  const { address, lines } = await startEngine();
  connectEngine({ address, anchor, patienceMs: 1000 })[level]("::set-output name=x::y\n\u001B[2J ##vso[x]y", { urn: "urn:x" });
  await until(() => lines.length === 1);
  expect(lines[0]?.message).toBe(": :set-output name=x::y [2J # #vso[x]y");
});
