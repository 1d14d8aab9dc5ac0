import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demo } from "../../../simulator/index.ts";
import { outputOf, type Run } from "../../support/child-output.ts";
import { type Project, repository } from "../pulumi.ts";
import type { Service } from "../service.ts";

const example = join(repository, "examples/fleet");
const exampleFiles = ["fleet.mts", "owner/Pulumi.yaml", "owner/index.ts", "acceptor/Pulumi.yaml", "acceptor/index.ts"];

/** The files of the example: an owner and an acceptor in each of two regions. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  exampleFiles.map((name) => [name, readFileSync(join(example, name), "utf8")]),
);

/** The accounts of the example, by the names that its variables begin with. */
const accounts: Readonly<Record<string, string>> = { OWNER: demo.owner, CONSUMER: demo.consumer };

/** The environment of the command: the address of the service, and the keys of the accounts under names of the fleet's own. */
export function fleetEnvironment(project: Project, { simulator, address }: Service): Record<string, string> {
  const keys = Object.entries(accounts).flatMap(([name, accountId]) => {
    const key = simulator.keys.find((one) => one.accountId === accountId);
    return [
      [`${name}_KEY_ID`, key?.accessKeyId ?? ""],
      [`${name}_KEY_SECRET`, key?.accessKeySecret ?? ""],
    ];
  });
  return { ...project.environment(), ...address, ...Object.fromEntries(keys) };
}

/** Runs `resourceshare fleet` in the folder of a project. */
export function runFleet(
  project: Project,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Run> {
  const program = join(repository, "dist/cli/resourceshare.js");
  const child = spawn("node", ["--", program, "fleet", ...words], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onStart(child);
  return outputOf(child, { timeoutMs: 150_000 });
}
