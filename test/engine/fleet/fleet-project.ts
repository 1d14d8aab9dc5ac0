import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demo } from "../../../provider/simulator/index.ts";
import { type Project, repository, type Run } from "../pulumi.ts";
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
  onOutput: (text: string, interrupt: () => void) => void = () => {},
): Promise<Run> {
  const program = join(repository, "dist/sdk/command/resourceshare.js");
  return new Promise((resolve, reject) => {
    const child = spawn("node", ["--", program, "fleet", ...words], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    const timer = setTimeout(() => child.kill("SIGKILL"), 150_000);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
      onOutput(output.stderr, () => child.kill("SIGINT"));
    });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...output });
    });
  });
}
