#!/usr/bin/env node
/**
 * The quickstart: starts the simulated service and runs `pulumi up` of a copy of examples/quickstart against it.
 * The service runs until Ctrl-C. With `--once`, the script also updates, refreshes and destroys the stack, checks the service after each
 * step, and exits.
 */
import { relative } from "node:path";
import { REPOSITORY } from "./setup/paths.mjs";
import { duration } from "./setup/report.mjs";
import { accessTable, differences } from "./start/access-table.mjs";
import { quickstartEnvironment } from "./start/environment.mjs";
import { changeProgram, FOLDER, HOME, removeRunningFile, resetWorkspace } from "./start/workspace.mjs";
import { pulumiOutput, endPulumi, pulumi } from "./start/pulumi.mjs";
import { startService } from "./start/service.mjs";

const STACK = "demo";
const runsOnce = process.argv.includes("--once");
const since = Date.now();

const conflict = await resetWorkspace();
if (conflict !== undefined) stop(conflict);
process.once("exit", removeRunningFile);

const service = await startService();
const [key] = service.simulator.keys;
if (key === undefined) throw new Error("the simulated service has no access key");
const env = quickstartEnvironment(service.url, key);
let isReady = false;
let isEnding = false;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => void end(signal));

try {
  await createStack();
  if (runsOnce) await changeAndDestroy();
  else printNextSteps();
} catch (error) {
  if (!isEnding) stop(error instanceof Error ? error.message : String(error));
}
if (runsOnce && !isEnding) await service.close();

async function createStack() {
  console.log(`The simulated service listens on ${service.url}, and knows this program as account ${key?.accountId}.`);
  await pulumiOutput(["stack", "init", STACK, "--non-interactive"], env);
  await step("The program is deployed", ["up", "--yes", "--skip-preview"]);
  console.log(["", "Who can use what now, as the service sees it:", ...accessTable(service.simulator.grants())].join("\n"));
}

async function changeAndDestroy() {
  await step("A preview shows no change", ["preview", "--expect-no-changes"]);
  const before = await wanted();
  changeProgram({ "vsw-demo01": "vsw-demo02", 1000000000000002: "fd-core01" });
  await step("The program changes: one resource and one target go, others come", ["up", "--yes", "--skip-preview"]);
  if (JSON.stringify(await wanted()) === JSON.stringify(before)) throw new Error("the program did not change");
  console.log(["", ...accessTable(service.simulator.grants())].join("\n"));
  await step("A refresh finds nothing that the state does not know", [
    "refresh",
    "--yes",
    "--skip-preview",
    "--suppress-outputs",
    "--expect-no-changes",
  ]);
  await step("Everything is taken away", ["destroy", "--yes", "--skip-preview"], { resources: [], targets: [] });
  console.log(`\nThe stack was created, updated, refreshed and destroyed as its program declares, in ${duration(Date.now() - since)}.`);
}

/**
 * Runs one Pulumi command, then compares the service's actual state with the expected access.
 * @param {string} title
 * @param {string[]} command
 * @param {import("./start/access-table.mjs").Wanted} [expected] what the program declares when absent
 */
async function step(title, command, expected) {
  const from = Date.now();
  console.log(`\n── ${title}: pulumi ${command[0]}`);
  const code = await pulumi([...command, "--stack", STACK], env);
  if (code !== 0) throw new Error(`pulumi ${command[0]} ended with ${code}`);
  const wrong = [...differences(expected ?? (await wanted()), service.simulator.grants()), ...service.simulator.invariants()];
  if (wrong.length > 0) throw new Error(`the service does not hold what the program declares:\n  ${wrong.join("\n  ")}`);
  console.log(`── The service holds exactly what the program declares (${((Date.now() - from) / 1000).toFixed(1)} s).`);
}

/** What the program has declared, by the stack's state. @returns {Promise<import("./start/access-table.mjs").Wanted>} */
async function wanted() {
  const { deployment } = JSON.parse(await pulumiOutput(["stack", "export", "--stack", STACK], env));
  const { resources, targets } = deployment.resources.find((/** @type {{ urn: string }} */ { urn }) => urn.endsWith("::network")).inputs;
  return { resources: resources.map((/** @type {{ type: string, id: string }} */ { type, id }) => `${type} ${id}`), targets };
}

function printNextSteps() {
  isReady = true;
  const enter = `cd ${REPOSITORY} && source ${relative(REPOSITORY, FOLDER)}/env`;
  console.log(`
Ready in ${duration(Date.now() - since)}. The stack's state is in ${HOME}/state; nothing of yours was touched.

In another terminal (bash or zsh), first

  ${enter}

and then, for example,

  pulumi preview                                            # nothing to do
  npx --no -- resourceshare access                          # who can use what now

  sed -i.bak s/1000000000000002/fd-core01/ .quickstart/index.ts
  pulumi up --yes                                           # one target goes, another comes

The simulated service stays until Ctrl-C.`);
}

/**
 * Stops Pulumi first and then the service, which runs in this process. This is the normal end of a run without `--once`.
 * @param {NodeJS.Signals} signal
 */
async function end(signal) {
  isEnding = true;
  await endPulumi(signal);
  console.error(
    isReady ? "\nThe simulated service has ended; npm start begins anew." : "\nThe quickstart was interrupted; npm start begins anew.",
  );
  process.exit(isReady ? 0 : 130);
}

/** @param {string} reason @returns {never} */
function stop(reason) {
  console.error(`\nThe quickstart stopped: ${reason}`);
  process.exit(1);
}
