/**
 * What programs import: resources, functions and explicit providers.
 *
 * @module pulumi-resourceshare
 */
import "../provider/kernel/supported-node.ts";
export * as device from "./device/index.ts";
export * from "./functions.ts";
export { LandingZone } from "./landing-zone.ts";
export type { LandingZoneArgs, LandingZoneShareArgs } from "./landing-zone.ts";
export type { CallOptions, CallOutputOptions } from "./binding/options.ts";
export { Provider } from "./provider.ts";
export type { ProviderAccountArgs, ProviderArgs } from "./binding/provider-args.ts";
export * from "./resources/index.ts";
export * as types from "./types/index.ts";
