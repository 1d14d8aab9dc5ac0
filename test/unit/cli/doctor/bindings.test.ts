import { expect, test } from "vitest";
import { readState } from "../../../../access/stack-state.ts";
import { examineBindings } from "../../../../cli/doctor/bindings.ts";

const dynamic = {
  type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare",
  provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default::1",
};
const plugin = {
  type: "resourceshare:device:DeviceAction",
  provider: "urn:pulumi:dev::shop::pulumi:providers:resourceshare::default_0_1_0::2",
};
const explicit = { type: "resourceshare:index:ShareTags", provider: "urn:pulumi:dev::shop::pulumi:providers:resourceshare::consumer::3" };

const found = (...types: readonly (typeof dynamic)[]) => {
  const resources = types.map(({ type, provider }, index) => ({
    type,
    provider,
    urn: `urn:pulumi:dev::shop::${type}::r${index}`,
    id: "1",
  }));
  return examineBindings(readState(JSON.stringify({ version: 3, deployment: { resources } })));
};

test("names the binding of all resources in `doctor` for a stack with one binding", () => {
  expect(found(dynamic, dynamic)).toEqual([{ level: "ok", subject: "Binding", message: "dynamic" }]);
  expect(found(plugin, explicit)).toEqual([{ level: "ok", subject: "Binding", message: "plugin" }]);
  expect(found()).toEqual([]);
});

test("reports a stack with both bindings as a warning in `doctor`, with the resources and how to change to one binding", () => {
  expect(found(dynamic, plugin, explicit)).toEqual([
    {
      level: "warning",
      subject: "Binding",
      message: "the stack has dynamic resources (1: ResourceShare r0) and resources of the plugin (2: DeviceAction r1, ShareTags r2)",
      fix: expect.stringContaining("set resourceshare:plugin to true"),
    },
  ]);
});
