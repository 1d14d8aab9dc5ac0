"use strict";

/**
 * The engine's side of a language host: serves Pulumi's gRPC protocol with the definitions in `@pulumi/pulumi/proto`, runs the programs
 * that the engine names, and exits with them when the engine exits.
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
const { outcome, stop, stopAll } = require("./child-processes.cjs");

/** Exit code of a program that has already reported its error to the user. */
const ALREADY_EXPLAINED = 32;

/** The calls by which the CLI asks for code: an SDK, a program that was converted or imported, a package in a project. */
const CODE_GENERATION = ["generateProgram", "generateProject", "generatePackage", "pack", "link"];

/**
 * What a program is started with.
 * @typedef {object} ProgramStart
 * @property {languageMessages.RunRequest} request
 * @property {languageMessages.ProgramInfo} program
 * @property {Record<string, any>} options the project's `runtime.options`
 * @property {string} engineAddress
 * @property {NodeJS.ProcessEnv} env this process's environment with the stack's configuration
 */

/**
 * Serves a language until the engine exits.
 * @param {object} language
 * @param {string} language.name as the CLI spells it
 * @param {string} language.version of the language's SDK
 * @param {(start: ProgramStart) => import("./child-processes.cjs").Program | Promise<import("./child-processes.cjs").Program>} language.startProgram
 * @param {grpc.UntypedServiceImplementation} [language.handlers] further calls that the host answers
 */
function serveLanguage({ name, version, startProgram, handlers = {} }) {
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
      const child = await startProgram({
        request,
        program,
        options: program.getOptions()?.toJavaScript() ?? {},
        engineAddress,
        env: {
          ...process.env,
          PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
          PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
        },
      });
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

  serve({
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
    ...Object.fromEntries(CODE_GENERATION.map((call) => [call, refuseCodeGeneration(name)])),
    ...handlers,
    cancel: respondWith(() => {
      void stopAll();
      return new Empty();
    }),
  });
}

/**
 * @param {() => unknown} response
 * @returns {grpc.handleUnaryCall<any, any>}
 */
function respondWith(response) {
  return (_call, answer) => answer(null, response());
}

/**
 * @param {string} name
 * @returns {grpc.handleUnaryCall<any, any>}
 */
function refuseCodeGeneration(name) {
  const message = [
    `This CLI was built without Pulumi's own language host for ${name}: it runs programs and cannot generate code.`,
    `Install the CLI from its vendor (https://www.pulumi.com/docs/install/) for \`pulumi package add\`, \`pulumi package gen-sdk\` and \`pulumi convert\`.`,
    `\`pulumi import\` works with --generate-code=false.`,
  ].join(" ");
  // Not UNIMPLEMENTED, which the CLI reports without the message.
  return (_call, answer) => answer({ code: grpc.status.FAILED_PRECONDITION, details: message });
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

let isEnding = false;

/** Stops the programs before this process exits, so that none continues without an engine. */
async function end() {
  if (isEnding) return;
  isEnding = true;
  try {
    process.kill(-process.pid, "SIGINT"); // The engine starts this process in its own group, which includes the programs' child processes.
  } catch {
    // This process was started by hand, without its own process group.
  }
  await stopAll();
  process.exit(0);
}

/** @param {grpc.UntypedServiceImplementation} handlers */
function serve(handlers) {
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
}

module.exports = { messageOf, serveLanguage };
