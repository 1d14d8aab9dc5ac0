#!/usr/bin/env node
/**
 * Sets up a checkout on a machine with Node and npm: dependencies, the compiled package, the Pulumi CLI and its language host.
 * With `--tests`, also what the tests need. `npm start`, `npm test` and CI run it.
 * It has no dependencies, runs on Node 20, and returns quickly when everything is installed.
 */
import { join } from "node:path";
import { endCommands } from "./setup/commands.mjs";
import { installLanguageHost } from "./setup/language-host/install.mjs";
import { areInstalled, installDependencies } from "./setup/dependencies.mjs";
import { buildDist, isBuilt } from "./setup/dist.mjs";
import { cacheFolder, REPOSITORY } from "./setup/paths.mjs";
import { withLock } from "./setup/lock.mjs";
import { provideNode } from "./setup/node.mjs";
import { obtainPulumi } from "./setup/pulumi.mjs";
import { report, runCommand, SetupError } from "./setup/report.mjs";
import { provideRequirements } from "./setup/requirements.mjs";
import { provideTestTools } from "./setup/test-tools.mjs";

const root = REPOSITORY;
const cache = cacheFolder();

const forTests = process.argv.includes("--tests");

async function setUp() {
  // First, so that a machine without them is reported before the long builds.
  if (forTests) await provideRequirements();
  if (!areInstalled(root) || !isBuilt(root)) {
    // The lock is in the checkout, because users who can write there can change the sources anyway.
    await withLock(join(root, ".setup.lock"), "Dependencies", async () => {
      if (!areInstalled(root)) await installDependencies(root);
      await provideNode(root);
      if (!isBuilt(root)) await buildDist(root);
    });
  }
  await provideNode(root);
  const pulumi = await obtainPulumi({ cache });
  installLanguageHost({ root, cache, pulumi });
  if (forTests) await provideTestTools(cache);
  report("Set-up", `ready, with Pulumi ${pulumi.version} (${pulumi.path}).`);
}

for (const [signal, code] of /** @type {const} */ ([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])) {
  process.once(signal, () => {
    endCommands();
    report("Set-up", "interrupted; run it again to go on.");
    process.exit(code);
  });
}

await runCommand("Set-up", async () => {
  if (process.platform === "win32") throw new SetupError("it runs on Linux and macOS; on Windows, run it inside WSL.");
  await setUp();
});
