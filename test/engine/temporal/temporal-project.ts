import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { provideExampleModules } from "../../../scripts/setup/temporal-example.mjs";
import { provideTemporalServer } from "../../../scripts/setup/temporal-server.mjs";
import { demo, type SimulatorOptions } from "../../../simulator/index.ts";
import { startServer } from "../backends/server.ts";
import { childrenOf } from "../processes.ts";
import { fleetEnvironment } from "../fleet/fleet-project.ts";
import { repository } from "../pulumi.ts";
import { openStack, type Stack } from "../stack.ts";
import { link } from "../terminal.ts";
import { outputOf, type Run } from "../../support/child-output.ts";

const example = join(repository, "examples/temporal");
const exampleFiles = ["activities.mts", "fleet.mts", "start.mts", "tsconfig.json", "worker.mts", "workflow.ts"];
const programFiles = ["share/Pulumi.yaml", "share/index.ts"];

/** A process of the example that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Run>;
}

/** A copy of the example with a Temporal server and a simulated service of its own. */
export interface TemporalProject extends AsyncDisposable {
  readonly stack: Stack;
  /** Starts Node in the copy: `start("worker.mts", "network")`. */
  start(...words: readonly string[]): Running;
  /** What the processes have printed as errors, such as the log of the workers. */
  printed(): string;
}

/** Opens a copy of the example. Its first use builds the server and installs the example's packages, in the cache folder. */
export async function openTemporalProject(simulator: SimulatorOptions): Promise<TemporalProject> {
  await using opened = new AsyncDisposableStack();
  const server = await startServer(await provideTemporalServer(), [], /ready at (\S+), namespace (\S+)/);
  opened.defer(server.stop);
  const files = Object.fromEntries([...exampleFiles, ...programFiles].map((name) => [name, readFileSync(join(example, name), "utf8")]));
  const stack = opened.use(await openStack({ env: ({ address }) => address, files, simulator }));
  link(join(await provideExampleModules(), "@temporalio"), join(stack.project.folder, "node_modules/@temporalio"));
  const env = {
    ...fleetEnvironment(stack.project, stack.service, { NETWORK: demo.owner, PLATFORM: demo.consumer }),
    TEMPORAL_ADDRESS: server.ready[1] ?? "",
    TEMPORAL_NAMESPACE: server.ready[2] ?? "",
  };
  const children = new Set<ChildProcess>();
  opened.defer(() => children.forEach((child) => child.kill("SIGKILL")));
  let errors = "";
  const start = (...words: readonly string[]): Running => {
    const child = spawn("node", words, { cwd: stack.project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    child.stderr.on("data", (part) => (errors += String(part)));
    return { child, ended: outputOf(child) };
  };
  const kept = opened.move();
  return { stack, start, printed: () => errors, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** The engines that a worker has started. */
export function enginesOf({ child }: Running): readonly number[] {
  return childrenOf(child.pid ?? 0).flatMap(([pid, words]) => (/\bpulumi (up|destroy) /.test(words) ? [pid] : []));
}
