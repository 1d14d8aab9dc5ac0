"use strict";

/**
 * A stand-in for `pulumi-language-nodejs`, the program that Pulumi's engine starts to run Node programs and policy packs.
 *
 * The vendor's archive brings that program; a CLI built from its Go module lacks it, and the set-up then puts this file in its place.
 * The protocol is Pulumi's own: the descriptions come from `@pulumi/pulumi/proto`, the code that runs a program from the
 * `@pulumi/pulumi` that the program itself has installed. Not served: attaching a debugger and generating code.
 *
 * The engine reads our port from the first line of stdout, holds our stdin open while it lives, and gives its address as last argument.
 */

const { fstatSync } = require("node:fs");
const grpc = require("@grpc/grpc-js");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb.js");
const languageMessages = require("@pulumi/pulumi/proto/language_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");
const { version } = require("@pulumi/pulumi/package.json");
const { findModule, nodeArguments, outcome, programEnvironment, start, stop, stopAll } = require("./child-processes.cjs");
const { openPolicyPack } = require("./policy-pack.cjs");

/** A program that ends with this code has already told the user what is wrong. */
const ALREADY_EXPLAINED = 32;

let engineAddress = process.argv.at(-1) ?? "";

/** @param {grpc.ServerUnaryCall<languageMessages.RunRequest, languageMessages.RunResponse>} call @param {grpc.sendUnaryData<languageMessages.RunResponse>} answer */
const run = async (call, answer) => {
  const request = call.request;
  const response = new languageMessages.RunResponse();
  try {
    if (request.getAttachDebugger())
      throw new Error("This language host cannot attach a debugger: install the Pulumi CLI from its vendor for that");
    const program = request.getInfo();
    if (program === undefined) throw new Error("The engine names no program: it is older than this language host");
    const options = program.getOptions()?.toJavaScript() ?? {};
    const flags = {
      monitor: request.getMonitorAddress(),
      engine: engineAddress,
      organization: request.getOrganization(),
      project: request.getProject(),
      "root-directory": program.getRootDirectory(),
      stack: request.getStack(),
      pwd: program.getProgramDirectory(),
      parallel: String(request.getParallel()),
    };
    const child = start(
      [
        ...nodeArguments(options),
        findModule("@pulumi/pulumi/cmd/run", program.getProgramDirectory()),
        ...Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value])),
        ...(request.getDryrun() ? ["--dry-run"] : []),
        program.getEntryPoint(),
        ...request.getArgsList(),
      ],
      {
        env: {
          ...process.env,
          ...programEnvironment(options),
          PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
          PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
        },
      },
    );
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    call.on("cancelled", () => stop(child));
    const { code, signal } = await outcome(child);
    if (code === ALREADY_EXPLAINED) response.setBail(true);
    else if (signal !== null) response.setError(`Program was ended by ${signal}`);
    else if (code !== 0) response.setError(`Program exited with non-zero exit code: ${code}`);
  } catch (error) {
    response.setError(messageOf(error));
  }
  answer(null, response);
};

/** @param {grpc.ServerWritableStream<languageMessages.RunPluginRequest, languageMessages.RunPluginResponse>} call */
const runPlugin = async (call) => {
  const request = call.request;
  const directory = request.getInfo()?.getProgramDirectory() ?? request.getProgram();
  const options = request.getInfo()?.getOptions()?.toJavaScript() ?? {};
  const env = { ...environmentOf(request.getEnvList()), ...programEnvironment(options) };
  /** @param {"setStdout" | "setStderr"} set @returns {(chunk: Buffer | string) => void} */
  const send = (set) => (chunk) => void call.write(new languageMessages.RunPluginResponse()[set](Buffer.from(chunk)));
  try {
    const child =
      request.getKind() === "analyzer"
        ? await openPolicyPack({ call, directory, env, nodeArguments: nodeArguments(options), stdout: send("setStdout") })
        : start([...nodeArguments(options), findModule("@pulumi/pulumi/cmd/run-plugin", directory), directory, ...request.getArgsList()], {
            cwd: request.getPwd(),
            env,
          });
    if (request.getKind() !== "analyzer") child.stdout.on("data", send("setStdout"));
    child.stderr.on("data", send("setStderr"));
    call.on("cancelled", () => stop(child));
    const { code } = await outcome(child);
    call.write(new languageMessages.RunPluginResponse().setExitcode(code ?? 1));
    call.end();
  } catch (error) {
    call.destroy(Object.assign(new Error(messageOf(error)), { code: grpc.status.UNKNOWN, details: messageOf(error) }));
  }
};

