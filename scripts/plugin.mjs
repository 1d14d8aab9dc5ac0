// Builds the plugin: its folder in dist/plugin, and archives for `pulumi plugin install` in dist/plugin-archives.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeArchives } from "./plugin/archives.mjs";
import { writePlugin } from "./plugin/bundle.mjs";
import { readJson } from "./setup/fingerprints.mjs";
import { REPOSITORY } from "./setup/paths.mjs";

const plugin = join(REPOSITORY, "dist", "plugin");
const archives = join(REPOSITORY, "dist", "plugin-archives");
await writePlugin(plugin);
rmSync(archives, { recursive: true, force: true });
const names = writeArchives(plugin, archives, readJson(join(REPOSITORY, "package.json")).version);
console.error(`wrote ${plugin}\nwrote ${names.length} archives and SHA256SUMS to ${archives}`);
