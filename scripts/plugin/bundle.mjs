import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { readJson } from "../setup/fingerprints.mjs";
import { REPOSITORY } from "../setup/paths.mjs";
import { NODE_AT_LEAST } from "../setup/versions.mjs";
import { licensesOf } from "./licenses.mjs";

/** The name under which the engine finds it. */
const EXECUTABLE = "pulumi-resource-resourceshare";

/**
 * Writes the plugin to an empty folder: one bundled file, the script that starts it with the machine's Node, and the files by which the CLI
 * recognises the folder of a plugin.
 * @param {string} folder
 */
export async function writePlugin(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeBundle(folder);
  writeFileSync(join(folder, EXECUTABLE), launcher);
  chmodSync(join(folder, EXECUTABLE), 0o755);
  // By these two the CLI can start the folder with a language host for Node. Without package.json it would run npm in the folder above.
  writeFileSync(join(folder, "PulumiPlugin.yaml"), "runtime: nodejs\n");
  const { version } = readJson(join(REPOSITORY, "package.json"));
  const manifest = { name: "pulumi-resourceshare-plugin", version, private: true, main: "plugin.cjs" };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Writes `plugin.cjs` and the licences of what it contains. @param {string} folder */
async function writeBundle(folder) {
  const bundle = await rolldown({
    input: join(REPOSITORY, "provider/plugin/index.ts"),
    platform: "node",
    // The protocol's files assign their messages to a global object as well as to their exports.
    treeshake: { moduleSideEffects: true },
  });
  const { output } = await bundle.write({ file: join(folder, "plugin.cjs"), format: "cjs", codeSplitting: false, banner });
  copyFileSync(join(REPOSITORY, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), licensesOf(output[0].moduleIds));
}

const [major = 0, minor = 0] = NODE_AT_LEAST.split(".").map(Number);

/** Runs before the rest, because an older Node fails with an error that names no cause. */
const banner = `{
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    console.error("The plugin resourceshare needs Node ${NODE_AT_LEAST} or newer, and " + process.execPath + " is " + process.version + ". RESOURCESHARE_NODE names another one.");
    process.exit(1);
  }
}`;

/** The CLI may start the script by a link. `RESOURCESHARE_NODE` names a Node for machines that have none on the PATH. */
const launcher = `#!/bin/sh
self=$(readlink -f "$0" 2>/dev/null || echo "$0")
node=\${RESOURCESHARE_NODE:-node}
command -v "$node" >/dev/null || {
  echo "The plugin resourceshare needs Node ${NODE_AT_LEAST} or newer, and there is no $node. RESOURCESHARE_NODE names one." >&2
  exit 127
}
exec "$node" "\${self%/*}/plugin.cjs" "$@"
`;
