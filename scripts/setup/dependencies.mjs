import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { machineFolders } from "./folders.mjs";
import { fingerprint, isNoted, note, readJson } from "./notes.mjs";
import { duration, SetupError, tell, withProgress } from "./report.mjs";
import { isAtLeast, NODE_AT_LEAST, parseVersion } from "./versions.mjs";

const SUBJECT = "Dependencies";

/**
 * Whether node_modules holds what package-lock.json says. The answer "yes" is noted, so that the next one costs a hash.
 * @param {string} root
 */
export function areInstalled(root) {
  const lock = fingerprint(root, ["package-lock.json"]);
  if (isNoted(root, "dependencies", lock)) return true;
  if (!matches(readJson(join(root, "package-lock.json")), readJson(join(root, "node_modules", ".package-lock.json")))) return false;
  note(root, "dependencies", lock);
  return true;
}

/**
 * Compares the lock file with the one npm keeps of what it has installed; packages of other platforms may be absent.
 * @param {{ packages?: Record<string, { version?: string, optional?: boolean, integrity?: string }> }} wanted
 * @param {{ packages?: Record<string, { version?: string, integrity?: string }> }} installed
 */
export function matches({ packages: wanted }, { packages: installed }) {
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, want]) => {
    const have = installed[path];
    if (path === "" || (have === undefined && want.optional)) return true;
    return have?.version === want.version && (!want.integrity || !have?.integrity || have.integrity === want.integrity);
  });
}

/**
 * Installs into a folder aside and swaps it in as a whole: whoever uses the checkout meanwhile is not disturbed, and an interrupted
 * installation leaves nothing half done.
 * @param {string} root
 */
export async function installDependencies(root) {
  tell(SUBJECT, "installing what package-lock.json lists with npm ci (about half a minute, more on a slow line)…");
  const since = Date.now();
  sweep(root);
  const aside = mkdtempSync(join(root, ASIDE));
  try {
    copyManifests(root, aside);
    let result = await npm(aside, ["ci"]);
    if (result.code !== 0 && result.output.includes("EUSAGE")) {
      // A registry mirror that lacks packages of other platforms leaves gaps in the lock file, which only npm install forgives.
      tell(SUBJECT, "npm ci refused the lock file; installing with npm install, which leaves the file as it is…");
      result = await npm(aside, ["install", "--no-save"]);
    }
    if (result.code !== 0) throw new SetupError(`npm could not install the dependencies:\n${tail(result.output)}`);
    await provideNode(aside);
    note(aside, "dependencies", fingerprint(aside, ["package-lock.json"]));
    if (existsSync(join(root, "node_modules"))) renameSync(join(root, "node_modules"), join(aside, "before"));
    renameSync(join(aside, "node_modules"), join(root, "node_modules"));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  tell(SUBJECT, `installed in ${duration(Date.now() - since)}.`);
}

/** How the folders aside are called. */
const ASIDE = ".setup-";

/**
 * Removes what set-ups left that were killed; an npm that outlived its set-up may still write there, and the next sweep gets it.
 * @param {string} root
 */
function sweep(root) {
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(ASIDE))) {
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Left to the next sweep.
    }
  }
}

/**
 * @param {string} root
 * @param {string} aside
 */
function copyManifests(root, aside) {
  const { scripts: _, ...manifest } = readJson(join(root, "package.json")); // The package's own scripts need its sources.
  writeFileSync(join(aside, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(aside, ".gitignore"), "*\n");
  for (const name of ["package-lock.json", ".npmrc"]) if (existsSync(join(root, name))) copyFileSync(join(root, name), join(aside, name));
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  // NODE_ENV=production would leave out what develops the package, and a strict npm would refuse Node 20 before Node 24 is there.
  const command = [...args, "--include=dev", "--engine-strict=false", "--no-audit", "--no-fund", "--loglevel=error"];
  return withProgress(
    SUBJECT,
    () => "",
    () => run("npm", command, { cwd: root, env: machineEnvironment() }),
  );
}

/** Without the checkout's own node_modules/.bin: npm must not run on the Node that it is about to replace. */
export function machineEnvironment() {
  return { ...process.env, PATH: machineFolders().join(delimiter) };
}

/**
 * Sees to it that node_modules/.bin/node is a Node that the package runs on, as npm's scripts find that one first.
 * @param {string} root
 */
export async function provideNode(root) {
  const link = join(root, "node_modules", ".bin", "node");
  if (isAtLeast(nodeVersion(link), NODE_AT_LEAST)) return;
  const own = join(root, "node_modules", "node");
  if (existsSync(join(own, "installArchSpecificPackage.js"))) {
    tell(SUBJECT, "the package node has not been set up (npm runs no install scripts here); running its own now (about 20 s)…");
    await run(process.execPath, ["installArchSpecificPackage.js"], { cwd: own, env: machineEnvironment() });
    linkTo(join("..", "node", "bin", "node"), link); // npm makes no link to a program that is not there yet
    if (isAtLeast(nodeVersion(link), NODE_AT_LEAST)) return;
  }
  const other = executables("node", machineFolders()).find((node) => isAtLeast(nodeVersion(node), NODE_AT_LEAST));
  if (other === undefined) {
    throw new SetupError(
      `Node ${NODE_AT_LEAST} or newer is needed, and the npm package node@24, which brings one, does not run on this machine.\nInstall Node 24 and run this again.`,
    );
  }
  linkTo(other, link);
  tell(SUBJECT, `the npm package node does not run on this machine; ${other} is used instead.`);
}

/**
 * @param {string} target
 * @param {string} link
 */
function linkTo(target, link) {
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/**
 * @param {string} node
 * @returns {string | undefined} nothing when it does not run
 */
export function nodeVersion(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 ? parseVersion(stdout) : undefined;
}
