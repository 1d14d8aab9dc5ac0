import { spawn } from "node:child_process";
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createSimulator, serve } from "../../../simulator/index.ts";
import { runCommand } from "./fixture.ts";
import { listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
});

/** The command runs in a shell that may have real credentials. */
const real = { ALIBABA_CLOUD_SECURITY_TOKEN: "real-token", ALIBABA_CLOUD_PROFILE: "real", RESOURCESHARE_ACCOUNT_ID: "1000000000000009" };

const environmentOfChild = `console.log(JSON.stringify(Object.entries(process.env).filter(([name]) => /^(RESOURCESHARE|ALIBABA_CLOUD)_/.test(name))))`;

test("runs the command of `simulate` with all variables that point Pulumi at the simulated service", async () => {
  const words = ["simulate", "--", process.execPath, "--eval", environmentOfChild];
  const { code, out, err } = await runCommand(words, { env: real, cwd: folder });
  expect(code).toBe(0);
  const variables = Object.fromEntries(JSON.parse(out) as [string, string][]);
  expect(Object.keys(variables).toSorted()).toEqual([
    "ALIBABA_CLOUD_ACCESS_KEY_ID",
    "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
    "RESOURCESHARE_ACCOUNTS",
    "RESOURCESHARE_DEVICE_ACCESS_TOKEN",
    "RESOURCESHARE_DEVICE_ENDPOINT",
    "RESOURCESHARE_DEVICE_REFRESH_TOKEN",
    "RESOURCESHARE_ENDPOINT",
  ]);
  expect(JSON.parse(variables["RESOURCESHARE_ACCOUNTS"] ?? "")).toHaveProperty("consumer.accessKeyId");
  expect(err).toMatch(/^The simulated Resource Sharing service listens on http:\/\/127\.0\.0\.1:\d+ until \S+ ends\.\n$/);
});

test("serves the command after `simulate --`, and passes its options on without parsing them", async () => {
  const program = join(import.meta.dirname, "../../../dist/cli/resourceshare.js");
  const { code, out } = await runCommand(
    ["simulate", "--", process.execPath, program, "access", "--account", "consumer", "--format", "json"],
    {
      env: real,
      cwd: folder,
    },
  );
  expect([code, JSON.parse(out)]).toEqual([0, expect.any(Object)]);
});

test.each([
  ["the exit code of the command", ["process.exit(7)"], 7],
  ["128 and the number of the signal that ended the command", ["process.kill(process.pid, 'SIGKILL')"], 137],
])("exits `simulate` with %s", async (_title, [text = ""], expected) => {
  expect((await runCommand(["simulate", "--", process.execPath, "--eval", text], { env: {}, cwd: folder })).code).toBe(expected);
});

