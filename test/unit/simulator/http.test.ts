import { request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demo } from "../../../simulator/world/demo.ts";
import { serve, type Served } from "../../../simulator/http.ts";
import { createSimulator, type Simulator } from "../../../simulator/simulator.ts";
import { overHttp, signed } from "../../support/signer.ts";

const key = { accessKeyId: "LTAI-owner", accessKeySecret: "secret-of-owner" };

let simulator: Simulator;
let served: Served;

beforeEach(async () => {
  simulator = createSimulator();
  served = await serve(simulator);
});
afterEach(() => served.close());

async function admin(method: string, path: string, body?: unknown, headers: Record<string, string> = { "x-simulator": "1" }) {
  const response = await fetch(`${served.url}/_simulator/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The status of the response to a request with headers that `fetch` does not send. */
function statusOf({ path, headers }: { readonly path: string; readonly headers: Readonly<Record<string, string>> }) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest({ port: served.port, host: "127.0.0.1", path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

// (promise P-simulator-callers)
test.each([
  ["evil.example", 403],
  ["localhost.evil.com", 403],
  ["127.0.0.1.evil.com:4010", 403],
  ["127.0.0.1:80:80", 403],
  ["localhost@evil.com", 403],
  ["0.0.0.0", 403],
  ["127.0.0.2", 403],
  ["LOCALHOST:9", 200],
  ["127.0.0.1", 200],
  ["[::1]:4010", 200],
])("answers a request to the simulator under the host name %j with %i", async (host, expected) => {
  expect(await statusOf({ path: "/_simulator/time", headers: { host } })).toBe(expected);
});

// (promise P-simulator-callers)
test.for([
  ["a page of the simulator itself", (own: string) => own, 200],
  ["a page elsewhere", () => "https://evil.example", 403],
  ["a page of another local server", () => "http://127.0.0.1:3000", 403],
  ["a page without an origin, as a file", () => "null", 403],
  ["a page that is served with TLS", (own: string) => own.replace("http:", "https:"), 403],
] as const)("answers %s that calls the simulator in a browser with %3$i", async ([, originOf, expected]) => {
  const headers = { origin: originOf(served.url) };
  for (const path of ["/_simulator/time", "/_simulator/keys"]) {
    expect((await fetch(`${served.url}${path}`, { headers })).status).toBe(expected);
  }
  const call = signed({ key, action: "DescribeRegions", url: `${served.url}/` });
  expect((await overHttp({ ...call, headers: { ...call.headers, ...headers } })).status).toBe(expected);
});

// (promise P-simulator-callers)
test.for([
  ["an image of a page elsewhere", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, 403],
  ["a script of another local server", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" }, 403],
  ["a frame of a page elsewhere", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, 403],
  ["a link of a page elsewhere", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, 200],
  ["a page of the simulator itself", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 200],
  ["an address that a user types", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, 200],
] as const)("answers %s, which a browser requests from the simulator without an origin, with %3$i", async ([, headers, expected]) => {
  expect(await statusOf({ path: "/_simulator/keys", headers })).toBe(expected);
});

test("serves pages beside the simulator's admin interface, and only below its path", async () => {
  const page = { status: 200, headers: { "content-type": "text/plain" }, body: "page" };
  const other = await serve(simulator, { pages: ({ pathname }) => (pathname.endsWith("/page") ? page : undefined) });
  const texts = await Promise.all(
    ["_simulator/page", "_simulator/time", "page"].map(async (path) => (await fetch(`${other.url}/${path}`)).text()),
  );
  await other.close();
  expect(texts[0]).toBe("page");
  expect(texts[1]).toContain("speed");
  expect(texts[2]).toContain("RequestId");
});

test.each(["", "console", "console/", "_simulator", "_simulator/console/"])(
  "explains at the simulator's address /%s how the console is served",
  async (path) => {
    const response = await fetch(`${served.url}/${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("`resourceshare simulate --console` serves its console at /_simulator/console/");
    expect(simulator.calls).toEqual([]);
  },
);

test("makes the simulator reject a request body that is too large", async () => {
  const response = await fetch(served.url, { method: "POST", body: "x".repeat(2 * 1024 * 1024) });
  expect(response.status).toBe(413);
});

// (promise P-simulator-callers)
test("makes the simulator listen on a loopback address only", async () => {
  const others = Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).filter(({ internal, family }) => !internal && family === "IPv4"),
  );
  for (const { address } of others) await expect(fetch(`http://${address}:${served.port}/_simulator/time`)).rejects.toThrow("fetch failed");
  expect(new URL(served.url).hostname).toBe("127.0.0.1");
});

