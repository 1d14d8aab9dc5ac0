// What the package costs Pulumi's dynamic-provider process: from its start to its first answer to Check, with and without the package.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const runs = Number(process.argv[2] ?? 15);
const require = createRequire(join(root, "package.json"));
const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const load = createRequire(script);
const grpc = load("@grpc/grpc-js");
const { ResourceProviderClient } = load("../../proto/provider_grpc_pb.js");
const { CheckRequest, ConfigureRequest } = load("../../proto/provider_pb.js");
const { Struct } = load("google-protobuf/google/protobuf/struct_pb.js");
const { providerCode } = require(join(root, "dist/sdk/code.js"));

const NOTHING = "exports.handler=()=>({configure:async()=>{},check:async(o,n)=>({inputs:n,failures:[]})})";
const samples = { without: /** @type {Sample[]} */ ([]), with: /** @type {Sample[]} */ ([]) };

for (let run = 0; run < runs; run += 1) {
  // In turns, so that whatever else the machine does meets both alike.
  samples.without.push(await firstCheck(NOTHING));
  samples.with.push(await firstCheck(providerCode("ResourceShare")));
}
console.log(`Pulumi's dynamic-provider process, median of ${runs} runs each, in ms`);
console.log("                                   without    with    the package costs");
report("start to first answer", "answerMs");
report("loading and first check", "loadMs");
report("the same, processor time", "cpuMs");

/**
 * @typedef {{ answerMs: number, loadMs: number, cpuMs: number }} Sample
 * @param {string} title
 * @param {keyof Sample} figure
 */
function report(title, figure) {
  const [without, withPackage] = [median(samples.without.map((one) => one[figure])), median(samples.with.map((one) => one[figure]))];
  const columns = [without.toFixed(0).padStart(10), withPackage.toFixed(0).padStart(8), (withPackage - without).toFixed(0).padStart(13)];
  console.log(`  ${title.padEnd(30)}${columns.join("")}`);
}

/** The code with a stop watch around it, which answers its own figures. @param {string} code */
function timed(code) {
  return `const inner={};(function(exports){${code}})(inner);exports.handler=()=>{
    const [from,spent]=[performance.now(),process.cpuUsage()];const provider=inner.handler();
    return{configure:(r)=>provider.configure(r),check:async(olds,news)=>{const{failures}=await provider.check(olds,news);const{user,system}=process.cpuUsage(spent);
    return{inputs:{loadMs:performance.now()-from,cpuMs:(user+system)/1000},failures}}}}`;
}

/** @param {string} code @returns {Promise<Sample>} */
async function firstCheck(code) {
  const start = performance.now();
  const child = spawn(process.execPath, [script, "none"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    await call(client, "configure", new ConfigureRequest().setArgs(Struct.fromJavaScript({})));
    const properties = Struct.fromJavaScript({ __provider: timed(code), __urn: "urn:pulumi:s::p::t::n", name: "n" });
    const answer = await call(client, "check", new CheckRequest().setOlds(Struct.fromJavaScript({})).setNews(properties));
    const failures = answer.getFailuresList();
    if (failures.length > 0) throw new Error(failures[0].getReason());
    client.close();
    return { ...answer.getInputs().toJavaScript(), answerMs: performance.now() - start };
  } finally {
    child.kill("SIGKILL");
  }
}

/**
 * @param {Record<string, (request: object, answer: (error: Error | null, value: any) => void) => void>} client
 * @param {string} method
 * @param {object} request
 */
function call(client, method, request) {
  return new Promise((resolve, reject) => client[method]?.(request, (error, value) => (error ? reject(error) : resolve(value))));
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
