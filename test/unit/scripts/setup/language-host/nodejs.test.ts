import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import grpc from "@grpc/grpc-js";
import languageServices from "@pulumi/pulumi/proto/language_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/language_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import structs from "google-protobuf/google/protobuf/struct_pb.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endGroup, hasEnded, Sandbox, until } from "../sandbox.ts";

const HOST = fileURLToPath(new URL("../../../../../scripts/setup/language-host/nodejs.cjs", import.meta.url));

let machine: Sandbox;
let host: ChildProcessWithoutNullStreams;
let client: InstanceType<typeof languageServices.LanguageRuntimeClient>;
let output: string;

beforeEach(async () => {
  machine = new Sandbox();
  output = "";
  host = spawn(process.execPath, [HOST, "127.0.0.1:1"], { detached: true });
  host.stderr.on("data", (chunk) => (output += chunk));
  const port = await new Promise<string>((resolve) => host.stdout.once("data", (line) => resolve(String(line).trim())));
  host.stdout.on("data", (chunk) => (output += chunk));
  client = new languageServices.LanguageRuntimeClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
});

afterEach(() => {
  client.close();
  endGroup(host);
  machine[Symbol.dispose]();
});

/** Returns the first line of a program. It has a pipe of its own, and may arrive after the answer of the call. */
async function firstLine() {
  await until(() => output.includes("\n"), "the program's output arrives");
  return output;
}

/** Installs an SDK with this text as its part `module`. */
const installSdk = (module: "run" | "run-policy-pack" | "run-plugin", text: string) =>
  machine.file(`node_modules/@pulumi/pulumi/cmd/${module}/index.js`, text);

const program = (options: Record<string, structs.JavaScriptValue> = {}) =>
  new messages.ProgramInfo()
    .setRootDirectory(machine.root)
    .setProgramDirectory(machine.root)
    .setEntryPoint(".")
    .setOptions(structs.Struct.fromJavaScript(options));

function run(request = new messages.RunRequest(), options: Record<string, structs.JavaScriptValue> = {}) {
  request.setInfo(program(options)).setMonitorAddress("127.0.0.1:2").setStack("dev").setProject("tiny");
  return new Promise<messages.RunResponse.AsObject>((resolve, reject) =>
    client.run(request, (error, response) => (error ? reject(error) : resolve(response.toObject()))),
  );
}

describe("a program", () => {
  test("runs a program with its stack's data from the engine", async () => {
    installSdk(
      "run",
      `console.log(JSON.stringify([process.argv.slice(2), process.execArgv, process.env.PULUMI_CONFIG, process.env.PULUMI_NODEJS_TYPESCRIPT]))`,
    );
    const request = new messages.RunRequest().setDryrun(true).setParallel(4).setArgsList(["more"]);
    request.getConfigMap().set("tiny:name", "a");
    expect(await run(request, { nodeargs: "--no-warnings --title='a b'" })).toEqual({ error: "", bail: false });
    const flags = `--monitor 127.0.0.1:2 --engine 127.0.0.1:1 --project tiny --root-directory ${machine.root} --stack dev --pwd ${machine.root} --parallel 4 --dry-run . more`;
    expect(JSON.parse(await firstLine())).toEqual([flags.split(" "), ["--no-warnings", "--title=a b"], '{"tiny:name":"a"}', "true"]);
  });

  test.each([
    ["succeeds", "process.exit(0)", { error: "", bail: false }],
    ["has reported its failure", "process.exit(32)", { error: "", bail: true }],
    ["fails", "process.exit(3)", { error: "Program exited with non-zero exit code: 3", bail: false }],
    ["is killed", "process.kill(process.pid, 'SIGKILL')", { error: "Program was ended by SIGKILL", bail: false }],
  ])("reports the result of a program that %s", async (_, text, answer) => {
    installSdk("run", text);
    expect(await run()).toEqual(answer);
  });
});

describe("without an engine", () => {
  const pidsOfProgram = async () => {
    const file = join(machine.root, "pids");
    installSdk(
      "run",
      `const sleep = require("node:child_process").spawn("sleep", ["60"]);
       require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + sleep.pid + " ");
       setTimeout(() => {}, 60_000);`,
    );
    run().catch(() => {});
    await until(() => existsSync(file) && readFileSync(file, "utf8").endsWith(" "), "the program runs");
    return readFileSync(file, "utf8").trim().split(" ").map(Number);
  };

  test.each([
    ["closes its pipe, as it does when it is killed", () => host.stdin.destroy()],
    ["asks the host to end", () => host.kill("SIGTERM")],
    ["interrupts the host", () => host.kill("SIGINT")],
  ])("exits with all its programs when the engine %s", async (_, end) => {
    const pids = await pidsOfProgram();
    end();
    await until(() => host.exitCode === 0, "the host has ended");
    await until(() => pids.every(hasEnded), "its programs have ended");
  });

  test("ends the program and keeps running when the engine cancels", async () => {
    const [pid = 0] = await pidsOfProgram();
    await new Promise<void>((resolve) => client.cancel(new Empty(), () => resolve()));
    await until(() => hasEnded(pid), "the program has ended");
    expect(host.exitCode).toBeNull();
  });
});
