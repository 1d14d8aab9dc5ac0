// S7: one client alone, in a process of its own, against a server that does as little as a server can.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const [operation, version, regionId] = ["ListResourceShares", "2020-01-10", "cn-hangzhou"];
const key = { accessKeyId: "bench", accessKeySecret: "bench" };
const warmUp = 500;

/** Makes a function that calls the operation once with a name of its own, so that no two calls are the same. */
/** @typedef {(url: string) => Promise<(name: string) => Promise<unknown>>} Open */

/** @type {Readonly<Record<string, Open>>} */
export const callers = {
  "this package": async (url) => {
    const { createClients, readConfiguration, sharing } = require("../../dist/provider/client/index.js");
    const client = createClients(readConfiguration({ endpoint: url, ...key }, {})).client();
    // Without its limit: the question is what a call costs, not how long it may wait.
    const unlimited = { ...sharing.ListResourceShares, limit: undefined };
    return (name) => client.call(unlimited, { ResourceOwner: "Self", ResourceShareName: name });
  },
  "raw undici": async (url) => {
    const { Agent } = require("undici");
    const agent = new Agent({ connections: 64 });
    return async (name) => {
      const answer = await agent.request({ origin: url, path: pathOf(name), method: "POST", headers: headersOf() });
      return answer.body.json();
    };
  },
  fetch: async (url) => async (name) => (await fetch(url + pathOf(name), { method: "POST", headers: headersOf() })).json(),
  "@alicloud/openapi-core": async (url) => {
    const { default: Client, $OpenApiUtil } = require("@alicloud/openapi-core");
    const { RuntimeOptions } = require("@darabonba/typescript");
    const client = new Client(new $OpenApiUtil.Config({ ...key, endpoint: new URL(url).host, protocol: "http", regionId }));
    const kind = { method: "POST", authType: "AK", style: "RPC", reqBodyType: "formData", bodyType: "json" };
    const params = new $OpenApiUtil.Params({ action: operation, version, protocol: "HTTP", pathname: "/", ...kind });
    return (name) => client.doRequest(params, new $OpenApiUtil.OpenApiRequest({ query: { ...questionOf(name) } }), new RuntimeOptions({}));
  },
  "@alicloud/pop-core": async (url) => {
    const Client = require("@alicloud/pop-core");
    const client = new Client({ ...key, endpoint: url, apiVersion: version });
    return (name) => client.request(operation, questionOf(name), { method: "POST" });
  },
};

/** @param {string} name */
function questionOf(name) {
  return { RegionId: regionId, ResourceOwner: "Self", ResourceShareName: name };
}

/** @param {string} name */
function pathOf(name) {
  return `/?${new URLSearchParams(questionOf(name))}`;
}

/** What a signed call bears, without anybody having signed it. */
function headersOf() {
  return {
    accept: "application/json",
    "x-acs-action": operation,
    "x-acs-version": version,
    "x-acs-date": "2026-01-01T00:00:00Z",
    "x-acs-signature-nonce": "0".repeat(32),
    "x-acs-content-sha256": "0".repeat(64),
    authorization: `ACS3-HMAC-SHA256 Credential=bench,SignedHeaders=host,Signature=${"0".repeat(64)}`,
  };
}

/**
 * @param {string} caller
 * @param {{ url: string, seconds: number, inFlight: number }} setting
 * @returns {Promise<{ perSecond: number, cpuMs: number }>} calls a second, and processor time of one call
 */
export function callAsOftenAsPossible(caller, setting) {
  const child = fork(fileURLToPath(import.meta.url), ["call"], { execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${caller} ended with ${code}`)));
    child.once("message", (/** @type {any} */ figures) => resolve(figures));
    child.send({ caller, ...setting });
  });
}

/** @returns {Promise<{ url: string, close(): void }>} */
export function startAnswers() {
  const child = fork(fileURLToPath(import.meta.url), ["answer"], { execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (/** @type {any} */ { url }) => resolve({ url, close: () => child.disconnect() }));
  });
}

if (process.send && process.argv[2] === "call") {
  process.once("message", async (/** @type {{ caller: string, url: string, seconds: number, inFlight: number }} */ task) => {
    const call = await callers[task.caller]?.(task.url);
    if (call === undefined) throw new Error(`nobody is called ${task.caller}`);
    let calls = 0;
    const callWhile = async (/** @type {() => boolean} */ goOn) => {
      const lane = async () => {
        while (goOn()) await call(`share-${(calls += 1)}`);
      };
      await Promise.all(Array.from({ length: task.inFlight }, lane));
    };
    await callWhile(() => calls < warmUp);
    calls = 0;
    const [started, spent] = [performance.now(), process.cpuUsage()];
    await callWhile(() => performance.now() - started < task.seconds * 1000);
    const { user, system } = process.cpuUsage(spent);
    const perSecond = calls / ((performance.now() - started) / 1000);
    process.send?.({ perSecond, cpuMs: (user + system) / 1000 / calls }, () => process.exit(0));
  });
}

if (process.send && process.argv[2] === "answer") {
  const shares = Array.from({ length: 5 }, (_, index) => ({
    ResourceShareId: `rs-${index}`,
    ResourceShareName: `share-${index}`,
    ResourceShareOwner: "1000000000000001",
    ResourceShareStatus: "Active",
    AllowExternalTargets: true,
    CreateTime: "2026-01-01T00:00:00.000Z",
    UpdateTime: "2026-01-01T00:00:00.000Z",
  }));
  const body = JSON.stringify({ RequestId: "00000000-0000-0000-0000-000000000000", ResourceShares: shares });
  const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const server = createServer((socket) => {
    let received = "";
    socket.on("error", () => socket.destroy());
    socket.setEncoding("latin1").on("data", (bytes) => {
      received += bytes;
      for (let end = received.indexOf("\r\n\r\n"); end >= 0; end = received.indexOf("\r\n\r\n")) {
        const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
        if (received.length < end + 4 + length) return;
        received = received.slice(end + 4 + length);
        socket.write(answer);
      }
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` });
  });
  process.on("disconnect", () => process.exit(0));
}
