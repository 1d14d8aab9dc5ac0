import "../provider/kernel/supported-node.ts";
export * as device from "./device/index.ts";
export * from "./functions/index.ts";
export type { CallOptions, CallOutputOptions } from "./options.ts";
export { Provider } from "./provider.ts";
export type { ProviderAccountArgs, ProviderArgs } from "./provider-args.ts";
export * from "./resources/index.ts";
export * as types from "./types/index.ts";