// (promise P-simulator-callers)
test("requires the header that no foreign page can send for changes through the simulator's admin interface", async () => {
  expect((await admin("POST", "time", { advanceMs: 1 }, {})).status).toBe(403);
  expect((await admin("GET", "time", undefined, {})).status).toBe(200);
});

test("lists the operations of the simulator's admin interface", async () => {
  const { body } = await admin("GET", "");
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["GET world", "POST faults", "POST time", "POST changes/"]));
});

test("removes all faults, or one by its id, through the simulator's admin interface", async () => {
  for (const operation of ["DescribeRegions", "ListResourceShares", "ListSharedTargets"])
    await admin("POST", "faults", { operation, fault: { kind: "dropped" } });
  const [first] = simulator.faults.list();
  await admin("DELETE", `faults?id=${first?.id}`);
  expect(simulator.faults.list().map(({ operation }) => operation)).toEqual(["ListResourceShares", "ListSharedTargets"]);
  await admin("DELETE", "faults");
  expect(simulator.faults.list()).toEqual([]);
});

test("adds faults through the simulator's admin interface, and logs the calls that have one", async () => {
  const unavailable = { kind: "error", status: 503, code: "ServiceUnavailable" };
  const { body: added } = await admin("POST", "faults", { operation: "DescribeRegions", fault: unavailable });
  expect(added).toEqual({ id: 1 });
  const stale = { operation: "ListSharedTargets", fault: { kind: "stale", ms: { fromMs: 0, toMs: 5_000 } } };
  expect(await admin("POST", "faults", stale)).toEqual({ status: 200, body: { id: 2 } });
  expect((await overHttp(signed({ key, action: "DescribeRegions", url: `${served.url}/` }))).status).toBe(503);
  const { body: calls } = await admin("GET", "calls?operation=DescribeRegions");
  expect(calls).toMatchObject([{ operation: "DescribeRegions", status: 503, fault: "error" }]);
});

test("advances and stops the time through the simulator's admin interface", async () => {
  const before = simulator.now();
  await admin("POST", "time", { advanceMs: 86_400_000 });
  expect(simulator.now() - before).toBeGreaterThanOrEqual(86_400_000);
  expect((await admin("POST", "time", { speed: 0 })).body).toEqual({ now: new Date(simulator.now()).toISOString(), speed: 0 });
  expect((await admin("GET", "status")).body).toMatchObject({ speed: 0 });
  await admin("POST", "time", { speed: 1 });
});

test("changes the settings that a request to the simulator's admin interface names, and refuses unknown ones", async () => {
  await admin("POST", "settings", { quotas: { shares: 3 } });
  expect(simulator.world.settings.quotas).toMatchObject({ shares: 3, sharedResources: 1_000 });
  expect((await admin("POST", "settings", { unheard: 1 })).status).toBe(400);
});

test("reports an invalid JSON body to the simulator's admin interface and changes nothing", async () => {
  const before = simulator.save();
  for (const [method, path, form] of [
    ["POST", "faults", '{ "nth": 2, "fault": { "kind": "throttled" } }'],
    ["PUT", "world", '{ "version": 1, "accounts": [ … ] }'],
    ["POST", "settings", '{ "quotas": { "shares": 3 } }'],
    ["POST", "time", '{ "advanceMs": 60000 }'],
    ["POST", "changes/rename", '["rs-1", "name"]'],
  ]) {
    const response = await fetch(`${served.url}/_simulator/${path}`, { method, headers: { "x-simulator": "1" }, body: "{ fault: " });
    const { error } = (await response.json()) as { error: string };
    expect([response.status, error]).toEqual([400, expect.stringMatching(/^the body is no JSON; this (scripts|loads|changes|advances) /)]);
    expect(error).toContain(form);
  }
  expect(simulator.save()).toEqual(before);
});

test("accepts a fault of an operation of the token service in the simulator", async () => {
  expect((await admin("POST", "faults", { operation: "AssumeRole", fault: { kind: "dropped" } })).body).toEqual({ id: 1 });
});

test("makes out-of-band changes through the simulator's admin interface", async () => {
  await overHttp(
    signed({ key, action: "CreateResourceShare", url: `${served.url}/`, parameters: { ResourceShareName: "a", "Targets.1": demo.member } }),
  );
  await admin("POST", "changes/associate", ["rs-000001", { resources: [{ type: "VSwitch", id: "vsw-9" }] }]);
  await admin("POST", "changes/settleNow", []);
  const { body: grants } = await admin("GET", "grants");
  expect(grants).toMatchObject([
    {
      target: { id: demo.member, external: false },
      resource: { id: "vsw-9" },
      permission: "AliyunRSDefaultPermissionVSwitch",
      pending: false,
    },
  ]);
  expect((await admin("POST", "changes/unheard", [])).status).toBe(400);
});

