import { describe, expect, it } from "vitest";
import { DeleteResourceShare } from "../../../../provider/api/shares.ts";
import { type Clients, createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { ok, errorResponse, rejection, service } from "./fixture.ts";

const values = {
  accessKeyId: "default-id",
  accessKeySecret: "s",
  endpoint: "http://127.0.0.1:4010",
  stsEndpoint: "http://127.0.0.1:4011",
  accounts: {
    consumer: { accessKeyId: "consumer-id", accessKeySecret: "s", region: "cn-beijing" },
    owner: { accessKeyId: "default-id", accessKeySecret: "s" },
    wrong: { accessKeyId: "wrong-id", accessKeySecret: "s", accountId: "999" },
  },
};

function world() {
  const answers = service((request) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: "111" }) : ok()));
  const clock = new VirtualClock();
  return { ...answers, clock, clients: createClients(readConfiguration(values, {}), { transport: answers.transport, clock }) };
}

describe("clients", () => {
  it("signs an account's calls with its own credentials, in its own region", async () => {
    const { clients, requests } = world();
    await clients.client().call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    await clients.client("consumer").call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    await clients.client("consumer", "eu-central-1").call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    expect(
      requests.map(({ headers, url }) => [/Credential=([^,]+)/.exec(headers.authorization ?? "")?.[1], /RegionId=([^&]+)/.exec(url)?.[1]]),
    ).toEqual([
      ["default-id", "cn-hangzhou"],
      ["consumer-id", "cn-beijing"],
      ["consumer-id", "eu-central-1"],
    ]);
  });

  it("returns the same client for the same account and region", () => {
    const { clients } = world();
    expect(clients.client("consumer")).toBe(clients.client("consumer", "cn-beijing"));
    expect(clients.client()).toBe(clients.client(undefined, "cn-hangzhou"));
    expect(clients.client()).not.toBe(clients.client("consumer"));
  });

  it("shares the rate limits between the clients of one account in one region, whatever its name", async () => {
    const { clients, clock } = world();
    const begin = clock.now();
    const all = [clients.client(), clients.client(undefined, "cn-hangzhou"), clients.client("owner", "cn-hangzhou")];
    const calls = all.flatMap((client) =>
      Array.from({ length: 10 }, (_, index) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })),
    );
    await Promise.all(calls);
    expect(clock.now() - begin).toBeGreaterThanOrEqual(2000);
  });

  it.each([
    ["accounts", (clients: Clients) => [clients.client(), clients.client("consumer", "cn-hangzhou")]],
    ["regions", (clients: Clients) => [clients.client(), clients.client(undefined, "cn-beijing")]],
  ])("keeps the rate limits of several %s apart", async (_, several) => {
    const { clients, clock } = world();
    const begin = clock.now();
    const all = several(clients);
    await Promise.all(
      all.flatMap((client) =>
        Array.from({ length: 10 }, (_, index) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })),
      ),
    );
    expect(clock.now()).toBe(begin);
  });

  it("shares the rate limits between configured accounts of one id, whatever their credentials", async () => {
    const waited = async (accounts: object) => {
      const { transport } = service((request) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? ok({ AccountId: "7" }) : ok()));
      const clock = new VirtualClock();
      const clients = createClients(readConfiguration({ ...values, accounts }, {}), { transport, clock });
      const begin = clock.now();
      const calls = Object.keys(accounts).flatMap((name) =>
        Array.from({ length: 10 }, (_, index) => clients.client(name).call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })),
      );
      await Promise.all(calls);
      return clock.now() - begin;
    };
    const account = (name: string) => ({ accessKeyId: name, accessKeySecret: "s" });
    expect(await waited({ a: { ...account("a"), accountId: "7" }, b: { ...account("b"), accountId: "7" } })).toBeGreaterThan(1000);
    expect(await waited({ a: account("a"), b: account("b") })).toBe(0);
  });

  it("keeps the rate limits of accounts apart that the configuration does not show to be one", async () => {
    const { transport } = service((request) =>
      request.headers["x-acs-action"] === "AssumeRole"
        ? ok({ Credentials: { AccessKeyId: "STS.1", AccessKeySecret: "s", SecurityToken: "t", Expiration: "2999-01-01T00:00:00Z" } })
        : ok(),
    );
    const clock = new VirtualClock();
    const accounts = { a: { roleArn: "acs:ram::1:role/share" }, b: { roleArn: "acs:ram::2:role/share" } };
    const clients = createClients(readConfiguration({ ...values, accounts }, {}), { transport, clock });
    const begin = clock.now();
    const calls = ["a", "b"].flatMap((name) =>
      Array.from({ length: 10 }, (_, index) => clients.client(name).call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })),
    );
    await Promise.all(calls);
    expect(clock.now()).toBe(begin);
  });

  it("assumes a role once for all regions of an account, at the account's own token service", async () => {
    const { transport, requests } = service((request) =>
      request.headers["x-acs-action"] === "AssumeRole"
        ? {
            ...ok(),
            body: JSON.stringify({
              Credentials: { AccessKeyId: "STS.1", AccessKeySecret: "s", SecurityToken: "t", Expiration: "2999-01-01T00:00:00Z" },
            }),
          }
        : ok(),
    );
    const role = (id: string) => ({ roleArn: `acs:ram::${id}:role/share` });
    const configuration = {
      ...values,
      endpoint: undefined,
      stsEndpoint: undefined,
      accounts: { a: { ...role("1"), region: "cn-beijing" }, b: role("2") },
    };
    const clients = createClients(readConfiguration(configuration, {}), { transport, clock: new VirtualClock() });
    for (const client of [clients.client("a"), clients.client("a", "eu-central-1"), clients.client("b")]) {
      await client.call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    }
    const assumed = requests.filter(({ headers }) => headers["x-acs-action"] === "AssumeRole");
    expect(assumed.map(({ url }) => [new URL(url).host, new URL(url).searchParams.get("RoleArn")])).toEqual([
      ["sts.cn-beijing.aliyuncs.com", "acs:ram::1:role/share"],
      ["sts.cn-hangzhou.aliyuncs.com", "acs:ram::2:role/share"],
    ]);
  });

  it("names the account whose credentials cannot be obtained", async () => {
    const profile = `none-${process.pid}`;
    const accounts = { a: { profile }, b: { accessKeyId: "b", accessKeySecret: "s", roleArn: "acs:ram::2:role/share" } };
    const { transport } = service(() => errorResponse(403, "NoPermission"));
    const clients = createClients(readConfiguration({ ...values, accessKeyId: "", accessKeySecret: "", profile, accounts }, {}), {
      transport,
    });
    const problemOf = async (name?: string) =>
      String(await rejection(clients.client(name).call(DeleteResourceShare, { ResourceShareId: "rs-1" })));
    expect(await problemOf()).toMatch(new RegExp(`^InputError: profile: profile "${profile}"`));
    expect(await problemOf("a")).toMatch(new RegExp(`^InputError: accounts\\.a: profile "${profile}"`));
    expect(await problemOf("b")).toMatch(/^InputError: accounts\.b: the role acs:ram::2:role\/share cannot be assumed/);
  });

  it("requests the caller identity once for each account", async () => {
    const { clients, count } = world();
    expect(await clients.client("consumer").callerAccount()).toBe("111");
    expect(await clients.client("consumer", "eu-central-1").callerAccount()).toBe("111");
    expect(count("GetCallerIdentity")).toBe(1);
  });

  // (promise P-account-id)
  it("makes no call with credentials of another account than the configured one", async () => {
    const { clients, count } = world();
    const error = await rejection(clients.client("wrong").call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect(String(error)).toMatch(/accounts\.wrong\.accountId: .*111.*999/);
    expect(count("DeleteResourceShare")).toBe(0);
  });

  it("rejects an unknown account and lists the configured ones", () => {
    const { clients } = world();
    expect(() => clients.client("consumr")).toThrow(InputError);
    expect(() => clients.client("consumr")).toThrow(
      'account: "consumr" is not known; known are consumer, owner, wrong (from accounts); did you mean consumer?',
    );
    expect(() => createClients(readConfiguration({}, {})).client("any")).toThrow("names no accounts");
  });
});
