"use strict";

/**
 * A replacement for `pulumi-language-nodejs`, the language host that Pulumi's engine starts to run Node programs and policy packs.
 *
 * The vendor's archive contains that program. A CLI built from its Go module lacks it, so the set-up installs this file instead.
 * It implements Pulumi's gRPC protocol with the definitions in `@pulumi/pulumi/proto`. Programs run with the code of the
 * `@pulumi/pulumi` that they have installed. Debugging and code generation are not supported.
 *
 * The engine passes its address as the last argument, and reads the host's port from the first line of stdout.
 * It keeps the host's stdin open while it runs.
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

/** Exit code of a program that has already reported its error to the user. */
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
  // The lists are empty: the engine loads a plugin when a resource needs it, so none is installed in advance.
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

/** Stops the programs before this process exits, so that none continues without an engine. */
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  try {
    process.kill(-process.pid, "SIGINT"); // The engine starts this process in its own group, which includes the programs' child processes.
  } catch {
    // This process was started by hand, without its own process group.
  }
  await stopAll();
  process.exit(0);
};

process.on("SIGINT", end).on("SIGTERM", end).on("SIGHUP", end);
// The pipe closes when the engine exits, even after SIGKILL. A terminal or /dev/null does not show this.
const stdin = fstatSync(0);
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("close", end).resume();

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(LanguageRuntimeService, handlers);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
