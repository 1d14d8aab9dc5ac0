"use strict";

/**
 * Starts a policy pack as Pulumi's language host does.
 *
 * A pack reads project, stack and configuration from its environment, but the engine sends them only after it has connected.
 * Therefore a proxy serves the engine first. The pack starts when the stack is known, and the proxy forwards all later calls unchanged.
 */

const grpc = require("@grpc/grpc-js");
const { AnalyzerService } = require("@pulumi/pulumi/proto/analyzer_grpc_pb.js");
const { AnalyzerStackConfigureRequest } = require("@pulumi/pulumi/proto/analyzer_pb.js");
const { findModule, outcome, start } = require("./child-processes.cjs");

const UNLIMITED_MESSAGES = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** @param {Buffer} bytes */
const passThrough = (bytes) => bytes;

/** The analyzer service, with messages as bytes instead of parsed objects. */
const service = Object.fromEntries(
  Object.entries(AnalyzerService).map(([name, method]) => [
    name,
    {
      ...method,
      requestSerialize: passThrough,
      requestDeserialize: passThrough,
      responseSerialize: passThrough,
      responseDeserialize: passThrough,
    },
  ]),
);

/**
 * @typedef {object} PolicyPack
 * @property {grpc.ServerWritableStream<any, any>} call the engine's call, which stays open while the pack runs
 * @property {string} directory the folder of the pack's PulumiPolicy.yaml and package.json
 * @property {NodeJS.ProcessEnv} env
 * @property {string[]} nodeArguments
 * @property {(text: Buffer | string) => void} stdout writes to the pack's stdout as the engine reads it; the port comes first
 */

/**
 * Starts a policy pack behind a proxy.
 * @param {PolicyPack} pack
 * @returns {Promise<import("./child-processes.cjs").Program>} the pack's process, when the engine has sent the stack
 */
async function openPolicyPack({ call, directory, env, nodeArguments, stdout }) {
  const runner = findModule("@pulumi/pulumi/cmd/run-policy-pack", directory);
  const proxy = await serveProxy();
  call.on("cancelled", proxy.close);
  stdout(`${proxy.port}\n`);
  const stack = await proxy.stack;
  if (call.cancelled) throw new Error("The engine has ended the policy pack before it started");
  const child = start([...nodeArguments, runner, ...call.request.getArgsList(), directory], {
    cwd: directory,
    env: { ...env, ...stackEnvironment(stack) },
  });
  void outcome(child)
    .catch(() => {})
    .then(proxy.close);
  readPort(child.stdout, stdout, (port) => {
    const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), UNLIMITED_MESSAGES);
    child.once("exit", () => client.close());
    if (stack === undefined) return proxy.attach(client);
    // An old pack that does not implement this call returns an error, which is ignored.
    client.makeUnaryRequest("/pulumirpc.Analyzer/ConfigureStack", passThrough, passThrough, stack, () => proxy.attach(client));
  });
  return child;
}

/** Serves the engine. It stores the stack that the engine sends, and delays other calls until the pack is ready. */
async function serveProxy() {
  /** @type {(stack?: Buffer) => void} */
  let configure = () => {};
  /** @type {Promise<Buffer | undefined>} */
  const stack = new Promise((resolve) => (configure = resolve));
  /** @type {(client?: grpc.Client) => void} */
  let attach = () => {};
  /** @type {Promise<grpc.Client | undefined>} */
  const pack = new Promise((resolve) => (attach = resolve));

  /** @param {string} path @returns {grpc.handleUnaryCall<Buffer, Buffer>} */
  const forward = (path) => async (call, answer) => {
    configure(); // `pulumi policy publish` sends no stack, so the first other call starts the pack.
    const client = await pack;
    if (client === undefined) answer({ code: grpc.status.UNAVAILABLE, details: "The policy pack ended before it was ready" });
    else client.makeUnaryRequest(path, passThrough, passThrough, call.request, (error, value) => answer(error, value));
  };
  /** @type {grpc.handleUnaryCall<Buffer, Buffer>} */
  const handshake = (_call, answer) => answer(null, Buffer.alloc(0));
  /** @type {grpc.handleUnaryCall<Buffer, Buffer>} */
  const configureStack = (call, answer) => {
    configure(call.request);
    answer(null, Buffer.alloc(0));
  };

  const server = new grpc.Server(UNLIMITED_MESSAGES);
  const forwarded = Object.fromEntries(Object.entries(service).map(([name, { path }]) => [name, forward(path)]));
  server.addService(service, { ...forwarded, handshake, configureStack });
  const port = await new Promise((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  const close = () => {
    configure();
    attach();
    // Pending calls receive their response before the connection closes.
    setTimeout(() => server.forceShutdown(), 100).unref();
  };
  return { port, stack, attach: (/** @type {grpc.Client} */ client) => attach(client), close };
}

/**
 * Reads the port from the first line of the pack's output, and forwards the rest.
 * @param {import("node:stream").Readable} output
 * @param {(text: Buffer | string) => void} rest
 * @param {(port: number) => void} found
 */
function readPort(output, rest, found) {
  let line = "";
  const search = (/** @type {Buffer} */ chunk) => {
    line += chunk;
    const end = line.indexOf("\n");
    if (end < 0) return;
    output.off("data", search).on("data", rest);
    if (end + 1 < line.length) rest(line.slice(end + 1));
    found(Number(line.slice(0, end)));
  };
  output.on("data", search);
}

/**
 * @param {Buffer | undefined} bytes
 * @returns {Record<string, string>}
 */
function stackEnvironment(bytes) {
  if (bytes === undefined) return {};
  const stack = AnalyzerStackConfigureRequest.deserializeBinary(new Uint8Array(bytes));
  return {
    PULUMI_NODEJS_ORGANIZATION: stack.getOrganization(),
    PULUMI_NODEJS_PROJECT: stack.getProject(),
    PULUMI_NODEJS_STACK: stack.getStack(),
    PULUMI_NODEJS_DRY_RUN: String(stack.getDryRun()),
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(stack.getConfigMap().entries())),
  };
}

module.exports = { openPolicyPack };
