import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { DeleteResourceShare } from "../../../../../provider/api/shares.ts";
import type { Credentials } from "../../../../../provider/client/pipeline/call.ts";
import { type Role, roleCredentials } from "../../../../../provider/client/credentials/assume-role.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { InputError, TransportError } from "../../../../../provider/kernel/errors.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { createSimulator, demo } from "../../../../../simulator/index.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../../../../provider/wire/transport.ts";
import { clientOf, key, ok, parametersOf, errorResponse, rejection, service } from "../fixture.ts";

const minute = 60_000;
const anHour = 60 * minute;
const property = "accounts.consumer";

/** The answer of the token service; each key contains the number of the request. */
const assumed = (clock: VirtualClock, number = 1, lifeMs = anHour) =>
  ok({
    Credentials: {
      AccessKeyId: `STS.${number}`,
      AccessKeySecret: "role-secret",
      SecurityToken: "role-token",
      Expiration: new Date(clock.wallTime() + lifeMs).toISOString().replace(/\.\d+/, ""),
    },
  });

/** The credentials provider of a role, and the token service that it calls. */
function tokenService(answer?: (requests: readonly HttpRequest[]) => HttpResponse | Promise<HttpResponse>, role: Partial<Role> = {}) {
  const clock = new VirtualClock();
  const sts = service(() => (answer ? answer(sts.requests) : assumed(clock, sts.requests.length)));
  const defaults = { roleArn: "acs:ram::222:role/share", base: async () => key, region: "cn-hangzhou" };
  const parts = { property, clock, random: seededRandom(1), transport: sts.transport };
  return { ...sts, clock, source: roleCredentials({ ...defaults, stsEndpoint: "http://127.0.0.1:4011", ...role }, parts) };
}

describe("the request that assumes a role", () => {
  it("assumes a role once for all concurrent callers, at the configured token service", async () => {
    const { source, requests } = tokenService(undefined, { externalId: "x y" });
    const [first, second] = await Promise.all([source(), source()]);
    expect(first).toBe(second);
    expect([first?.accessKeyId, first?.accessKeySecret.open(), first?.securityToken?.open()]).toEqual([
      "STS.1",
      "role-secret",
      "role-token",
    ]);
    expect(requests.map(({ url }) => new URL(url).origin)).toEqual(["http://127.0.0.1:4011"]);
    expect(requests.map(parametersOf)).toEqual([
      {
        RegionId: "cn-hangzhou",
        RoleArn: "acs:ram::222:role/share",
        RoleSessionName: "pulumi-resourceshare",
        DurationSeconds: "3600",
        ExternalId: "x y",
      },
    ]);
  });

  // (promise P-token-header)
  it("signs AssumeRole with ACS3 over the host, with the security token in a signed header only", async () => {
    const base: Credentials = { ...key, securityToken: new Secret("base-token") };
    const { source, requests } = tokenService(undefined, { base: async () => base });
    await source();
    const { url = "", body = "", headers = {} }: Partial<HttpRequest> = requests[0] ?? {};
    expect(headers).toMatchObject({ host: "127.0.0.1:4011", "x-acs-action": "AssumeRole", "x-acs-security-token": "base-token" });
    const signedNames = /SignedHeaders=([^,]+)/.exec(headers["authorization"] ?? "")?.[1]?.split(";");
    expect(signedNames).toEqual(expect.arrayContaining(["host", "x-acs-action", "x-acs-security-token"]));
    expect(headers["authorization"]).toMatch(/^ACS3-HMAC-SHA256 /);
    expect(url + body).not.toMatch(/base-token|SecurityToken|Signature|AccessKeyId|canary/);
  });

  // (promise P-signed-host)
  it("signs AssumeRole so that the service accepts it and another host refuses it", async () => {
    const clock = new VirtualClock();
    const simulator = createSimulator({ clock });
    const found = simulator.keys.find(({ accountId }) => accountId === demo.owner);
    const base = async () => ({ accessKeyId: found?.accessKeyId ?? "", accessKeySecret: new Secret(found?.accessKeySecret ?? "") });
    const sourceBy = (transport: Transport) =>
      roleCredentials(
        { roleArn: `acs:ram::${demo.consumer}:role/resource-sharing`, base, region: "cn-hangzhou", stsEndpoint: "https://sts.example" },
        { property, clock, random: seededRandom(2), transport },
      );
    expect((await sourceBy(simulator.transport)()).accessKeyId).toMatch(/^STS\./);
    const relayed: Transport = (request, signal) =>
      simulator.transport({ ...request, headers: { ...request.headers, host: "sts.cn-hangzhou.aliyuncs.com" } }, signal);
    expect(String(await rejection(sourceBy(relayed)()))).toContain("SignatureDoesNotMatch");
  });
});

