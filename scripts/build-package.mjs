// Makes what tsc has written loadable in every way and fast: one file for Pulumi's process, import beside require, types for older compilers.
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const { exports: entries, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

removeStaleOutput();
rewriteDeclarationImports();
await bundleDynamic();
for (const conditions of Object.values(entries)) {
  if (typeof conditions === "string") continue;
  writeModuleWrapper(join(root, conditions.require.default), join(root, conditions.import.default), join(root, conditions.import.types));
}
for (const path of Object.values(bin)) chmodSync(join(root, path), 0o755);

/** What was built from sources that are gone would be published with the rest. */
function removeStaleOutput() {
  for (const name of built(/\.(d\.ts|d\.mts|js|mjs)$/)) {
    const source = join(root, `${name.replace(/(\.d)?\.m?[jt]s$/, "")}.ts`);
    if (!existsSync(source)) rmSync(join(dist, name));
  }
}

/** In declarations tsc keeps `./x.ts`, which compilers before 5.0 do not follow to `x.d.ts`. */
function rewriteDeclarationImports() {
  for (const name of built(/\.d\.ts$/)) {
    const path = join(dist, name);
    const text = readFileSync(path, "utf8");
    const followed = text.replace(/((?:from|import)\s*\(?\s*")(\.{1,2}\/[^"]+)\.ts"/g, '$1$2.js"');
    if (followed !== text) writeFileSync(path, followed);
  }
}

/** Every `up` waits for this module: as one file, without what zod has that is not used, it loads in less than half the time. */
async function bundleDynamic() {
  const folder = join(dist, "provider/dynamic");
  const bundle = await rolldown({
    input: join(root, "provider/dynamic/index.ts"),
    platform: "node",
    external: (id) => !/^[./]/.test(id) && id !== "zod",
  });
  await bundle.write({ dir: folder, format: "cjs", chunkFileNames: "[name].chunk.js" });
  copyFileSync(join(root, "node_modules/zod/LICENSE"), join(folder, "zod.LICENSE"));
}

/**
 * An ES module with the same names and the same values as a CommonJS one: however it is loaded, there is one instance.
 * @param {string} common @param {string} module @param {string} types
 */
function writeModuleWrapper(common, module, types) {
  const from = `./${relative(dirname(module), common)}`;
  const names = Object.keys(createRequire(common)(common)).filter((name) => name !== "__esModule" && name !== "default");
  const lines = names.map((name) => `export const ${name} = all.${name};`);
  writeFileSync(module, `import all from "${from}";\n${lines.join("\n")}\n`);
  writeFileSync(types, `export * from "${from}";\n`);
}

/** The files of dist whose names match. @param {RegExp} pattern @returns {string[]} */
function built(pattern) {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => pattern.test(name));
}
