import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { REPOSITORY } from "../setup/paths.mjs";

/** The name under which the engine finds it. */
const EXECUTABLE = "pulumi-resource-resourceshare";

/**
 * Writes the plugin to an empty folder: one bundled file, the executable that starts it with Node, and the file by which the CLI
 * recognises the folder of a plugin.
 * @param {string} folder
 */
export async function writePlugin(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input: join(REPOSITORY, "provider/plugin/index.ts"),
    platform: "node",
    // The protocol's files assign their messages to a global object as well as to their exports.
    treeshake: { moduleSideEffects: true },
  });
  await bundle.write({ file: join(folder, "plugin.cjs"), format: "cjs", codeSplitting: false });
  writeFileSync(join(folder, EXECUTABLE), launcher);
  chmodSync(join(folder, EXECUTABLE), 0o755);
  writeFileSync(join(folder, "PulumiPlugin.yaml"), "runtime: nodejs\n");
  copyFileSync(join(REPOSITORY, "LICENSE"), join(folder, "LICENSE"));
}

/** The CLI may start the executable by a link. `RESOURCESHARE_NODE` names a Node for machines that have none on the PATH. */
const launcher = `#!/bin/sh
self=$(readlink -f "$0" 2>/dev/null || echo "$0")
exec "\${RESOURCESHARE_NODE:-node}" "\${self%/*}/plugin.cjs" "$@"
`;
