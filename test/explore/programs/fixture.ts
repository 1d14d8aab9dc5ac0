import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { SimulatorOptions } from "../../../simulator/simulator.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import { createHarness } from "../../support/harness.ts";
import { Engine, type Program } from "../engine/engine.ts";
import { type Options, startProcess } from "../engine/provider-process.ts";
import { liveShares } from "../invariants/state-snapshot.ts";

export const minute = 60_000;
export const vswitches = (count: number) => Array.from({ length: count }, (_, index) => ({ type: "VSwitch", id: `vsw-${index}` }));
export const share = (name: string, args: Values = {}): Program[number] => ({
  kind: "ResourceShare",
  name,
  args: { name, resources: vswitches(1), targets: [demo.member], ...args },
  options: {},
});
/** Twelve shares of seven resources. */
export const platform: Program = Array.from({ length: 12 }, (_, index) => share(`net-${index}`, { resources: vswitches(7) }));

/** A service, an engine with an empty checkpoint, and functions that start a process and run a program; `binding` is that of every process. */
export function openFixture(options: Omit<SimulatorOptions, "clock" | "random"> = {}, binding?: Binding) {
  const harness = createHarness(options);
  const engine = new Engine();
  const shares = () => liveShares(harness.simulator.world);
  const start = (process: Options = {}) => startProcess(harness, { binding, ...process });
  return { harness, engine, shares, start, up: (program: Program, process?: Options) => engine.up(start(process), program) };
}
