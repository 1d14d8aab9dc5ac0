// Records the stacks of this version, which all later versions must continue: `npm run record-upgrade`. It writes the files that are missing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindingNames, openBinding, type Binding } from "../binding.ts";
import { repository } from "../pulumi.ts";
import type { Run } from "../../support/child-output.ts";
import { openStack, type Stack } from "../stack.ts";
import { edited, finished, unfinished, unfinishedBefore } from "./programs.ts";
import { openRecording, readRecording, type Recording, recordingPath, requestsPath, stackNames, type StackName } from "./recording.ts";
import { callsOf, type RecordedCommands } from "./requests.ts";

/** Longer than every wait of a recorded update. */
const never = 600_000;

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

async function recordStack(binding: Binding, name: StackName): Promise<Recording> {
  await using stack = await openStack({ simulator: { pace: { associate: never } }, files: binding.files });
  const program = await recorders[name](binding, stack);
  const { simulator } = stack.service;
  return {
    program,
    recordedAt: new Date(simulator.now()).toISOString(),
    state: JSON.parse(stack.project.stateText()) as unknown,
    world: simulator.save(),
  };
}

/** Records the requests to the plugin: for a new stack, for changes of the recorded one, and for its refresh. */
async function recordRequests(recording: Recording): Promise<RecordedCommands> {
  await using binding = await openBinding("plugin");
  await using created = await openStack({ files: { ...binding.files, "index.js": binding.program(finished) } });
  await using kept = await openRecording(binding, recording);
  const refresh = await callsOf(kept.project, ["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
  kept.project.write({ "index.js": binding.program(edited) });
  const commands = { create: await callsOf(created.project, ["preview"]), refresh, change: await callsOf(kept.project, ["preview"]) };
  const text = JSON.stringify(commands);
  const isSecret = (value: string) => value.length > 0 && text.includes(value);
  const secrets = created.service.simulator.keys.flatMap(({ accessKeyId, accessKeySecret }) => [accessKeyId, accessKeySecret]);
  if (secrets.some(isSecret)) throw new Error("the requests contain an access key, which must not be recorded");
  return commands;
}

/** The members of a state that name files of the machine that records it. The engine can do without them. */
const places: readonly string[] = ["sourcePosition", "stackTrace"];

async function write(path: string, make: () => Promise<unknown>): Promise<void> {
  if (existsSync(path)) return;
  const text = JSON.stringify(await make(), (name, value: unknown) => (places.includes(name) ? undefined : value));
  writeFileSync(path, `${text}\n`);
  process.stdout.write(`${path}: ${text.length} characters\n`);
}

// The manifest is the package's own.
const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
mkdirSync(join(import.meta.dirname, version), { recursive: true });
for (const bindingName of bindingNames) {
  await using binding = await openBinding(bindingName);
  for (const name of stackNames) await write(recordingPath(version, name, bindingName), () => recordStack(binding, name));
}
await write(requestsPath(version), () => recordRequests(readRecording(recordingPath(version, "finished", "plugin"))));