test("returns the simulator's time, speed and numbers of logged calls, and parts of the log", async () => {
  const call = () => overHttp(signed({ key, action: "DescribeRegions", url: `${served.url}/` }));
  expect((await admin("GET", "status")).body).toMatchObject({ calls: { first: 0, last: 0 } });
  for (const send of [call, call, call]) await send();
  expect((await admin("GET", "status")).body).toEqual({ now: expect.stringMatching(/Z$/), speed: 1, calls: { first: 1, last: 3 } });
  expect((await admin("GET", "calls?after=1&limit=1")).body).toMatchObject([{ number: 2 }]);
});

test("makes the simulator list every operation that a fault can name", async () => {
  expect((await admin("GET", "operations")).body).toEqual(expect.arrayContaining(["CreateResourceShare", "ExecuteScene"]));
});

test("resets to the initial world through the simulator's admin interface", async () => {
  const initial = simulator.save();
  await overHttp(signed({ key, action: "CreateResourceShare", url: `${served.url}/`, parameters: { ResourceShareName: "a" } }));
  await admin("POST", "faults", { fault: { kind: "dropped" } });
  await admin("POST", "settings", { listOrder: "newest" });
  expect((await admin("POST", "reset")).status).toBe(200);
  // The device API's tokens expire a time after the world was loaded.
  expect([{ ...simulator.save(), device: initial.device }, simulator.calls, simulator.faults.list()]).toEqual([initial, [], []]);
});

test("saves and loads a world through the simulator's admin interface", async () => {
  simulator.outOfBand.nextShareId("rs-kept");
  const { body: world } = await admin("GET", "world");
  simulator.load({ version: 1 });
  expect(simulator.keys).toEqual([]);
  expect((await admin("PUT", "world", world)).status).toBe(200);
  expect(simulator.world.nextShareIds).toEqual(["rs-kept"]);
  expect((await admin("PUT", "world", { version: 2 })).status).toBe(400);
});

const noOperation = "is no operation of the service";

test.each([
  ["GET", "grant", undefined, 404, "there is no GET /_simulator/grant; did you mean GET /_simulator/grants?"],
  ["GET", "unheard", undefined, 404, "there is no GET /_simulator/unheard; GET /_simulator/ lists all"],
  ["GET", "calls?limt=5", undefined, 400, "limt: there is no such parameter; did you mean limit?"],
  ["GET", "time?after=1", undefined, 400, "after: there is no such parameter"],
  ["POST", "time", { advanceM: 5 }, 400, "the body has no field `advanceM`; did you mean `advanceMs`?"],
  ["POST", "settings", { strictResource: true }, 400, "the body has no field `strictResource`; did you mean `strictResources`?"],
  [
    "POST",
    "faults",
    [],
    400,
    expect.stringMatching(/^the body must be an object: \{ operation\?, account\?, nth\?, times\?, fault \}, as/),
  ],
  ["POST", "faults", { fault: { kind: "droped" } }, 400, expect.stringContaining("must be one of dropped, lost, error, throttled")],
  ["POST", "faults", { fault: { kind: "stale", ms: -1 } }, 400, expect.stringContaining("fault.ms must be at least 0")],
  [
    "POST",
    "faults",
    { operation: "CreateResourceShar", fault: { kind: "dropped" } },
    400,
    `operation "CreateResourceShar" ${noOperation}; did you mean CreateResourceShare?; GET /_simulator/operations lists all operations`,
  ],
  [
    "POST",
    "faults",
    { operation: "Purge", fault: { kind: "dropped" } },
    400,
    `operation "Purge" ${noOperation}; GET /_simulator/operations lists all operations`,
  ],
  ["POST", "changes/renam", [], 400, "there is no change renam; did you mean rename?"],
  ["POST", "changes/unheard", [], 400, expect.stringContaining("there is no change unheard; there are ")],
  ["POST", "changes/rename", ["rs-absent", "b"], 400, "the simulated world has no share rs-absent"],
  ["POST", "changes/rename", ["rs-absent"], 400, "the body must have at least 2 entries; the arguments are [shareId, name]"],
  ["POST", "changes/rename", ["rs-1", 5], 400, "[1] must be a text, not a number: write it in quotes; the arguments are [shareId, name]"],
  ["POST", "changes/untag", ["rs-1", 5], 400, "[1] must be a text, not a number: write it in quotes; the arguments are [shareId, ...keys]"],
])("rejects %s %s with %j in the simulator's admin interface, and names what is valid", async (method, path, body, status, error) => {
  expect(await admin(method, path, body)).toEqual({ status, body: { error } });
});
