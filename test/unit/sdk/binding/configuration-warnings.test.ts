import * as pulumi from "@pulumi/pulumi";
import { expect, test, vi } from "vitest";
import { ResourceShare } from "../../../../sdk/index.ts";
import { recordRegistrations } from "../mocks.ts";

recordRegistrations();

test("warns once of each secret of the configuration in clear text, and of nothing that is encrypted or no secret", () => {
  const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  const accounts = JSON.stringify({ consumer: { accessKeyId: "id", accessKeySecret: "canary" }, other: { profile: "p" } });
  const config = {
    "resourceshare:accessKeyId": "id",
    "resourceshare:accessKeySecret": "canary",
    "resourceshare:securityToken": "canary",
    "resourceshare:accounts": accounts,
    "shop:accessKeySecret": "x",
  };
  pulumi.runtime.setAllConfig(config, ["resourceshare:securityToken"]);
  const shares = ["one", "two"].map((name) => new ResourceShare(name, { name }));
  expect(shares).toHaveLength(2);
  const advice = (key: string) =>
    `${key} is stored in clear text: store it by pulumi config set --secret ${key}, and create a new secret if others could read this one`;
  const keys = ["resourceshare:accessKeySecret", "resourceshare:accounts"];
  expect(warn.mock.calls.map(([text]) => text)).toEqual(keys.map(advice));
  warn.mockRestore();
});

test("warns once of a region and an account id without the namespace, unless a resource names its region or the provider has them", () => {
  const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  const texts = (config: Record<string, string>, ...args: readonly { readonly region?: string }[]) => {
    warn.mockClear();
    pulumi.runtime.setAllConfig({ [`${pulumi.getProject()}:region`]: "cn-shanghai", ...config });
    const shares = args.map((one) => new ResourceShare("net", { name: "net", ...one }));
    return shares.length > 0 ? warn.mock.calls.map(([text]) => text) : undefined;
  };
  expect(texts({ "resourceshare:region": "cn-beijing" }, {})).toEqual([]);
  expect(texts({}, { region: "cn-beijing" })).toEqual([]);
  const warning = (key: string) => `${pulumi.getProject()}:${key} is for the program only: for the provider, set resourceshare:${key}`;
  expect(texts({}, {}, {})).toEqual([warning("region")]);
  expect(texts({ [`${pulumi.getProject()}:accountId`]: "1", [`${pulumi.getProject()}:profile`]: "p" }, {})).toEqual([warning("accountId")]);
  warn.mockRestore();
});
