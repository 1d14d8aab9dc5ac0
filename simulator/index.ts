/**
 * The simulated service, for tests.
 *
 * @module pulumi-resourceshare/simulator
 */
import "../provider/kernel/supported-node.ts";
export { demo, demoWorld } from "./world/demo.ts";
export { deviceDemo } from "./device/demo.ts";
export type { DeviceWorld } from "./device/world.ts";
export type { OutOfBandChanges, Entities } from "./admin/out-of-band-changes.ts";
export type { CallRecord } from "./gateway/call-log.ts";
export type { Fault, FaultRule, Faults } from "./gateway/faults.ts";
export { readWorldFile, type FullWorldFile, type WorldFile } from "./world/world-schema.ts";
export type { Grant } from "./world/effective-access.ts";
export { serve, type PageResponse, type Pages, type Served, type ServeOptions } from "./http.ts";
export { paces, type Duration, type Pace } from "./world/state-machines.ts";
export { createSimulator, type NamedKey, type Simulator, type SimulatorOptions } from "./simulator.ts";
