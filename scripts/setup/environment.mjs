import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { executables, isExecutable } from "./commands.mjs";
import { cacheFolder, machineFolders, REPOSITORY } from "./paths.mjs";
import { readJson, writeAtomically } from "./fingerprints.mjs";
import { compareVersions, isAtLeast, parseVersion, PULUMI_AT_LEAST } from "./versions.mjs";

/**
 * @typedef {object} FoundPulumi
 * @property {string} path the executable
 * @property {string} version `major.minor.patch`
 * @property {"PATH" | "cache"} source on the machine's PATH, or installed by the set-up
 */

/**
 * Finds a complete and recent enough Pulumi CLI: first on the PATH, then in the cache folder. Takes milliseconds.
 * @param {{ path?: string, cache?: string }} [where]
 * @returns {FoundPulumi | undefined}
 */
export function findPulumi({ path = process.env["PATH"] ?? "", cache = cacheFolder() } = {}) {
  return [
    ...onPath(path, cache)
      .filter(({ lacks }) => lacks === undefined)
      .map(({ pulumi }) => pulumi),
    ...inCache(cache),
  ][0];
}

/**
 * Returns every CLI on the PATH, with the reason when it cannot be used.
 * @param {string} path
 * @param {string} cache
 * @returns {{ pulumi: FoundPulumi, lacks?: string }[]}
 */
export function onPath(path, cache) {
  const isMachines = (/** @type {string} */ file) => !realpathSync(file).startsWith(realpathOf(cache) + sep);
  return executables("pulumi", machineFolders(path))
    .filter(isMachines)
    .map((file) => {
      const version = pulumiVersion(file, cache);
      const hosts = executables("pulumi-language-nodejs", [dirname(realpathSync(file)), ...machineFolders(path)]).filter(isMachines);
      /** @type {FoundPulumi} */
      const pulumi = { path: file, version: version ?? "0.0.0", source: "PATH" };
      if (version === undefined) return { pulumi, lacks: "does not run" };
      if (!isAtLeast(version, PULUMI_AT_LEAST)) return { pulumi, lacks: `is ${version}, which is too old` };
      return hosts.length === 0 ? { pulumi, lacks: "comes without pulumi-language-nodejs" } : { pulumi };
    });
}

/** @param {string} folder */
function realpathOf(folder) {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

/**
 * @param {string} cache
 * @returns {FoundPulumi[]} the newest first
 */
function inCache(cache) {
  return foldersOf(cache)
    .filter((name) => /^pulumi-\d+\.\d+\.\d+$/.test(name) && isExecutable(join(cache, name, "bin", "pulumi")))
    .map((name) => ({
      path: join(cache, name, "bin", "pulumi"),
      version: name.slice("pulumi-".length),
      source: /** @type {const} */ ("cache"),
    }))
    .filter(({ version }) => isAtLeast(version, PULUMI_AT_LEAST))
    .sort((a, b) => compareVersions(b.version, a.version));
}

/** @param {string} folder */
function foldersOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Returns the version of a CLI. It is cached per file, because running the CLI takes about 170 ms.
 * @param {string} file
 * @param {string} cache
 * @returns {string | undefined}
 */
export function pulumiVersion(file, cache) {
  const { mtimeMs, size } = statSync(file);
  const known = readJson(join(cache, "versions.json"));
  const key = `${realpathSync(file)} ${size} ${mtimeMs}`;
  if (typeof known[key] === "string") return known[key];
  // Even `pulumi version` writes logs to its home, so it must not use the user's.
  const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
  const { status, stdout } = spawnSync(file, ["version"], {
    encoding: "utf8",
    timeout: 30_000,
    env: { ...process.env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  rmSync(home, { recursive: true, force: true });
  const version = status === 0 ? parseVersion(stdout) : undefined;
  if (version !== undefined) cacheVersions(join(cache, "versions.json"), { [key]: version });
  return version;
}

/**
 * @param {string} file
 * @param {Record<string, string>} versions
 */
function cacheVersions(file, versions) {
  try {
    writeAtomically(file, JSON.stringify(versions));
  } catch {
    // Without a writable cache folder, the next call runs the CLI again.
  }
}

/**
 * Returns the environment in which this repository runs Pulumi: with its own home and state, and without the user's login.
 * Inherited variables that begin with `PULUMI_` are removed, so that Pulumi cannot access the user's stacks by accident.
 * @param {{ home: string }} options `home`: Pulumi's home, with its stacks in `state`; it is created
 * @returns {Record<string, string>}
 */
export function pulumiEnvironment({ home }) {
  const pulumi = findPulumi();
  if (pulumi === undefined) throw new Error("The Pulumi CLI is not installed: run node scripts/setup.mjs");
  const state = resolve(home, "state");
  mkdirSync(state, { recursive: true });
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("PULUMI_") || value === undefined ? [] : [[name, value]],
  );
  const folders = [join(REPOSITORY, "node_modules", ".bin"), dirname(pulumi.path), ...machineFolders()];
  return {
    ...Object.fromEntries(inherited),
    PATH: Array.from(new Set(folders)).join(delimiter),
    PULUMI_HOME: resolve(home),
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: "resourceshare",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}
