/** The binding that manages a resource: Pulumi's dynamic-provider process, or the plugin. */
export type Binding = "dynamic" | "plugin";

/** The name of the plugin's package in type tokens. */
export const PLUGIN_PACKAGE = "resourceshare";

/** The type of the plugin's provider resources: the default provider of a stack, and explicit ones. */
export const PROVIDER_TYPE = `pulumi:providers:${PLUGIN_PACKAGE}`;

/** Whether a provider resource is one that the engine itself makes, with the configuration of the stack: `default`, or with a version `default_0_1_0`. */
export function isDefaultProvider(name: string): boolean {
  return /^default(_|$)/.test(name);
}

const DYNAMIC_PREFIX = "pulumi-nodejs:dynamic/resourceshare:";

/** The modules of the package: the sharing API, and the user, device and content API. */
export type Module = "index" | "device";

/** The kinds of resources of the module `device`; all others are of `index`. */
const deviceKinds: readonly string[] = ["DeviceAction"];

/** Returns the module of a kind of resource. */
export function moduleOfResource(kind: string): Module {
  return deviceKinds.includes(kind) ? "device" : "index";
}

/** Returns the token of a function of the plugin, as `resourceshare:index:listResourceShares`; types of values have tokens of the same form. */
export function tokenOfFunction(module: Module, name: string): string {
  return `${PLUGIN_PACKAGE}:${module}:${name}`;
}

/** Returns the type of a kind as a dynamic resource: `pulumi-nodejs:dynamic/resourceshare:ResourceShare`. */
export function dynamicTypeOf(kind: string): string {
  return DYNAMIC_PREFIX + kind;
}

/** Returns the type of a kind as a resource of the plugin: `resourceshare:index:ResourceShare`. */
export function tokenOfResource(kind: string): string {
  return tokenOfFunction(moduleOfResource(kind), kind);
}

/** Parses a URN: its stack, the types of the resource's parents and its own, and its name, which may contain `::`. */
export function urnParts(urn: string): { readonly stack: string; readonly types: readonly string[]; readonly name: string } | undefined {
  const [start = "", , types, ...name] = urn.split("::");
  return types === undefined ? undefined : { stack: start.replace(/^urn:pulumi:/, ""), types: types.split("$"), name: name.join("::") };
}

/** Returns the kind and the name of a resource, for messages: `ResourceShare network`; a text that is no URN as it is. */
export function shortName(urn: string): string {
  const { types, name } = urnParts(urn) ?? {};
  return types === undefined ? urn : `${types.at(-1)?.split(":").at(-1)} ${name}`;
}

/**
 * Returns the URN as a dynamic resource has it, in every binding: its own type and its parents' types are converted. A stack may change
 * the binding between an interrupted operation and the next one.
 */
export function neutralUrn(urn: string): string {
  const parts = urn.split("::");
  const types = parts[2]?.split("$") ?? [];
  if (resourceTypeOf(types.at(-1) ?? "") === undefined) return urn;
  return parts.with(2, types.map(neutralType).join("$")).join("::");
}

function neutralType(type: string): string {
  const own = resourceTypeOf(type);
  return own === undefined ? type : dynamicTypeOf(own.kind);
}

/** The kind of a resource of this package, and the binding that manages it. */
export interface ResourceType {
  /** The last part of both types, as `ResourceShare`. */
  readonly kind: string;
  readonly binding: Binding;
}

/** Parses the type of a resource; `undefined` for a type of another package. */
export function resourceTypeOf(type: string): ResourceType | undefined {
  if (type.startsWith(DYNAMIC_PREFIX)) return { kind: type.slice(DYNAMIC_PREFIX.length), binding: "dynamic" };
  const kind = type.split(":").at(-1) ?? "";
  return type === tokenOfResource(kind) ? { kind, binding: "plugin" } : undefined;
}
