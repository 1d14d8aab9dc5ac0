// S8: Pulumi's dynamic-provider process, driven as the engine drives it: how long it takes to start, and how much memory it takes.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { nothing } from "./noop-provider.ts";
import { startService } from "./service.ts";
import { manyAssociations } from "./scenarios.ts";
import { work } from "./work.ts";
import type { Address, DesiredResource } from "./types.ts";

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

export interface Life {
  /** From the start of the process to its first answer to check. */
  readonly startMs: number;
  /** The most memory at once after the first answer that needed calls. */
  readonly callMb: number;
  /** The most memory at once until everything was made. */
  readonly manyMb: number;
}

/** The medians with this package and without. */
export interface Lives {
  readonly package: Life;
  readonly nothing: Life;
}

/**
 * Lives of the process with this package and without, in turns, so that whatever else the machine does meets both alike.
 * @param runs `starts`: with one resource, `lives`: with a thousand
 */
export async function measureProcess({
  starts,
  lives,
}: {
  starts: number;
  lives: number;
}): Promise<{ readonly starts: Lives; readonly lives: Lives }> {
  const service = await startService(0, false);
  try {
    const workload = manyAssociations(1000, 20, 32);
    const shares = workload.shares.map((name) => ({ kind: "ResourceShare", name, inputs: { name, allowExternalTargets: true } }));
    const made = await work({ work: "up", address: service.address, inFlight: 1, wanted: shares, kept: [] });
    const wanted = workload.wanted(made.kept.map(({ id }) => id));
    const inTurns = async (runs: number, what: readonly DesiredResource[]) => {
      const each = { package: [] as Life[], nothing: [] as Life[] };
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

/** The code with its own figures around it. */
function withMemoryFigures(code: string) {
  return `const inner={};(function(exports){${code}})(inner);exports.handler=()=>{const provider=inner.handler();return Object.assign({},provider,{
    read:async(id,props)=>id==="${FIGURES}"?{id,props:{peakMb:process.resourceUsage().maxRSS/1024}}:provider.read(id,props)})}`;
}

async function measureLifecycle(
  code: string,
  { url, accessKeyId, accessKeySecret }: Address,
  wanted: readonly DesiredResource[],
): Promise<Life> {
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
    const make = async (one: DesiredResource) => {
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

function urnOf({ kind, name }: DesiredResource) {
  return `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
}

/**
 * Returns the calls of a provider process that the engine makes first.
 * @param port the first line that the process has printed
 */
export function openClient(port: unknown) {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    configure: (args: object) => ask(client, "configure", new ConfigureRequest().setArgs(Struct.fromJavaScript(args))),
    check: (urn: string, properties: object) => check(client, properties, urn),
    close: () => client.close(),
  };
}

async function check(client: object, properties: object, urn = "") {
  const request = new CheckRequest().setUrn(urn).setOlds(Struct.fromJavaScript({})).setNews(Struct.fromJavaScript(properties));
  const answer = await ask(client, "check", request);
  for (const failure of answer.getFailuresList()) throw new Error(`${failure.getProperty()} ${failure.getReason()}`);
  return answer.getInputs();
}

/** What the process answers, as far as it is read here. */
interface Answer {
  getProperties(): { toJavaScript(): { peakMb: number } };
  getFailuresList(): { getProperty(): string; getReason(): string }[];
  getInputs(): object;
}

/** @param client gRPC's client, whose methods take a request and a callback */
function ask(client: object, method: "configure" | "check" | "create" | "read", request: object) {
  const methods = client as Record<string, (request: object, answer: (error: Error | null, value: Answer) => void) => void>;
  return new Promise<Answer>((resolve, reject) => methods[method]?.(request, (error, value) => (error ? reject(error) : resolve(value))));
}

function medians(lives: readonly Life[]): Life {
  const medianOf = (figure: keyof Life) => median(lives.map((one) => one[figure]));
  return { startMs: medianOf("startMs"), callMb: medianOf("callMb"), manyMb: medianOf("manyMb") };
}

export function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