describe("the credentials of a role", () => {
  it("renews a role's credentials a quarter of an hour before they expire", async () => {
    const { source, requests, clock } = tokenService();
    await source();
    clock.advance(45 * minute - 1);
    expect(await source()).toMatchObject({ accessKeyId: "STS.1" });
    expect(requests).toHaveLength(1);
    clock.advance(1);
    expect(await source()).toMatchObject({ accessKeyId: "STS.2" });
  });

  it("renews a role's short-lived credentials after three quarters of their life", async () => {
    const { source, requests, clock } = tokenService(({ length }) => assumed(clock, length, 8 * minute));
    await source();
    clock.advance(6 * minute - 1);
    await source();
    expect(requests).toHaveLength(1);
    clock.advance(1);
    expect(await source()).toMatchObject({ accessKeyId: "STS.2" });
  });

  it("uses a role's credentials until they expire when they cannot be renewed", async () => {
    const { source, requests, clock } = tokenService(({ length }) =>
      length === 1 ? assumed(clock) : errorResponse(503, "ServiceUnavailable"),
    );
    await source();
    clock.advance(50 * minute);
    expect(await source()).toMatchObject({ accessKeyId: "STS.1" });
    expect(await source()).toMatchObject({ accessKeyId: "STS.1" });
    expect(requests).toHaveLength(2);
    clock.advance(10 * minute);
    expect(String(await rejection(source()))).toContain("HTTP 503");
  });

  it("keeps a role's credentials no longer than the requested session", async () => {
    const { source, clock } = tokenService(({ length }) => assumed(clock, length, 1000 * anHour));
    await source();
    clock.advance(45 * minute);
    expect(await source()).toMatchObject({ accessKeyId: "STS.2" });
  });

  it("obtains a role's credentials by a new call after a failed one", async () => {
    const { source, clock } = tokenService(({ length }) => (length === 1 ? errorResponse(403, "NoPermission") : assumed(clock)));
    await rejection(source());
    await expect(source()).resolves.toMatchObject({ accessKeyId: "STS.1" });
  });
});

describe("a role that cannot be assumed", () => {
  it("reports a role that cannot be assumed as an InputError with the role and the code only", async () => {
    const { source } = tokenService(() => errorResponse(403, "NoPermission", "canary-secret/+= LTAI-canary-id"));
    const error = await rejection(source());
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toBe(
      "InputError: accounts.consumer: the role acs:ram::222:role/share cannot be assumed: the service answered NoPermission; check the name of the role, its trust policy and `externalId`",
    );
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });

  it.each([
    ["without credentials", ok({ Credentials: { AccessKeyId: "canary" } })],
    ["with status 400 that is not JSON", { status: 400, headers: {}, body: "canary" }],
  ])("reports an answer of AssumeRole %s as an InputError that does not quote it", async (_name, answer) => {
    const error = await rejection(tokenService(() => answer).source());
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(/cannot be assumed: the token service's answer cannot be used/);
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });

  it("reports the error of a connection to the token service unchanged", async () => {
    const problem = InputError.of("HTTPS_PROXY", "must be the URL of a proxy");
    expect(await rejection(tokenService(() => Promise.reject(problem)).source())).toBe(problem);
  });

  it.each([
    ["does not answer", () => Promise.reject(new Error("reset"))],
    ["fails", () => errorResponse(503, "ServiceUnavailable")],
    ["fails with an error that is not JSON", () => ({ status: 502, headers: {}, body: "bad gateway" })],
    ["throttles", () => errorResponse(429, "Throttling")],
    ["throttles with the usual status", () => errorResponse(400, "Throttling.User")],
    ["throttles without JSON", () => ({ status: 429, headers: {}, body: "canary" })],
    ["cuts its answer off", () => ({ status: 200, headers: {}, body: '{"Credentials":{"AccessKeyId":"canary' })],
  ])("retries a call when the token service %s at AssumeRole, and reports no effect meanwhile", async (_name, answer) => {
    const { source, clock, requests } = tokenService(answer);
    const target = service(() => ok());
    const client = clientOf(target.transport, { credentials: source, clock });
    const error = await rejection(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ ambiguous: false });
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
    expect(requests).toHaveLength(5);
    expect(target.requests).toHaveLength(0);
  });
});

it("requests the caller identity again after the token service failed once", async () => {
  const { source, clock } = tokenService(({ length }) => (length === 1 ? errorResponse(503, "ServiceUnavailable") : assumed(clock)));
  const target = service(({ headers }) => (headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: "222" }) : ok()));
  const client = clientOf(target.transport, { accountId: "222", credentials: source, clock });
  await client.call(DeleteResourceShare, { ResourceShareId: "rs-1" });
  expect(await client.callerAccount()).toBe("222");
});

describe("credentials of a role on a machine whose date is set", () => {
  it("renews a role's credentials at their expiry date, as after a suspend of the machine", async () => {
    const { source, clock, requests } = tokenService();
    await source();
    clock.stepWallTime(2 * anHour);
    expect((await source()).accessKeyId).toBe("STS.2");
    await source();
    expect(requests).toHaveLength(2);
  });
});
