import type { ProcessHost } from "../../../provider/host/process.ts";
import { pluginService } from "../../../provider/plugin/server.ts";
import { resources } from "../../../provider/resources/index.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import type { Kind, Run } from "../harness.ts";
import type { BoundProvider } from "./bound-provider.ts";
import { callsInProcess } from "./calls.ts";
import { dynamicBinding } from "./dynamic.ts";
import { pluginBinding } from "./plugin.ts";

/** Returns the host of a provider process whose clock, service and claims are those of a run. */
function hostOfRun(run: Run): ProcessHost {
  return {
    configure: () => undefined,
    configuredWith: () => ({}),
    driver: async ({ token }) => run.driverOfProcess(token as Kind),
    stateOrigin: (origin) => origin,
    originOfProcess: () => "process",
    configuredRegion: async () => undefined,
    checkPlacement: async () => [],
    client: (account, region) => run.host.client(account, region),
    device: (account) => run.host.device(account),
    log: run.host.log,
    cancel: () => undefined,
  };
}

/** Returns the resources of a run as a binding offers them to the engine, in this process. */
export function providersOfRun(run: Run, binding: Binding): (kind: Kind) => BoundProvider {
  const providers = new Map<Kind, BoundProvider>();
  const host = hostOfRun(run);
  const plugin = { host, resources, schema: { version: "1.2.3" }, environment: {} };
  const calls = binding === "plugin" ? callsInProcess(pluginService(plugin)) : undefined;
  return (kind) => {
    const known = providers.get(kind);
    if (known) return known;
    const provider = calls === undefined ? dynamicBinding(kind, host) : pluginBinding(kind, calls);
    providers.set(kind, provider);
    return provider;
  };
}
