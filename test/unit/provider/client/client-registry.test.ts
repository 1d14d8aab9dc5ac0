import { describe, expect, it } from "vitest";
import { DeleteResourceShare } from "../../../../provider/api/shares.ts";
import { type Clients, createClients } from "../../../../provider/client/client-registry.ts";
import type { Client } from "../../../../provider/client/client.ts";
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

/** The credentials of a role. */
const roleKey = { AccessKeyId: "STS.1", AccessKeySecret: "s", SecurityToken: "t", Expiration: "2999-01-01T00:00:00Z" };

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

  it("returns the same client for the same account and region from the client registry", () => {
    const { clients } = world();
    expect(clients.client("consumer")).toBe(clients.client("consumer", "cn-beijing"));
    expect(clients.client()).toBe(clients.client(undefined, "cn-hangzhou"));
    expect(clients.client()).not.toBe(clients.client("consumer"));
  });

  /** How long ten writes with each client take, in the clock's milliseconds. */
  async function writesOf(clock: VirtualClock, clients: readonly Client[]): Promise<number> {
    const begin = clock.now();
    const ids = Array.from({ length: 10 }, (_, index) => `rs-${index}`);
    const calls = clients.flatMap((client) => ids.map((ResourceShareId) => client.call(DeleteResourceShare, { ResourceShareId })));
    await Promise.all(calls);
    return clock.now() - begin;
  }

  it("shares the rate limits between the clients of one account in one region, whatever its name", async () => {
    const { clients, clock } = world();
    const all = [clients.client(), clients.client(undefined, "cn-hangzhou"), clients.client("owner", "cn-hangzhou")];
    expect(await writesOf(clock, all)).toBeGreaterThanOrEqual(2000);
  });

  it.each([
    ["accounts", (clients: Clients) => [clients.client(), clients.client("consumer", "cn-hangzhou")]],
    ["regions", (clients: Clients) => [clients.client(), clients.client(undefined, "cn-beijing")]],
  ])("keeps the rate limits of several %s apart", async (_, several) => {
    const { clients, clock } = world();
    expect(await writesOf(clock, several(clients))).toBe(0);
  });

  it.each([
    ["have one id", true, { a: { accessKeyId: "a", accountId: "7" }, b: { accessKeyId: "b", accountId: "7" } }],
    ["have two keys", false, { a: { accessKeyId: "a" }, b: { accessKeyId: "b" } }],
    ["are two roles of one key", false, { a: { roleArn: "acs:ram::1:role/share" }, b: { roleArn: "acs:ram::2:role/share" } }],
  ])("decides whether configured accounts that %s share their rate limits: %j", async (_, isShared, given) => {
    const { transport } = service(({ headers }) => {
      if (headers["x-acs-action"] === "GetCallerIdentity") return ok({ AccountId: "7" });
      return headers["x-acs-action"] === "AssumeRole" ? ok({ Credentials: roleKey }) : ok();
    });
    const clock = new VirtualClock();
    const accounts = Object.fromEntries(
      Object.entries(given).map(([name, account]) => [name, "accessKeyId" in account ? { ...account, accessKeySecret: "s" } : account]),
    );
    const clients = createClients(readConfiguration({ ...values, accounts }, {}), { transport, clock });
    expect((await writesOf(clock, [clients.client("a"), clients.client("b")])) > 1000).toBe(isShared);
  });

  it("assumes a role once for all regions of an account, at the account's own token service", async () => {
    const { transport, requests } = service((request) =>
      request.headers["x-acs-action"] === "AssumeRole" ? ok({ Credentials: roleKey }) : ok(),
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

  // (promise P-region-host)
  it("names a region that cannot exist, and where it is from", () => {
    const { clients } = world();
    for (const open of [() => clients.client(undefined, "evil.com/x"), () => clients.client("consumer", "evil.com/x")]) {
      expect(open).toThrow('region: "evil.com/x" (from the argument `region`) is not the id of a region, such as cn-hangzhou');
    }
  });

  it("rejects an account that is not configured and lists the configured ones", () => {
    const { clients } = world();
    expect(() => clients.client("consumr")).toThrow(InputError);
    expect(() => clients.client("consumr")).toThrow(
      'account: "consumr" is not the name of an account; the names are consumer, owner, wrong (from accounts); did you mean consumer?',
    );
    const named = createClients(readConfiguration({ accounts: { consumer: { profile: "p", accountId: "123" } } }, {}));
    expect(() => named.client("2000000000000001")).toThrow(
      'account: "2000000000000001" is the id of an account: write the name that it has in `accounts`; the names are consumer (from accounts)',
    );
    expect(() => named.client("123")).toThrow('account: "123" is the id of consumer: write the name');
    expect(() => createClients(readConfiguration({}, {})).client("any")).toThrow("no account is named in the configuration");
  });
});
