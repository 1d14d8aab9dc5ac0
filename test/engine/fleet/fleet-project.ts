import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demo } from "../../../provider/simulator/index.ts";
import { outputOf, type Run } from "../../support/child-output.ts";
import { type Project, repository } from "../pulumi.ts";
import type { Service } from "../service.ts";

const example = join(repository, "examples/fleet");
const exampleFiles = ["fleet.mts", "manifests.mjs", "owner/Pulumi.yaml", "owner/index.ts", "acceptor/Pulumi.yaml", "acceptor/index.ts"];

/** The files of the example: an owner and an acceptor in each of two regions. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  exampleFiles.map((name) => [name, readFileSync(join(example, name), "utf8")]),
);

/** The environment of the command: the address of the service, and the keys of both accounts under names of the fleet's own. */
export function fleetEnvironment(project: Project, { simulator, address }: Service): Record<string, string> {
  const keyOf = (accountId: string) => simulator.keys.find((key) => key.accountId === accountId);
  const [owner, consumer] = [keyOf(demo.owner), keyOf(demo.consumer)];
  return {
    ...project.environment(),
    ...address,
    OWNER_KEY_ID: owner?.accessKeyId ?? "",
    OWNER_KEY_SECRET: owner?.accessKeySecret ?? "",
    CONSUMER_KEY_ID: consumer?.accessKeyId ?? "",
    CONSUMER_KEY_SECRET: consumer?.accessKeySecret ?? "",
  };
}

/** Runs `resourceshare fleet` in the folder of a project. */
export function runFleet(
  project: Project,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Run> {
  const program = join(repository, "dist/sdk/command/resourceshare.js");
  const child = spawn("node", ["--", program, "fleet", ...words], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onStart(child);
  return outputOf(child, { timeoutMs: 150_000 });
}
