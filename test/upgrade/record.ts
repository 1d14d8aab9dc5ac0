// Records the stacks of this version, which all later versions must continue: `npm run record-upgrade`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "../../provider/simulator/index.ts";
import { bindingNames, openBinding, type Binding } from "../engine/binding.ts";
import { repository } from "../engine/pulumi.ts";
import type { Run } from "../support/child-output.ts";
import { openStack, type Stack } from "../engine/stack.ts";
import { finished, unfinished, unfinishedBefore } from "./programs.ts";
import { recordingPath, type StackName } from "./recording.ts";

/** Longer than every wait of a recorded update. */
const never = after(600_000);

const recorders: Readonly<Record<StackName, (binding: Binding, stack: Stack) => Promise<string>>> = {
  finished: async (binding, stack) => {
    await upWithSettling(binding, stack, finished);
    return finished;
  },
  unfinished: async (binding, stack) => {
    const { project, service } = stack;
    await upWithSettling(binding, stack, unfinishedBefore);
    const program = unfinished.replace("SHARE", service.shareId("network"));
    project.write({ "index.js": binding.program(program) });
    service.simulator.outOfBand.planFailure("vsw-demo03", { reason: "Unavailable" });
    service.simulator.faults.add({ operation: "ExecuteScene", fault: { kind: "lost" } });
    // Only the association that is to fail comes to an end.
    const failing = setInterval(() => endFailing(stack), 200);
    const run = await project.run(["up", "--yes", "--skip-preview", "--continue-on-error"]).finally(() => clearInterval(failing));
    if (run.code === 0) throw new Error(`the update that was to fail has succeeded\n${run.stdout}`);
    return program;
  },
};

function endFailing({ service }: Stack): void {
  const share = [...service.simulator.world.shares.values()].find(({ name, live }) => name === "fails" && live.size > 0);
  if (share) service.simulator.outOfBand.failAssociation(share.id, "vsw-demo03");
}

/** Runs a program while every association ends at once. */
async function upWithSettling(binding: Binding, { project, service }: Stack, program: string): Promise<Run> {
  project.write({ "index.js": binding.program(program) });
  const settling = setInterval(() => service.simulator.outOfBand.settleNow(), 200);
  return project.up().finally(() => clearInterval(settling));
}

// The manifest is the package's own.
const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
const folder = join(import.meta.dirname, version);
if (existsSync(folder)) throw new Error(`${version} is recorded already: remove ${folder} to record it again`);
mkdirSync(folder);
for (const bindingName of bindingNames) {
  await using binding = await openBinding(bindingName);
  for (const [name, record] of Object.entries(recorders)) {
    await using stack = await openStack({ simulator: { pace: { associate: never } }, files: binding.files });
    const program = await record(binding, stack);
    const { simulator } = stack.service;
    const recording = {
      program,
      recordedAt: new Date(simulator.now()).toISOString(),
      state: JSON.parse(stack.project.stateText()) as unknown,
      world: simulator.save(),
    };
    // The names are those of the recorders.
    const path = recordingPath(version, name as StackName, bindingName);
    writeFileSync(path, `${JSON.stringify(recording)}\n`);
    process.stdout.write(`${path}: ${JSON.stringify(recording).length} characters\n`);
  }
}
