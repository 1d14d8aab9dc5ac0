import type { SimulatorOptions } from "../../../simulator/index.ts";
import { startService, type Service } from "../service.ts";
import { createKillInjector, type KillInjector } from "./kill-at-call.ts";

/** A service that can kill the engine or the provider at a call. */
interface KillableService extends Service {
  readonly killInjector: KillInjector;
}

/** @param commandPart what only the command line of a provider process contains; that of Pulumi's process for dynamic providers when absent */
export async function startKillableService(simulator?: SimulatorOptions, commandPart?: string): Promise<KillableService> {
  const injectors: KillInjector[] = [];
  const service = await startService(simulator, (served) => {
    const injector = createKillInjector(served, commandPart);
    injectors.push(injector);
    return injector.simulator;
  });
  const [killInjector] = injectors;
  if (!killInjector) throw new Error("the service was started without its simulator");
  return { ...service, killInjector };
}
