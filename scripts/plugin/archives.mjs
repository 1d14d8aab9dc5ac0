import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The platforms whose machines can start the executable, in the CLI's spelling. */
const PLATFORMS = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"];

/**
 * Writes an archive of the plugin for each platform, with the names that `pulumi plugin install` downloads, and their SHA-256 sums.
 * @param {string} plugin the folder of the plugin
 * @param {string} folder the folder of the archives
 * @param {string} version
 * @returns {string[]} the names of the archives
 */
export function writeArchives(plugin, folder, version) {
  mkdirSync(folder, { recursive: true });
  const names = PLATFORMS.map((platform) => `pulumi-resource-resourceshare-v${version}-${platform}.tar.gz`);
  const [first = "", ...others] = names;
  // With PulumiPlugin.yaml, `pulumi plugin install` would run `npm install` in the installed folder, which has no package.json.
  execFileSync("tar", ["-czf", join(folder, first), "--exclude=PulumiPlugin.yaml", "-C", plugin, "."]);
  // The plugin is the same for each platform: it runs on the machine's Node.
  for (const name of others) copyFileSync(join(folder, first), join(folder, name));
  const sum = createHash("sha256")
    .update(readFileSync(join(folder, first)))
    .digest("hex");
  writeFileSync(join(folder, "SHA256SUMS"), names.map((name) => `${sum}  ${name}\n`).join(""));
  return names;
}
