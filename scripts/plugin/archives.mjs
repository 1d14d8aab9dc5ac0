import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExecutable } from "./executable.mjs";
import { nodeLicense } from "./licenses.mjs";
import { executableName } from "./platforms.mjs";

/** @import { Platform } from "./platforms.mjs" */

/**
 * Writes what an archive with an executable contains to an empty folder.
 * @param {object} options
 * @param {string} options.plugin the folder of the plugin that runs on the machine's Node
 * @param {Platform} options.platform
 * @param {string} options.node the Node of the platform
 * @param {string} options.folder
 */
export async function writeStandalone({ plugin, platform, node, folder }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeExecutable({ bundle: join(plugin, "plugin.cjs"), node, to: join(folder, executableName(platform)) });
  copyFileSync(join(plugin, "LICENSE"), join(folder, "LICENSE"));
  const others = readFileSync(join(plugin, "THIRD-PARTY-LICENSES"), "utf8");
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), `${others}\n${nodeLicense()}`);
}

/**
 * Writes the archive of a platform, with the name that `pulumi plugin install` downloads.
 * @param {object} options
 * @param {string} options.from the folder of what it contains
 * @param {Platform} options.platform
 * @param {string} options.version
 * @param {string} options.to the folder of the archives
 * @returns {string} its path
 */
export function writeArchive({ from, platform, version, to }) {
  mkdirSync(to, { recursive: true });
  const archive = join(to, `pulumi-resource-resourceshare-v${version}-${platform.name}.tar.gz`);
  // With PulumiPlugin.yaml, `pulumi plugin install` would run `npm install`, and fail on a machine without npm.
  const excluded = ["PulumiPlugin.yaml", "package.json"].map((name) => `--exclude=${name}`);
  execFileSync("tar", ["-czf", archive, ...excluded, "-C", from, "."]);
  return archive;
}
