import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import grpc from "@grpc/grpc-js";
import analyzerServices from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import analyzerMessages from "@pulumi/pulumi/proto/analyzer_pb.js";
import languageServices from "@pulumi/pulumi/proto/language_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/language_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import structs from "google-protobuf/google/protobuf/struct_pb.js";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
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

  test("runs plain JavaScript when the project disables TypeScript", async () => {
    installSdk("run", `console.log(String(process.env.PULUMI_NODEJS_TYPESCRIPT))`);
    await run(undefined, { typescript: false });
    expect(await firstLine()).toBe("undefined\n");
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

  test("reports what to install for a program without the SDK", async () => {
    expect((await run()).error).toBe(`The Pulumi SDK is not installed in ${machine.root}: run npm install there`);
  });
});

test("names what generates code when the CLI asks for it", async () => {
  const generation = new Promise((_, reject) => client.generatePackage(new messages.GeneratePackageRequest(), reject));
  await expect(generation).rejects.toMatchObject({
    details: expect.stringMatching(/cannot generate code.*Install the CLI from its vendor.*pulumi package add.*--generate-code=false/),
  });
});

describe("a policy pack", () => {
  /** Asks for the pack and returns what the engine would connect to: the port comes first on its stdout. */
  async function open() {
    const request = new messages.RunPluginRequest()
      .setKind("analyzer")
      .setInfo(program())
      .setArgsList(["127.0.0.1:1"])
      .setEnvList(["A=b=c"]);
    const stream = client.runPlugin(request);
    const port = await new Promise<string>((resolve, reject) => {
      stream.once("error", reject);
      stream.once("data", (first: messages.RunPluginResponse) => resolve(Buffer.from(first.getStdout_asU8()).toString().trim()));
    });
    const rest: messages.RunPluginResponse.AsObject[] = [];
    stream.on("data", (response: messages.RunPluginResponse) => rest.push(response.toObject())).on("error", () => {});
    const analyzer = new analyzerServices.AnalyzerClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    onTestFinished(() => analyzer.close());
    return { stream, analyzer, rest };
  }

  const configure = (analyzer: InstanceType<typeof analyzerServices.AnalyzerClient>) => {
    const stack = new analyzerMessages.AnalyzerStackConfigureRequest().setStack("dev").setProject("tiny").setDryRun(true);
    stack.getConfigMap().set("tiny:name", "a");
    return new Promise<void>((resolve, reject) => analyzer.configureStack(stack, (error) => (error ? reject(error) : resolve())));
  };

  const nameOf = (analyzer: InstanceType<typeof analyzerServices.AnalyzerClient>) =>
    new Promise<string>((resolve, reject) =>
      analyzer.getAnalyzerInfo(new Empty(), (error, info) => (error ? reject(error) : resolve(info.getName()))),
    );

  /** A pack that answers with its environment as its name. */
  const PACK = `
    const load = require("node:module").createRequire(${JSON.stringify(HOST)});
    const grpc = load("@grpc/grpc-js");
    const { AnalyzerService } = load("@pulumi/pulumi/proto/analyzer_grpc_pb.js");
    const { AnalyzerInfo } = load("@pulumi/pulumi/proto/analyzer_pb.js");
    const { A, PULUMI_NODEJS_STACK, PULUMI_NODEJS_DRY_RUN, PULUMI_CONFIG } = process.env;
    const name = JSON.stringify([process.argv[2], process.cwd(), A, PULUMI_NODEJS_STACK ?? null, PULUMI_NODEJS_DRY_RUN ?? null, PULUMI_CONFIG ?? null]);
    const server = new grpc.Server();
    server.addService(AnalyzerService, { getAnalyzerInfo: (call, answer) => answer(null, new AnalyzerInfo().setName(name)) });
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => console.log(port + "\\nready"));`;

  test("starts a policy pack when the stack is known, with the stack in its environment", async () => {
    installSdk("run-policy-pack", PACK);
    const { analyzer, rest } = await open();
    await configure(analyzer);
    expect(JSON.parse(await nameOf(analyzer))).toEqual(["127.0.0.1:1", machine.root, "b=c", "dev", "true", '{"tiny:name":"a"}']);
    await until(() => rest.length > 0, "the pack's output arrives");
    expect(rest[0]?.stdout).toBe(Buffer.from("ready\n").toString("base64"));
  });

  test("starts a policy pack without a stack when the engine sends none", async () => {
    installSdk("run-policy-pack", PACK);
    const { analyzer } = await open();
    expect(JSON.parse(await nameOf(analyzer))).toEqual(["127.0.0.1:1", machine.root, "b=c", null, null, null]);
  });

  test("reports an error for a policy pack that exits before it serves", async () => {
    installSdk("run-policy-pack", `console.error("no such pack"); process.exit(1);`);
    const { analyzer, rest } = await open();
    await expect(nameOf(analyzer)).rejects.toThrow("ended before it was ready");
    await until(() => rest.some(({ exitcode }) => exitcode === 1), "its exit code arrives");
  });

  test("ends a policy pack when the engine cancels its call", async () => {
    const pid = join(machine.root, "pid");
    installSdk("run-policy-pack", `require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid)); ${PACK}`);
    const { analyzer, stream } = await open();
    await nameOf(analyzer);
    stream.cancel();
    await until(() => hasEnded(Number(readFileSync(pid, "utf8"))), "the pack has ended");
    expect(host.exitCode).toBeNull();
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
