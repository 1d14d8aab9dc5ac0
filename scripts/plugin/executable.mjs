import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, tail } from "../setup/commands.mjs";
import { REPOSITORY } from "../setup/paths.mjs";
import { SetupError } from "../setup/report.mjs";

/** Node looks for the program inside its own executable when this text in it ends with 1 instead of 0. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const POSTJECT = join(REPOSITORY, "node_modules", "postject", "dist", "cli.js");

/**
 * Writes an executable that contains Node and the bundled file (a single executable application). The running Node prepares the program,
 * so it must have the version of the Node inside.
 * @param {object} options
 * @param {string} options.bundle the bundled file
 * @param {string} options.node the Node of the executable's platform
 * @param {string} options.to the executable
 */
export async function writeExecutable({ bundle, node, to }) {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-executable-"));
  try {
    const [program, settings] = [join(folder, "program.blob"), join(folder, "settings.json")];
    // Compiled code starts faster, but only on the platform that has compiled it; elsewhere Node would ignore it.
    const useCodeCache = node === process.execPath;
    writeFileSync(settings, JSON.stringify({ main: bundle, output: program, useCodeCache, disableExperimentalSEAWarning: true }));
    await runNode(["--experimental-sea-config", settings]);
    copyFileSync(node, to);
    chmodSync(to, 0o755);
    await runNode([POSTJECT, to, "NODE_SEA_BLOB", program, "--sentinel-fuse", FUSE]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
async function runNode(args) {
  const { code, output } = await run(process.execPath, args);
  if (code !== 0) throw new SetupError(`the executable could not be written:\n${tail(output)}`);
}
