"use strict";

/**
 * A replacement for `pulumi-language-nodejs`, the language host that Pulumi's engine starts to run Node programs and policy packs.
 *
 * The vendor's archive contains that program. A CLI built from its Go module lacks it, so the set-up installs this file instead.
 * Programs run with the code of the `@pulumi/pulumi` that they have installed. Debugging and code generation are not supported.
 */

const grpc = require("@grpc/grpc-js");
const languageMessages = require("@pulumi/pulumi/proto/language_pb.js");
const { version } = require("@pulumi/pulumi/package.json");
const { findModule, nodeArguments, outcome, programEnvironment, start, stop } = require("./child-processes.cjs");
const { openPolicyPack } = require("./policy-pack.cjs");
const { messageOf, serveLanguage } = require("./server.cjs");

/** @param {import("./server.cjs").ProgramStart} start */
const startProgram = ({ request, program, options, engineAddress, env }) => {
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
  return start(
    [
      ...nodeArguments(options),
      findModule("@pulumi/pulumi/cmd/run", program.getProgramDirectory()),
      ...Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value])),
      ...(request.getDryrun() ? ["--dry-run"] : []),
      program.getEntryPoint(),
      ...request.getArgsList(),
    ],
    { env: { ...env, ...programEnvironment(options) } },
  );
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
    refuse(call, error);
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
    refuse(call, error);
  }
};

/**
 * Ends a call with an error. `call.destroy` would send no status, and the engine would wait for one.
 * @param {grpc.ServerWritableStream<any, any>} call
 * @param {unknown} error
 */
function refuse(call, error) {
  call.emit("error", { code: grpc.status.UNKNOWN, details: messageOf(error) });
}

/** @param {string[]} pairs @returns {NodeJS.ProcessEnv} */
const environmentOf = (pairs) =>
  Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));

serveLanguage({ name: "Node", version, startProgram, handlers: { runPlugin, installDependencies } });