test("passes a signal from `simulate` to its command, and exits with the command", async () => {
  const program = join(import.meta.dirname, "../../../dist/cli/resourceshare.js");
  const waiting = `process.on("SIGTERM", () => process.exit(5)); setInterval(() => undefined, 1000); console.log("ready")`;
  const child = spawn(program, ["simulate", "--", process.execPath, "--eval", waiting], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.once("data", () => child.kill("SIGTERM"));
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(5);
});

test.each([
  ["a command that does not exist", ["--", "no-such-command"], 1, "the command no-such-command is not on the PATH"],
  ["no command after --", ["--"], 2, "there is no command after --: for example resourceshare simulate -- pulumi up"],
  [
    "a command without --",
    ["pulumi", "up"],
    2,
    'simulate takes no "pulumi up": write a command to run after --, and a port as --port 4010',
  ],
])("explains wrong usage of simulate: %s", async (_title, words, code, message) => {
  const ended = await runCommand(["simulate", ...words], { env: {}, cwd: folder });
  expect([ended.code, ended.err]).toEqual([code, `resourceshare: ${message}\n`]);
});

test("makes `simulate --write-env` write a file that only its owner can read, and that a shell reads", async () => {
  const file = join(folder, "simulator.env");
  const script = `. ${file} && ${process.execPath} --eval '${environmentOfChild}'`;
  const { out } = await runCommand(["simulate", "--write-env", file, "--", "env", "-i", "sh", "-c", script], { env: real, cwd: folder });
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  const variables = Object.fromEntries(JSON.parse(out) as [string, string][]);
  expect(JSON.parse(variables["RESOURCESHARE_ACCOUNTS"] ?? "")).toHaveProperty("partner.accessKeySecret");
  const longest = Math.max(
    ...readFileSync(file, "utf8")
      .split("\n")
      .map(({ length }) => length),
  );
  expect(longest).toBeLessThan(140);
});

test("makes `simulate --write-env` unset every variable of the configuration that the world has no value for", async () => {
  const [world, file] = [join(folder, "world.json"), join(folder, "simulator.env")];
  writeFileSync(
    world,
    JSON.stringify({ version: 1, accounts: [{ id: "1000000000000001", keys: [{ accessKeyId: "LTAI-one", accessKeySecret: "secret" }] }] }),
  );
  const words = ["simulate", "--world", world, "--write-env", file, "--", "true"];
  expect(await runCommand(words, { env: {}, cwd: folder })).toMatchObject({ code: 0 });
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  const commands = lines.map((line) => line.split(" "));
  expect(commands.flatMap(([command, ...names]) => (command === "unset" ? names : [])).toSorted()).toEqual([
    "ALIBABA_CLOUD_PROFILE",
    "ALIBABA_CLOUD_REGION_ID",
    "ALIBABA_CLOUD_SECURITY_TOKEN",
    "RESOURCESHARE_ACCOUNTS",
    "RESOURCESHARE_ACCOUNT_ID",
    "RESOURCESHARE_DEVICE_ACCESS_TOKEN",
    "RESOURCESHARE_DEVICE_REFRESH_TOKEN",
    "RESOURCESHARE_MAX_ATTEMPTS",
    "RESOURCESHARE_REQUEST_TIMEOUT_SECONDS",
    "RESOURCESHARE_STS_ENDPOINT",
    "RESOURCESHARE_TIMEOUT_SECONDS",
    "RESOURCESHARE_TRACE",
  ]);
  expect(lines.flatMap((line) => /^export (\w+)=/.exec(line)?.[1] ?? [])).toEqual([
    "RESOURCESHARE_ENDPOINT",
    "RESOURCESHARE_DEVICE_ENDPOINT",
    "ALIBABA_CLOUD_ACCESS_KEY_ID",
    "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
  ]);
});

test("makes `simulate` name the world file that refers to an object that does not exist", async () => {
  const world = { version: 1, directories: [{ id: "rd-1", managementAccountId: "1000000000000001" }] };
  writeFileSync(join(folder, "world.json"), JSON.stringify(world));
  const { code, err } = await runCommand(["simulate", "--port", "0", "--world", "world.json"], { env: {}, cwd: folder });
  const reason = "directories[0].managementAccountId: there is no account 1000000000000001";
  expect([code, err]).toEqual([2, `resourceshare: --world world.json cannot be used: ${reason}\n`]);
});

test("makes `simulate` explain what a world without an access key in any account needs", async () => {
  writeFileSync(join(folder, "world.json"), JSON.stringify({ version: 1, accounts: [{ id: "1000000000000001" }] }));
  const { code, err } = await runCommand(["simulate", "--world", "world.json", "--", "true"], { env: {}, cwd: folder });
  const advice = 'give one "keys": [{ "accessKeyId": "LTAI-one", "accessKeySecret": "secret-of-one" }]';
  expect([code, err]).toEqual([
    2,
    `resourceshare: --world world.json: no account has an access key, so every call is refused: ${advice}\n`,
  ]);
});

test("names the file of `simulate --write-env` whose folder does not exist", async () => {
  const { code, err } = await runCommand(["simulate", "--port", "0", "--write-env", "no/simulator.env"], { env: {}, cwd: folder });
  expect([code, err]).toEqual([2, "resourceshare: --write-env no/simulator.env cannot be written: there is no such folder\n"]);
});

test("makes `simulate --write-env` replace the file of an earlier run, and neither another file nor a link", async () => {
  const file = join(folder, "simulator.env");
  const words = ["simulate", "--write-env", file, "--", "true"];
  for (const code of [0, 0]) expect((await runCommand(words, { env: {}, cwd: folder })).code).toBe(code);
  const other = join(folder, "other");
  writeFileSync(other, "mine\n");
  rmSync(file);
  symlinkSync(other, file);
  for (const name of [file, other]) {
    const { code, err } = await runCommand(["simulate", "--write-env", name, "--", "true"], { env: {}, cwd: folder });
    expect([code, err]).toEqual([
      2,
      `resourceshare: ${name} exists, and resourceshare simulate did not write it: choose another name for --write-env\n`,
    ]);
  }
  expect(readFileSync(other, "utf8")).toBe("mine\n");
});

test.each([
  [
    "a simulated service",
    () => serve(createSimulator()),
    " by a simulated service: use that one, or choose another with --port, or 0 for any",
  ],
  ["another program", anotherProgram, ": choose another with --port, or 0 for any"],
])("names %s that already uses the port of simulate", async (_title, start, advice) => {
  const { url, close } = await start();
  const { port } = new URL(url);
  const { code, err } = await runCommand(["simulate", "--port", port, "--", "true"], { env: {}, cwd: folder });
  await close();
  expect([code, err]).toEqual([1, `resourceshare: port ${port} is in use${advice}\n`]);
});

/** A program that answers every request, but is no simulated service. */
async function anotherProgram() {
  const { url, [Symbol.asyncDispose]: close } = await listen(createServer((_request, response) => response.end("hello")));
  return { url, close };
}
