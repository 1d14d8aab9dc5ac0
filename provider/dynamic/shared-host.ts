import { engineAddressOfProcess, engineModulesFrom } from "../host/engine.ts";
import { host, type ProviderHost, watchedEngine } from "../host/process.ts";

/** Returns the provider host of Pulumi's dynamic-provider process; all copies of this module in the process share it. */
export function hostOfProcess(): ProviderHost {
  // The type of `globalThis` has no symbols. Only this function reads and writes the key.
  const registry = globalThis as { [key: symbol]: ProviderHost | undefined };
  const key = Symbol.for("pulumi-resourceshare.process.1");
  return (registry[key] ??= host(watchedEngine({ address: engineAddressOfProcess(), modules })));
}

/** The running file of `@pulumi/pulumi` resolves the protocol's modules, because they are loaded already. */
function modules() {
  return engineModulesFrom(process.argv[1] ?? "");
}