/** @param {grpc.ServerWritableStream<languageMessages.InstallDependenciesRequest, languageMessages.InstallDependenciesResponse>} call */
const installDependencies = async (call) => {
  const options = call.request.getInfo()?.getOptions()?.toJavaScript() ?? {};
  const packageManager = ["npm", "pnpm", "yarn", "bun"].find((name) => name === options["packagemanager"]) ?? "npm";
  /** @param {"setStdout" | "setStderr"} set @returns {(chunk: Buffer) => void} */
  const send = (set) => (chunk) => void call.write(new languageMessages.InstallDependenciesResponse()[set](chunk));
  try {
    const child = start(["install"], { command: packageManager, cwd: call.request.getDirectory() });
    child.stdout.on("data", send("setStdout"));
    child.stderr.on("data", send("setStderr"));
    call.on("cancelled", () => stop(child));
    const { code } = await outcome(child);
    if (code !== 0) throw new Error(`${packageManager} install exited with code ${code}`);
    call.end();
  } catch (error) {
    call.destroy(Object.assign(new Error(messageOf(error)), { code: grpc.status.UNKNOWN, details: messageOf(error) }));
  }
};

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string[]} pairs @returns {NodeJS.ProcessEnv} */
const environmentOf = (pairs) =>
  Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));

/**
 * @param {() => unknown} response
 * @returns {grpc.handleUnaryCall<any, any>}
 */
const respondWith = (response) => (_call, answer) => answer(null, response());

/** @type {grpc.UntypedServiceImplementation} */
const handlers = {
  /** @type {grpc.handleUnaryCall<languageMessages.LanguageHandshakeRequest, languageMessages.LanguageHandshakeResponse>} */
  handshake: (call, answer) => {
    engineAddress = call.request.getEngineAddress();
    answer(null, new languageMessages.LanguageHandshakeResponse());
  },
  getPluginInfo: respondWith(() => new PluginInfo().setVersion(version)),
  // Empty lists: the engine looks for a plugin when a resource asks for one, so nothing is installed ahead.
  getRequiredPackages: respondWith(() => new languageMessages.GetRequiredPackagesResponse()),
  getRequiredPlugins: respondWith(() => new languageMessages.GetRequiredPluginsResponse()),
  getProgramDependencies: respondWith(() => new languageMessages.GetProgramDependenciesResponse()),
  about: respondWith(() => new languageMessages.AboutResponse().setExecutable(process.execPath).setVersion(process.version)),
  run,
  runPlugin,
  installDependencies,
  cancel: respondWith(() => {
    void stopAll();
    return new Empty();
  }),
};

let isEnding = false;

/** Ends the programs first, so that nothing goes on without an engine. */
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  try {
    process.kill(-process.pid, "SIGINT"); // The engine gave us a process group: whatever the programs have started is in it.
  } catch {
    // Started by hand, without a group of its own.
  }
  await stopAll();
  process.exit(0);
};

process.on("SIGINT", end).on("SIGTERM", end).on("SIGHUP", end);
// The engine's end of this pipe closes however the engine dies, kill -9 included; a terminal or /dev/null tells nothing.
const stdin = fstatSync(0);
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("close", end).resume();

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(LanguageRuntimeService, handlers);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
