import { accountMembers, type ConfigurationKey, configurationKeys } from "../../../provider/client/config/configuration-keys.ts";
import { exampleUsage } from "./examples/index.ts";
import type { FunctionSchema, PackageSchema, ResourceSchema } from "./package.ts";
import { dynamicTypeOf, type Module, tokenOfFunction, tokenOfResource } from "../../../provider/kernel/type-tokens.ts";
import { NamedTypes, pascal, requiredIn, sentence, type TypeSpec } from "./plugin-types.ts";

/** A package schema in Pulumi's format, from which the SDKs of all languages are generated. */
export type PluginSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of the plugin. It has the functions that read: the engine calls functions in previews too, and no function can
 * return an unknown value, so that an action would run in a preview.
 */
export function pluginSchema({ name, resources, functions, deviceFunctions }: PackageSchema, version: string): PluginSchema {
  const types = new NamedTypes();
  const configuration = configurationProperties(types);
  return {
    name,
    version,
    displayName: "Resource Sharing",
    description: "Shares cloud resources across accounts, folders and organisations.",
    keywords: ["category/infrastructure", "kind/native"],
    license: "Apache-2.0",
    publisher: "pulumi-resourceshare",
    // A Go SDK that has its own go.mod, so that a program can require it from a folder.
    meta: { moduleFormat: "(.*)", supportPack: true },
    language: {
      csharp: { respectSchemaVersion: true },
      go: { respectSchemaVersion: true },
      java: {},
      nodejs: { packageName: "pulumi-resourceshare-sdk", respectSchemaVersion: true },
      python: { packageName: "pulumi_resourceshare", respectSchemaVersion: true, pythonRequires: ">=3.10", pyproject: { enabled: true } },
    },
    config: { variables: configuration },
    provider: {
      description: "The configuration of one account, its region and its endpoints. An argument wins over the environment.",
      inputProperties: configuration,
    },
    resources: Object.fromEntries(Object.values(resources).map((one) => [tokenOfResource(one.token), resourceSpec(types, one, resources)])),
    functions: {
      ...functionSpecs(types, "index", Object.values(functions)),
      ...functionSpecs(types, "device", Object.values(deviceFunctions)),
    },
    types: types.all(),
  };
}

function resourceSpec(
  types: NamedTypes,
  { token, summary, inputs, outputs, replaceOn }: ResourceSchema,
  kinds: PackageSchema["resources"],
): TypeSpec {
  const owner = tokenOfResource(token);
  const inputProperties = types.propertiesOf(owner, inputs);
  const replacing = Object.entries(inputProperties).map(([name, spec]) => [
    name,
    replaceOn.includes(name) ? { ...spec, willReplaceOnChanges: true } : spec,
  ]);
  return {
    description: `${sentence(summary)}${exampleUsage(token, kinds)}`,
    properties: types.propertiesOf(owner, outputs),
    required: requiredIn(outputs),
    inputProperties: Object.fromEntries(replacing),
    requiredInputs: requiredIn(inputs),
    stateInputs: { type: "object", description: `The known arguments of a ${token} that is looked up.`, properties: inputProperties },
    // A stack of dynamic resources continues with the plugin without a replacement.
    aliases: [{ type: dynamicTypeOf(token) }],
  };
}

function functionSpecs(types: NamedTypes, module: Module, functions: readonly FunctionSchema[]): Record<string, TypeSpec> {
  const reading = functions.filter(({ effect }) => effect === "read");
  return Object.fromEntries(reading.map((one) => [tokenOfFunction(module, one.name), functionSpec(types, module, one)]));
}

/** The arguments that the classes of Node programs take as options. */
const functionOptions: Readonly<Record<Module, Readonly<Record<string, TypeSpec>>>> = {
  index: {
    account: { type: "string", description: "Name of one of the configured `accounts`; the default credentials when absent." },
    region: { type: "string", description: "Region to call; the account's or the configuration's when absent." },
  },
  device: {
    account: {
      type: "string",
      description: "Name of one of the configured `accounts`, whose access key is the application's.",
    },
  },
};

function functionSpec(types: NamedTypes, module: Module, { name, summary, secrets, args, result }: FunctionSchema): TypeSpec {
  const owner = tokenOfFunction(module, pascal(name));
  const hidden = (properties: Record<string, TypeSpec>) =>
    Object.fromEntries(Object.entries(properties).map(([key, spec]) => [key, secrets.includes(key) ? { ...spec, secret: true } : spec]));
  return {
    description: sentence(summary),
    inputs: {
      type: "object",
      properties: { ...hidden(types.propertiesOf(owner, args)), ...functionOptions[module] },
      required: requiredIn(args),
    },
    outputs: { type: "object", properties: hidden(types.propertiesOf(owner, result)), required: requiredIn(result) },
  };
}

function configurationProperties(types: NamedTypes): Record<string, TypeSpec> {
  const account = types.object(
    tokenOfFunction("index", "Account"),
    Object.fromEntries(
      Object.entries(accountMembers).map(([name, { description, isSecret }]) => [
        name,
        { type: "string", description, ...(isSecret ? { secret: true } : {}) },
      ]),
    ),
    [],
    "Credentials of a named account.",
  );
  return Object.fromEntries(Object.entries(configurationKeys).map(([name, key]) => [name, configurationProperty(key, account)]));
}

function configurationProperty(key: ConfigurationKey, account: TypeSpec): TypeSpec {
  const { variable, type = "string", description, default: byDefault, isSecret } = key;
  return {
    ...(type === "accounts" ? { type: "object", additionalProperties: account } : { type }),
    // An SDK would pass a default or a variable of the schema as an argument, which wins over the environment of later runs.
    description: `${description}${byDefault === undefined ? "" : ` Default \`${byDefault}\`.`} Environment variable: \`${variable}\`.`,
    ...(isSecret ? { secret: true } : {}),
  };
}
