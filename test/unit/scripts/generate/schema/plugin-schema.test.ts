import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { configurationKeys } from "../../../../../provider/client/config/configuration-keys.ts";
import { packageSchema } from "../../../../../scripts/generate/schema/index.ts";
import { pluginSchema } from "../../../../../scripts/generate/schema/plugin-schema.ts";
import { tokenOfFunction, tokenOfResource } from "../../../../../provider/kernel/type-tokens.ts";
import { pulumiEnvironment } from "../../../../../scripts/setup/environment.mjs";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../../../../..");
const declared = packageSchema();

interface Spec {
  readonly properties?: Record<string, Spec>;
  readonly inputProperties?: Record<string, Spec>;
  readonly requiredInputs?: readonly string[];
  readonly aliases?: readonly object[];
  readonly inputs?: Spec;
  readonly outputs?: Spec;
  readonly [key: string]: unknown;
}

// The schema is plain data in Pulumi's format.
const schema = pluginSchema(declared, "1.2.3") as {
  readonly config: { readonly variables: Record<string, Spec> };
  readonly provider: Spec;
  readonly resources: Record<string, Spec>;
  readonly functions: Record<string, Spec>;
  readonly types: Record<string, Spec>;
};

test("has every resource in the plugin's schema with its arguments and outputs, and the dynamic type as an alias", () => {
  for (const { token, inputs, outputs } of Object.values(declared.resources)) {
    const spec = schema.resources[tokenOfResource(token)];
    expect(Object.keys(spec?.inputProperties ?? {}), token).toEqual(Object.keys(inputs));
    expect(Object.keys(spec?.properties ?? {}), token).toEqual(Object.keys(outputs));
    expect(spec?.aliases).toEqual([{ type: `pulumi-nodejs:dynamic/resourceshare:${token}` }]);
  }
  expect(Object.keys(schema.resources)).toContain("resourceshare:device:DeviceAction");
});

test("has every function that reads in the plugin's schema, with options of Node programs as arguments, and no action", () => {
  const reading = (functions: typeof declared.functions) => Object.values(functions).filter(({ effect }) => effect === "read");
  const tokens = [
    ...reading(declared.functions).map(({ name }) => tokenOfFunction("index", name)),
    ...reading(declared.deviceFunctions).map(({ name }) => tokenOfFunction("device", name)),
  ];
  expect(Object.keys(schema.functions)).toEqual(tokens);
  for (const { name, args } of reading(declared.functions)) {
    const added = Object.keys(schema.functions[tokenOfFunction("index", name)]?.inputs?.properties ?? {});
    expect(added.toSorted(), name).toEqual([...Object.keys(args), "account", "region"].toSorted());
  }
});

test("lists the arguments that replace a resource and the secret results in the plugin's schema", () => {
  const share = schema.resources["resourceshare:index:ResourceShare"]?.inputProperties;
  expect([share?.["region"]?.["willReplaceOnChanges"], share?.["name"]?.["willReplaceOnChanges"]]).toEqual([true, undefined]);
  expect(schema.functions["resourceshare:device:getUserPhone"]?.outputs?.properties?.["phone"]?.["secret"]).toBe(true);
});

test("lists the documented values of a text in the plugin's schema, and accepts other texts", () => {
  const type = schema.types["resourceshare:index:ResourceShareResource"]?.properties?.["type"];
  expect(type?.["oneOf"]).toEqual([{ type: "string" }, { $ref: "#/types/resourceshare:index:ResourceType" }]);
  expect(schema.types["resourceshare:index:ResourceType"]?.["enum"]).toContainEqual({ name: "VSwitch", value: "VSwitch" });
});

test("declares every provider key in the plugin's schema, encrypts credentials, and stores none of the environment", () => {
  expect(Object.keys(schema.provider.inputProperties ?? {})).toEqual(Object.keys(configurationKeys));
  expect(schema.config.variables).toEqual(schema.provider.inputProperties);
  const names = (holds: (spec: Spec) => boolean) =>
    Object.keys(configurationKeys).filter((name) => holds(schema.config.variables[name] ?? {}));
  expect(names((spec) => spec["secret"] === true)).toEqual([
    "accessKeyId",
    "accessKeySecret",
    "securityToken",
    "accounts",
    "deviceAccessToken",
    "deviceRefreshToken",
  ]);
  const stored = names((spec) => "defaultInfo" in spec);
  expect(stored.filter((name) => /key|token|accounts|profile|endpoint/i.test(name))).toEqual([]);
});

test("passes the plugin's schema through Pulumi's own check", () => {
  const home = temporaryFolder(onTestFinished);
  const check = spawnSync("pulumi", ["schema", "check", join(root, "schema.json")], {
    env: pulumiEnvironment({ home }),
    encoding: "utf8",
  });
  expect(`${check.stdout}${check.stderr}`).toBe("");
  expect(check.status).toBe(0);
});
