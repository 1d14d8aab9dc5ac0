import type { SimulatorOptions } from "../../simulator/index.ts";
import { type KillInjector, type KillPoint, waitForExit } from "./kill/kill-at-call.ts";
import { startKillableService } from "./kill/killable-service.ts";
import { Project, type ProjectOptions, type RunOptions } from "./pulumi.ts";
import { startService, type Service } from "./service.ts";

export interface StackOptions {
  /** Of the simulated service: its world, its pace, its limits. */
  readonly simulator?: SimulatorOptions;
  /** Returns the environment in which the program calls the service; by default that of the directory's management account. */
  readonly env?: (service: Service) => Readonly<Record<string, string>>;
  readonly files?: ProjectOptions["files"];
  /** What keeps the stack's state; files of its own when absent. */
  readonly store?: ProjectOptions["store"];
}

/** A simulated service, and a project whose program calls it. */
export interface Stack extends AsyncDisposable {
  readonly service: Service;
  readonly project: Project;
}

/** A stack whose service can kill the engine or the provider at a call. */
export interface KillableStack extends Stack {
  readonly killInjector: KillInjector;
}

/** Starts the service and opens the project: how every test, run and loop that needs the real engine begins. */
export function openStack(options: StackOptions = {}): Promise<Stack> {
  return open(options, () => startService(options.simulator));
}

/** @param commandPart what only the command line of a provider process contains; that of Pulumi's process for dynamic providers when absent */
export async function openKillableStack(options: StackOptions = {}, commandPart?: string): Promise<KillableStack> {
  const stack = await open(options, () => startKillableService(options.simulator, commandPart));
  return { ...stack, killInjector: stack.service.killInjector };
}

/** Runs an update whose processes are killed at a call, and unlocks the stack. Throws when the update does not come to the call. */
export async function upKilledAt(
  { project, killInjector }: Pick<KillableStack, "project" | "killInjector">,
  killPoint: KillPoint,
  { words = [], env = {} }: { readonly words?: readonly string[]; readonly env?: RunOptions["env"] } = {},
): Promise<void> {
  let engine = 0;
  killInjector.arm(killPoint, () => engine);
  const { code } = await project.run(["up", "--yes", "--skip-preview", ...words], { env, onStart: (pid) => (engine = pid) });
  const { killedAt, killed } = killInjector.disarm();
  if (code === 0 || killedAt === undefined) throw new Error(`the update ended with ${code} and was not killed`);
  await waitForExit(killed);
  await project.succeed(["cancel", "--yes"]);
}

async function open<OneService extends Service>(
  { env = (service) => service.env, files = {}, store }: StackOptions,
  start: () => Promise<OneService>,
): Promise<Stack & { readonly service: OneService }> {
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await start());
  const project = opened.use(await Project.open({ env: env(service), files, store }));
  const kept = opened.move();
  return { service, project, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
