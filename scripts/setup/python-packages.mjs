import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { provideCachedFolder } from "./cached-folder.mjs";
import { run, tail } from "./commands.mjs";
import { folderOfVersion, moduleFolder } from "./go-program.mjs";
import { cacheFolder } from "./paths.mjs";
import { findPython } from "./requirements.mjs";

/** The versions and sums of what Python programs of tests and checks import. */
const PACKAGES = "python-packages";

/** Options by which pip takes exactly the wheels whose sums a folder of the set-up has, and builds nothing. @param {string} folder */
const locked = (folder) => [
  "--no-deps",
  "--only-binary=:all:",
  "--require-hashes",
  "--requirement",
  join(moduleFolder(folder), "requirements.txt"),
];

/** Returns the folder of the packages' wheels. @param {string} [cache] */
export async function providePythonPackages(cache = cacheFolder()) {
  // Wheels are built for one version of Python.
  const version = spawnSync(python(), ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"], { encoding: "utf8" }).stdout.trim();
  const folder = `${folderOfVersion(cache, PACKAGES, PACKAGES)}-${version}`;
  await provideCachedFolder({
    subject: "Python packages",
    folder,
    expect: "downloading them (about 10 s, once for this user)",
    build: (staging) =>
      runPython(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", staging, ...locked(PACKAGES)]),
  });
  return folder;
}

/**
 * Makes a virtual environment.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>} variables with which its pip installs the packages of the set-up, and reaches no index
 */
export async function createVirtualEnvironment(folder) {
  await runPython(["-m", "venv", folder]);
  return { PIP_NO_INDEX: "1", PIP_FIND_LINKS: await providePythonPackages(), PIP_DISABLE_PIP_VERSION_CHECK: "1" };
}

/** Installs the packages of a folder of the set-up into another folder. @param {string} from @param {string} to */
export function installPythonPackages(from, to) {
  return runPython(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", to, ...locked(from)]);
}

function python() {
  const found = findPython();
  if (found === undefined) throw new Error("Python 3.10 or newer with pip and venv is needed: install it, or name one in PYTHON");
  return found;
}

/** @param {readonly string[]} words */
async function runPython(words) {
  const { code, output } = await run(python(), [...words]);
  if (code !== 0) throw new Error(`python3 ${words.slice(0, 3).join(" ")} failed:\n${tail(output, 5)}`);
}
