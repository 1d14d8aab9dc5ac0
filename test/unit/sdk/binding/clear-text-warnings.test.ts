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

test("does not warn of a program's own region and account id, which the program may use itself", () => {
  const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
  const project = pulumi.getProject();
  pulumi.runtime.setAllConfig({ [`${project}:region`]: "cn-shanghai", [`${project}:accountId`]: "1000000000000003" });
  const share = new ResourceShare("net", { name: "net", targets: [new pulumi.Config().require("accountId")] });
  expect(share).toBeInstanceOf(ResourceShare);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});
