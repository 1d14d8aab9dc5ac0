import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requests } from "../../../support/bindings/requests.ts";
import { openPlugin, secret, unknown } from "./client.ts";

let plugin: Awaited<ReturnType<typeof openPlugin>>;

beforeEach(async () => {
  plugin = await openPlugin();
});
afterEach(() => plugin.close());

const share = { name: "net", targets: ["1000000000000003"] };

describe("the configuration", () => {
  it("reports each wrong key of the plugin's configuration, and returns credentials as secrets", async () => {
    const values = { region: "x y", endpoint: "http://example.com" };
    const namesOf = async (provider: string) => (await plugin.checkConfig(values, provider)).failures.map(({ property }) => property);
    expect(await namesOf("default_1_2_3")).toEqual(["resourceshare:region", "resourceshare:endpoint"]);
    expect(await namesOf("shanghai")).toEqual(["region", "endpoint"]);
    const { inputs, failures } = await plugin.checkConfig({ accessKeyId: "id", accessKeySecret: "s", profile: "p" });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ accessKeyId: secret("id"), accessKeySecret: secret("s"), profile: "p" });
  });

  it("accepts configuration values of the plugin that are not known yet, and fields without a value", async () => {
    const { inputs, failures } = await plugin.checkConfig({ accessKeyId: unknown, regoin: null, version: "1.2.3" }, "explicit");
    expect({ inputs, failures }).toEqual({ inputs: { accessKeyId: secret(unknown), version: "1.2.3" }, failures: [] });
  });

  it("rejects an unknown argument of an explicit provider, names the nearest one, and shows no value", async () => {
    const { failures } = await plugin.checkConfig({ region: "no region", acessKeySecret: "s", plugin: "true" }, "explicit");
    expect(failures).toMatchObject([
      { property: "acessKeySecret", reason: "is not an argument of Provider; did you mean `accessKeySecret`?" },
      { property: "plugin", reason: "is not an argument of Provider" },
      { property: "region" },
    ]);
    // The engine prints the value of a property that a failure names.
    const request = { urn: "urn:pulumi:dev::shop::pulumi:providers:resourceshare::explicit", news: { acessKeySecret: "s" } };
    expect((await requests.checkConfig(plugin.call, request)).failures.map(({ property }) => property)).toEqual([""]);
  });

  it("keeps an unknown configuration key of a stack in the plugin, as a secret", async () => {
    const { inputs, failures } = await plugin.checkConfig({ acessKeySecret: "s" }, "default_1_2_3");
    expect({ inputs, failures }).toEqual({ inputs: { acessKeySecret: secret("s") }, failures: [] });
  });

  it("updates an explicit provider whose arguments change without a replacement", async () => {
    const difference = await plugin.diffConfig({ region: "cn-beijing" }, { region: "cn-hangzhou" });
    expect(difference).toMatchObject({ replaces: [], diffs: ["region"], changes: "DIFF_SOME" });
    expect((await plugin.diffConfig({ region: "a" }, { region: "a" })).changes).toBe("DIFF_NONE");
  });

  it("prefers the environment to a stack's configuration, and an explicit provider's arguments to the environment", async () => {
    const other = await openPlugin({ ALIBABA_CLOUD_REGION_ID: "not a region" });
    await expect(other.configure({ region: "cn-hangzhou" }, "default_0_1_0")).rejects.toThrow("ALIBABA_CLOUD_REGION_ID");
    for (const name of ["shanghai", "default-shanghai", "a::default"]) {
      const explicit = await openPlugin({ ALIBABA_CLOUD_REGION_ID: "not a region" });
      await explicit.configure({ region: "cn-hangzhou" }, name);
      explicit.close();
    }
    other.close();
  });

  // (promise P-one-configuration)
  it("accepts the same configuration of the plugin again, and rejects another one", async () => {
    const values = { accessKeyId: "id", accessKeySecret: "s" };
    await plugin.configure(values, "one");
    await plugin.configure(values, "one");
    await expect(plugin.configure({ ...values, accessKeyId: "other" }, "two")).rejects.toThrow("each provider needs a process of its own");
  });

  it("accepts the fields of `accounts` as Python writes them", async () => {
    const accounts = { consumer: { access_key_id: "id", access_key_secret: "s", account_id: "1" } };
    await plugin.configure({ accounts: JSON.stringify(accounts) });
    expect((await plugin.check("DirectorySharing", { account: "consumer" })).failures).toEqual([]);
    expect((await plugin.check("DirectorySharing", { account: "other" })).failures).toMatchObject([{ property: "account" }]);
  });
});

describe("an operation before the configuration, or after a wrong one", () => {
  it.each([
    ["check", () => plugin.check("ResourceShare", share)],
    ["diff", () => plugin.diff("ResourceShare", "rs-1", share, share)],
    ["create", () => plugin.create("ResourceShare", share)],
    ["read", () => plugin.read("ResourceShare", "rs-1")],
    ["update", () => plugin.update("ResourceShare", "rs-1", share, share)],
    ["delete", () => plugin.remove("ResourceShare", "rs-1", share)],
    ["invoke", () => plugin.invoke("resourceshare:index:listResourceShares", { resourceOwner: "Self" })],
  ])("fails an operation of the plugin without a valid configuration at once, with what to do: %s", async (_name, operation) => {
    await expect(operation()).rejects.toThrow("has no configuration: call Configure first");
    await expect(plugin.configure({ region: "no region" })).rejects.toThrow("region");
    await expect(operation()).rejects.toThrow("correct what it reports");
  });
});
