// S8: Pulumi's dynamic-provider process, driven as the engine drives it: how long it takes to start, and how much memory it takes.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { nothing } from "./noop-provider.mjs";
import { startService } from "./service.mjs";
import { manyAssociations } from "./scenarios.mjs";
import { work } from "./work.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "package.json"));
const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const load = createRequire(script);
const grpc = load("@grpc/grpc-js");
const { ResourceProviderClient } = load("../../proto/provider_grpc_pb.js");
const { CheckRequest, ConfigureRequest, CreateRequest, ReadRequest } = load("../../proto/provider_pb.js");
const { Struct } = load("google-protobuf/google/protobuf/struct_pb.js");
const { providerCode } = require(join(root, "dist/provider/host/provider-code.js"));

/** The id whose read answers with the process's own figures. */
const FIGURES = "figures of the process";

/**
 * @typedef {import("./types.d.ts").DesiredResource} Wanted
 * @typedef {object} Life
 * @property {number} startMs from the start of the process to its first answer to check
 * @property {number} callMb the most memory at once until then
 * @property {number} manyMb the most memory at once until everything was made
 * @typedef {{ readonly package: Life, readonly nothing: Life }} Lives the medians with this package and without
 */

/**
 * Lives of the process with this package and without, in turns, so that whatever else the machine does meets both alike.
 * @param {{ starts: number, lives: number }} runs `starts`: with one resource, `lives`: with a thousand
 * @returns {Promise<{ readonly starts: Lives, readonly lives: Lives }>}
 */
export async function measureProcess({ starts, lives }) {
  const service = await startService(0, false);
  try {
    const workload = manyAssociations(1000, 20, 32);
    const shares = workload.shares.map((name) => ({ kind: "ResourceShare", name, inputs: { name, allowExternalTargets: true } }));
    const made = await work({ work: "up", address: service.address, inFlight: 1, wanted: shares, kept: [] });
    const wanted = workload.wanted(made.kept.map(({ id }) => id));
    const inTurns = async (/** @type {number} */ runs, /** @type {readonly Wanted[]} */ what) => {
      const each = { package: /** @type {Life[]} */ ([]), nothing: /** @type {Life[]} */ ([]) };
      for (let run = 0; run < runs; run += 1) {
        each.nothing.push(await measureLifecycle(nothing, service.address, what));
        each.package.push(await measureLifecycle(providerCode("ShareAssociation"), service.address, what));
      }
      return { package: medians(each.package), nothing: medians(each.nothing) };
    };
    return { starts: await inTurns(starts, wanted.slice(0, 1)), lives: await inTurns(lives, wanted) };
  } finally {
    await service.close();
  }
}

/** The code with its own figures around it. @param {string} code */
function withMemoryFigures(code) {
  return `const inner={};(function(exports){${code}})(inner);exports.handler=()=>{const provider=inner.handler();return Object.assign({},provider,{
    read:async(id,props)=>id==="${FIGURES}"?{id,props:{peakMb:process.resourceUsage().maxRSS/1024}}:provider.read(id,props)})}`;
}

/**
 * @param {string} code
 * @param {import("./types.d.ts").Address} address
 * @param {readonly Wanted[]} wanted
 * @returns {Promise<Life>}
 */
async function measureLifecycle(code, { url, accessKeyId, accessKeySecret }, wanted) {
  const __provider = withMemoryFigures(code);
  const started = performance.now();
  const env = {
    ...process.env,
    RESOURCESHARE_ENDPOINT: url,
    ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret,
  };
  const child = spawn(process.execPath, [script, "none"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    const peakMb = async () => {
      const answer = await ask(client, "read", new ReadRequest().setId(FIGURES).setProperties(Struct.fromJavaScript({ __provider })));
      return answer.getProperties().toJavaScript().peakMb;
    };
    const make = async (/** @type {Wanted} */ one) => {
      const checked = await check(client, { ...one.inputs, __provider, __urn: urnOf(one) });
      await ask(client, "create", new CreateRequest().setProperties(checked));
    };
    await ask(client, "configure", new ConfigureRequest().setArgs(Struct.fromJavaScript({})));
    const [first, ...rest] = wanted;
    if (first === undefined) throw new Error("there is nothing to make");
    await check(client, { ...first.inputs, __provider, __urn: urnOf(first) });
    const startMs = performance.now() - started;
    await make(first);
    const callMb = await peakMb();
    const left = rest.values();
    const lane = async () => {
      for (const one of left) await make(one);
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    const manyMb = await peakMb();
    client.close();
    return { startMs, callMb, manyMb };
  } finally {
    child.kill("SIGKILL");
  }
}

/** @param {Wanted} wanted */
function urnOf({ kind, name }) {
  return `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
}

/**
 * Returns the calls of a provider process that the engine makes first.
 * @param {unknown} port the first line that the process has printed
 */
export function openClient(port) {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    configure: (/** @type {object} */ args) => ask(client, "configure", new ConfigureRequest().setArgs(Struct.fromJavaScript(args))),
    check: (/** @type {string} */ urn, /** @type {object} */ properties) => check(client, properties, urn),
    close: () => client.close(),
  };
}

/** @param {object} client @param {object} properties @param {string} [urn] */
async function check(client, properties, urn = "") {
  const request = new CheckRequest().setUrn(urn).setOlds(Struct.fromJavaScript({})).setNews(Struct.fromJavaScript(properties));
  const answer = await ask(client, "check", request);
  for (const failure of answer.getFailuresList()) throw new Error(`${failure.getProperty()} ${failure.getReason()}`);
  return answer.getInputs();
}

/**
 * @param {object} client gRPC's client, whose methods take a request and a callback
 * @param {"configure" | "check" | "create" | "read"} method
 * @param {object} request
 */
function ask(client, method, request) {
  const methods = /** @type {Record<string, (request: object, answer: (error: Error | null, value: any) => void) => void>} */ (client);
  return new Promise((resolve, reject) => methods[method]?.(request, (error, value) => (error ? reject(error) : resolve(value))));
}

/** @param {readonly Life[]} lives @returns {Life} */
function medians(lives) {
  const medianOf = (/** @type {keyof Life} */ figure) => median(lives.map((one) => one[figure]));
  return { startMs: medianOf("startMs"), callMb: medianOf("callMb"), manyMb: medianOf("manyMb") };
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
