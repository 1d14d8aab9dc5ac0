// Builds the plugin: its folder in dist/plugin, executables with Node inside in dist/plugin-executables, and archives for
// `pulumi plugin install` in dist/plugin-archives. `-- --platforms linux-amd64,darwin-arm64` builds some of them.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeArchive, writeStandalone } from "./plugin/archives.mjs";
import { writePlugin } from "./plugin/bundle.mjs";
import { nodeBinary, nodeVersionInside } from "./plugin/node-binaries.mjs";
import { isOfMachine, platformNamed, PLATFORMS } from "./plugin/platforms.mjs";
import { writeSums } from "./plugin/sums.mjs";
import { readJson } from "./setup/fingerprints.mjs";
import { REPOSITORY } from "./setup/paths.mjs";
import { report, runCommand, SetupError } from "./setup/report.mjs";

const folderOf = (/** @type {string} */ name) => join(REPOSITORY, "dist", name);
const [plugin, executables, archives] = [folderOf("plugin"), folderOf("plugin-executables"), folderOf("plugin-archives")];

/** @param {readonly import("./plugin/platforms.mjs").Platform[]} platforms */
async function build(platforms) {
  const { version } = readJson(join(REPOSITORY, "package.json"));
  for (const folder of [executables, archives]) rmSync(folder, { recursive: true, force: true });
  await writePlugin(plugin);
  let next = "";
  for (const platform of platforms) {
    report("Plugin", `writing the archive for ${platform.name}…`);
    const from = platform.hasExecutable ? await standalone(platform) : plugin;
    const archive = writeArchive({ from, platform, version, to: archives });
    if (isOfMachine(platform)) next = `. Next: pulumi plugin install resource resourceshare ${version} --file ${archive}`;
  }
  writeSums(archives);
  report(
    "Plugin",
    `wrote ${plugin}, and ${platforms.length === 1 ? "an archive" : `${platforms.length} archives`} with SHA256SUMS to ${archives}${next}`,
  );
}

/** @param {import("./plugin/platforms.mjs").Platform} platform */
async function standalone(platform) {
  const inside = nodeVersionInside();
  if (process.version !== inside) {
    throw new SetupError(
      `the executables contain Node ${inside}, so it must build them, and this is ${process.version}. Run it on Linux after \`node scripts/setup.mjs\`, or choose platforms without an executable with \`-- --platforms darwin-arm64\`.`,
    );
  }
  const folder = join(executables, platform.name);
  await writeStandalone({ plugin, platform, node: isOfMachine(platform) ? process.execPath : await nodeBinary(platform), folder });
  return folder;
}

await runCommand("Plugin", async () => {
  const { values } = parseArgs({ options: { platforms: { type: "string" } } });
  await build(values.platforms?.split(",").map(platformNamed) ?? PLATFORMS);
});
