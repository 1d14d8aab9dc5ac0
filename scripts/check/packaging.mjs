// Checks the package as npm would publish it, so it compiles the package first.
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { buildDist, isBuilt } from "../setup/dist.mjs";
import { REPOSITORY } from "../setup/paths.mjs";
import { readJson } from "../setup/fingerprints.mjs";

if (!isBuilt(REPOSITORY)) {
  await buildDist(REPOSITORY).catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
const { messages } = await publint({ pkgDir: REPOSITORY, level: "warning", strict: true });
const manifest = readJson(join(REPOSITORY, "package.json"));
for (const message of messages) console.error(formatMessage(message, manifest));
process.exitCode = messages.length > 0 ? 1 : 0;
