import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "../setup/commands.mjs";
import { REPOSITORY } from "../setup/paths.mjs";
import { SetupError } from "../setup/report.mjs";

/** @typedef {Readonly<Record<string, number>>} Sizes */
/** @typedef {{ budgets: Sizes, releases: Record<string, Sizes> }} SizeRecord */

const RECORD = "scripts/check/package-sizes.json";

/**
 * Measures what users download, load and compile.
 * @param {string} root a checkout with a compiled package
 * @param {string} packed the packed file
 * @returns {Promise<Sizes>} by the names of the budgets
 */
export async function measureSizes(root, packed) {
  const dynamic = join(root, "dist/provider/dynamic");
  const chunks = readdirSync(dynamic).filter((name) => name.endsWith(".js"));
  return {
    packedBytes: statSync(packed).size,
    dynamicProviderBytes: chunks.map((name) => statSync(join(dynamic, name)).size).reduce((sum, size) => sum + size, 0),
    ...(await measureTypes(root)),
  };
}

/**
 * Compiles a program that imports the package. The time depends on the machine and its load, so its budget is wide; the number of symbols
 * causes it and is equal everywhere.
 * @param {string} root
 */
async function measureTypes(root) {
  // Inside the checkout's node_modules, so that the program finds `@pulumi/pulumi`.
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(root, "node_modules/.cache/types-"));
  try {
    writeFileSync(join(folder, "index.ts"), 'import * as rs from "pulumi-resourceshare";\nnew rs.ResourceShare("net", { name: "net" });\n');
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: true, target: "es2022", module: "nodenext", types: [] },
      paths: { "pulumi-resourceshare": [join(root, "dist/sdk/index.d.ts")] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    const tsc = join(root, "node_modules/typescript/lib/tsc.js");
    const { code, output } = await run(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics"]);
    if (code !== 0) throw new SetupError(`a program that imports the package does not compile:\n${tail(output)}`);
    const figure = (/** @type {string} */ name) => Number(new RegExp(`^${name}: +([\\d.]+)`, "m").exec(output)?.[1]);
    return { typeSymbols: figure("Symbols"), typeCheckMs: Math.round(figure("Total time") * 1000) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what exceeds its budget. @param {Sizes} sizes */
export function sizeFindings(sizes) {
  return Object.entries(recorded().budgets).flatMap(([name, budget]) => {
    const size = sizes[name] ?? Number.NaN;
    if (size <= budget) return [];
    return [
      `size: ${name} is ${size}, and its budget is ${budget}. Make it smaller, or raise the budget in ${RECORD} with the reason in the commit.`,
    ];
  });
}

/**
 * Returns a table of the sizes beside those of the last release and the budgets.
 * @param {Sizes} sizes
 * @param {string} version the version that the sizes belong to
 */
export function formatSizes(sizes, version) {
  const { budgets, releases } = recorded();
  const last = Object.keys(releases).findLast((name) => name !== version) ?? Object.keys(releases).at(-1) ?? "";
  const header = ["size", "now", last, "change", "budget"];
  const rows = Object.entries(sizes).map(([name, size]) => {
    const before = releases[last]?.[name];
    const change = before === undefined ? "" : `${size >= before ? "+" : ""}${((size / before - 1) * 100).toFixed(1)} %`;
    return [name, `${size}`, `${before ?? ""}`, change, `${budgets[name] ?? ""}`];
  });
  return [header, ...rows]
    .map((cells) => cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(12))).join(""))
    .join("\n");
}

/** Records the sizes of a version, with which later ones are compared. @param {string} root @param {string} version @param {Sizes} sizes */
export function recordSizes(root, version, sizes) {
  const { budgets, releases } = recorded();
  writeFileSync(join(root, RECORD), `${JSON.stringify({ budgets, releases: { ...releases, [version]: sizes } }, undefined, 2)}\n`);
}

/** @returns {SizeRecord} */
function recorded() {
  return JSON.parse(readFileSync(join(REPOSITORY, RECORD), "utf8"));
}
