import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../../../../provider/api/associations.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { runCancellable, runUntil } from "../../../../../provider/kernel/operation-scope.ts";
import { DeleteResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { InputError } from "../../../../../provider/kernel/errors.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { UnknownCallerError } from "../../../../../provider/client/credentials/caller-identity.ts";
import { actionOf, clientOf, key, ok, errorResponse, rejection, service } from "../fixture.ts";

const sts = { stsEndpoint: "http://127.0.0.1:4011" };

function world(accountId = "111") {
  return service((request) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: accountId }) : ok()));
}

/** A client of a configured account, which waits ten seconds for its identity. */
function slowLookup(assertEngineAlive?: () => Promise<void>) {
  const clock = new VirtualClock();
  const sentAt: number[] = [];
  const { transport } = service(async (request) => {
    if (actionOf(request) === "GetCallerIdentity") {
      await clock.sleep(10_000);
      return ok({ AccountId: "111" });
    }
    sentAt.push(clock.now());
    return ok();
  });
  const client = clientOf(transport, { ...sts, clock, accountId: "111", assertEngineAlive });
  const call = (ResourceShareId: string) => client.call(DeleteResourceShare, { ResourceShareId });
  const associate = (...names: string[]) =>
    client.call(AssociateResourceShare, {
      ResourceShareId: "rs-1",
      Resources: names.map((name) => ({ ResourceId: `vsw-${name}`, ResourceType: "VSwitch" })),
      Targets: names.map((name) => `t-${name}`),
    });
  return { clock, sentAt, call, associate };
}

