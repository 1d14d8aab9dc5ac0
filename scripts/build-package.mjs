// Post-processes tsc's output: bundles the dynamic provider and the page of the simulator's console, adds ES module wrappers, and rewrites declarations for older compilers.
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const { exports: entries, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rewriteDeclarationImports();
await bundleDynamic();
await bundleConsole();
for (const conditions of Object.values(entries)) {
  if (typeof conditions === "string") continue;
  writeModuleWrapper(join(root, conditions.require.default), join(root, conditions.import.default), join(root, conditions.import.types));
}
for (const path of Object.values(bin)) chmodSync(join(root, path), 0o755);
removeUnreachable();

/** Rewrites `./x.ts` imports in declarations to `./x.js`: TypeScript before 5.0 does not resolve `./x.ts` to `x.d.ts`. */
function rewriteDeclarationImports() {
  for (const name of built(/\.d\.ts$/)) {
    const path = join(dist, name);
    const text = readFileSync(path, "utf8");
    const followed = text.replace(/((?:from|import)\s*\(?\s*")(\.{1,2}\/[^"]+)\.ts"/g, '$1$2.js"');
    if (followed !== text) writeFileSync(path, followed);
  }
}

/** Bundles the dynamic provider, which every `pulumi up` loads. One file without unused parts of zod loads in less than half the time. */
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

/** Bundles the page of the simulator's console: one script, and the files beside it. */
async function bundleConsole() {
  const source = join(root, "simulator/console/page");
  const folder = join(dist, "simulator/console/page");
  rmSync(folder, { recursive: true, force: true });
  // The tsconfig.json beside the page names the library for its elements.
  const bundle = await rolldown({ input: join(source, "console.tsx"), platform: "browser" });
  await bundle.write({ file: join(folder, "console.js"), format: "esm", codeSplitting: false, minify: true });
  for (const name of ["index.html", "console.css", "icon.svg"]) copyFileSync(join(source, name), join(folder, name));
  copyFileSync(join(root, "node_modules/preact/LICENSE"), join(folder, "preact.LICENSE"));
}

/**
 * Writes an ES module that re-exports a CommonJS module, so that `import` and `require` share one instance.
 * @param {string} common @param {string} module @param {string} types
 */
function writeModuleWrapper(common, module, types) {
  const from = `./${relative(dirname(module), common)}`;
  const names = Object.keys(createRequire(common)(common)).filter((name) => name !== "__esModule" && name !== "default");
  const lines = names.map((name) => `export const ${name} = all.${name};`);
  writeFileSync(module, `import all from "${from}";\n${lines.join("\n")}\n`);
  writeFileSync(types, `export * from "${from}";\n`);
}

/** Removes what no entry point leads to, which npm would publish: output of deleted sources, modules of bundles, types of internal modules. */
function removeUnreachable() {
  const conditions = Object.values(entries).filter((entry) => typeof entry !== "string");
  const pending = [...Object.values(bin), ...conditions.flatMap((entry) => [entry.import, entry.require].flatMap(Object.values))];
  const reached = new Set();
  for (const name of pending) {
    const path = join(root, name);
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, to = ""] of readFileSync(path, "utf8").matchAll(/\b(?:from|import|require)[\s(]*"(\.\.?\/[^"]+\.m?js)"/g)) {
      pending.push(relative(root, join(dirname(path), /\.d\.m?ts$/.test(path) ? to.replace(/(m?)js$/, "d.$1ts") : to)));
    }
  }
  for (const name of built(/\.(js|ts|mjs|mts)$/)) {
    if (!name.startsWith(join("simulator", "console", "page")) && !reached.has(join(dist, name))) rmSync(join(dist, name));
  }
}

/** Returns the files of dist whose paths match. @param {RegExp} pattern @returns {string[]} */
function built(pattern) {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => pattern.test(name));
}