describe("identity", () => {
  it("requests the caller identity once, at the token service", async () => {
    const { transport, requests } = world();
    const client = clientOf(transport, sts);
    const answers = await Promise.all([client.callerAccount(), client.callerAccount()]);
    expect([...answers, await client.callerAccount()]).toEqual(["111", "111", "111"]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toMatch(/^http:\/\/127.0.0.1:4011\//);
    expect(requests[0]?.headers["x-acs-version"]).toBe("2015-04-01");
  });

  it("names the caller's account in errors without a further request once the identity is known", async () => {
    const { transport, requests } = service((request) =>
      request.headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: "111" }) : errorResponse(403, "NoPermission"),
    );
    const client = clientOf(transport, sts);
    const refusal = async () => String(await rejection(client.call(ListResourceShares, { ResourceOwner: "Self" })));
    expect([await refusal(), requests.length]).toEqual([expect.stringContaining("allow the credentials the action"), 1]);
    await client.callerAccount();
    expect([await refusal(), requests.length]).toEqual([expect.stringContaining("allow the credentials of account 111 the"), 3]);
  });

  it.each([
    ["a loopback endpoint", "http://127.0.0.1:4010", undefined, "http://127.0.0.1:4010/"],
    ["a loopback endpoint by name", "https://localhost:4010", undefined, "https://localhost:4010/"],
    ["the vendor's own, beside any other endpoint", "https://share.example", undefined, "https://sts.cn-hangzhou.aliyuncs.com/"],
    ["the configured one, beside any endpoint", "http://127.0.0.1:4010", "https://sts.example", "https://sts.example/"],
  ])("requests the caller identity at the endpoint %s", async (_, endpoint, stsEndpoint, url) => {
    const { transport, requests } = world();
    expect(await clientOf(transport, { endpoint, stsEndpoint }).callerAccount()).toBe("111");
    expect(requests.map((request) => request.url.slice(0, url.length))).toEqual([url]);
  });

  // (promise P-same-account)
  it("rejects an endpoint that is not on this machine and does not support GetCallerIdentity", async () => {
    const { transport } = service(() => errorResponse(404, "InvalidAction.NotFound"));
    const error = await rejection(clientOf(transport, { stsEndpoint: "https://sts.example" }).callerAccount());
    expect(error).toBeInstanceOf(UnknownCallerError);
  });

  it("leaves the caller identity unknown where a loopback endpoint does not support the request, and requests it once", async () => {
    const { transport, requests } = service(() => errorResponse(404, "InvalidAction.NotFound"));
    const client = clientOf(transport, sts);
    expect([await client.callerAccount(), await client.callerAccount()]).toEqual([undefined, undefined]);
    expect(requests).toHaveLength(1);
  });

  it("requests the caller identity again after a failure", async () => {
    let fails = true;
    const { transport } = service(() => (fails ? errorResponse(403, "NoPermission") : ok({ AccountId: "111" })));
    const client = clientOf(transport, sts);
    const error = await rejection(client.callerAccount());
    expect(error).toBeInstanceOf(UnknownCallerError);
    expect(String(error)).toMatch(/cannot be determined, and nothing was done: GetCallerIdentity failed: NoPermission.*`stsEndpoint`/);
    fails = false;
    expect(await client.callerAccount()).toBe("111");
  });

  it.each([
    ["its credentials are rejected", () => errorResponse(400, "SignatureDoesNotMatch"), /check the credentials(?!.*stsEndpoint)/],
    ["nothing answers on this machine", () => Promise.reject(new Error("refused")), /GetCallerIdentity got no answer: refused$/],
  ])("omits the advice to check GetCallerIdentity's endpoint where %s", async (_, answer, reason) => {
    const error = await rejection(clientOf(service(answer).transport, sts).callerAccount());
    expect(error).toBeInstanceOf(UnknownCallerError);
    expect(String(error)).toMatch(reason);
  });

  it.each([
    [undefined, "accountId"],
    ["consumer", "accounts.consumer.accountId"],
  ])("rejects every call when the caller identity is not the configured one of account %s, and names both", async (account, property) => {
    const { transport, count } = world("111");
    const client = clientOf(transport, { ...sts, account, accountId: "222" });
    for (const call of [
      client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }),
      client.call(ListResourceShares, { ResourceOwner: "Self" }),
    ]) {
      const error = await rejection(call);
      expect(error).toBeInstanceOf(InputError);
      expect(String(error)).toMatch(new RegExp(`${property}: .*111.*222; nothing was done: use credentials of 222, or change .* to 111$`));
    }
    expect(count("DeleteResourceShare") + count("ListResourceShares")).toBe(0);
  });

  // (promise P-account-id)
  it.each([
    ["its address knows no such question", () => errorResponse(404, "InvalidAction.NotFound")],
    ["asking is refused", () => errorResponse(403, "NoPermission")],
    ["no answer can be understood", () => ({ ...ok(), body: "<html>" })],
    ["nothing answers", () => Promise.reject(new Error("connection refused")), { stsEndpoint: "https://sts.example" }],
  ])("rejects every call when the caller identity cannot be determined: %s", async (_, answer, parts: { stsEndpoint?: string } = {}) => {
    const { transport, count } = service((request) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? answer() : ok()));
    const client = clientOf(transport, { accountId: "222", ...parts });
    const error = await rejection(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(/accountId: the configuration names 222, but .*cannot be determined.*nothing was done.*`stsEndpoint`/);
    await expect(client.checkAccount()).rejects.toThrow(InputError);
    expect(count("DeleteResourceShare")).toBe(0);
  });

  it("checks the caller identity before any call on request, and names the sources of the credentials and of the expected account", async () => {
    const sources = { credentials: "ALIBABA_CLOUD_PROFILE", accountId: "resourceshare:accountId", region: "the default region" };
    const { transport } = world("111");
    await expect(clientOf(transport, { ...sts, accountId: "222", sources }).checkAccount()).rejects.toThrow(
      "accountId: the credentials from ALIBABA_CLOUD_PROFILE belong to account 111, but resourceshare:accountId names 222",
    );
    await expect(clientOf(transport, { ...sts, accountId: "111" }).checkAccount()).resolves.toBeUndefined();
    await expect(clientOf(transport, sts).checkAccount()).resolves.toBeUndefined();
  });

  // (promise P-account-id)
  it("checks the caller identity again when credentials are renewed with those of another account", async () => {
    const { transport, count } = service((request) => {
      const isOther = request.headers["authorization"]?.includes("Credential=other");
      return request.headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: isOther ? "222" : "111" }) : ok();
    });
    let accessKeyId = "mine";
    const client = clientOf(transport, { ...sts, accountId: "111", credentials: async () => ({ ...key, accessKeyId }) });
    await client.checkAccount();
    accessKeyId = "other";
    await expect(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" })).rejects.toThrow(/account 222, but .* names 111/);
    expect(count("DeleteResourceShare")).toBe(0);
    expect(await client.callerAccount()).toBe("222");
    expect(count("GetCallerIdentity")).toBe(2);
  });

  it("sends no retry with credentials that another account's have replaced meanwhile", async () => {
    let accessKeyId = "mine";
    const { transport, count } = service((request) => {
      const isOther = request.headers["authorization"]?.includes("Credential=other");
      if (actionOf(request) === "GetCallerIdentity") return ok({ AccountId: isOther ? "222" : "111" });
      accessKeyId = "other";
      return errorResponse(400, "Throttling");
    });
    const client = clientOf(transport, { ...sts, accountId: "111", credentials: async () => ({ ...key, accessKeyId }) });
    await expect(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" })).rejects.toThrow(/account 222, but .* names 111/);
    expect(count("DeleteResourceShare")).toBe(1);
  });

  it("counts no attempt in the rate limit while it waits for the caller identity", async () => {
    const { call, clock, sentAt } = slowLookup();
    await Promise.all(Array.from({ length: 40 }, (_, index) => call(`rs-${index}`)));
    expect(clock.now() - (sentAt[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it("counts no attempt while it waits for credentials, and then checks again that the engine is alive", async () => {
    const clock = new VirtualClock();
    const readyAt = clock.now() + 10_000;
    const credentials = async () => {
      if (clock.now() < readyAt) await clock.sleep(readyAt - clock.now());
      return { accessKeyId: "k", accessKeySecret: new Secret("s") };
    };
    const sentAt: number[] = [];
    const askedAt: number[] = [];
    const { transport } = service(() => {
      sentAt.push(clock.now());
      return ok();
    });
    const assertEngineAlive = async () => void askedAt.push(clock.now());
    const client = clientOf(transport, { clock, credentials, assertEngineAlive });
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })));
    expect(Math.min(...askedAt)).toBeGreaterThanOrEqual(readyAt);
    expect(clock.now() - (sentAt[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it("sends no write when the engine exits while it waits for the caller identity", async () => {
    let isAlive = true;
    const { call, clock, sentAt } = slowLookup(async () => {
      if (!isAlive) throw new Error("the engine has exited");
    });
    const error = rejection(call("rs-1"));
    await clock.sleep(1_000);
    isAlive = false;
    expect(String(await error)).toContain("the engine has exited");
    expect(sentAt).toEqual([]);
  });

  it("waits for the caller identity until each caller's own operation ends, also in a batch", async () => {
    const { associate, clock } = slowLookup();
    const stop = new AbortController();
    const stays = runUntil(clock.now() + 600_000, () => associate("a", "b", "c"));
    // This call makes the batch full, and so starts it.
    const ends = rejection(runUntil(clock.now() + 600_000, () => runCancellable(stop.signal, () => associate("d", "e"))));
    await clock.sleep(1_000);
    stop.abort(new Error("cancelled"));
    expect(String(await ends)).toContain("cancelled");
    await expect(stays).resolves.toBeDefined();
  });

  it("makes no request of the caller identity when no account is configured", async () => {
    const { transport, count } = world();
    await clientOf(transport, sts).call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    expect(count("GetCallerIdentity")).toBe(0);
  });
});
