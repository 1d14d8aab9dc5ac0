import { join } from "node:path";
import { provideCachedProgram } from "./cached-program.mjs";
import { executables, run, tail } from "./commands.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { buildGoProgram } from "./go-build.mjs";
import { cacheFolder, machineFolders, REPOSITORY } from "./paths.mjs";

/** The versions and checksums of both linters. */
const MODULE = join("scripts", "setup", "workflow-linters");

/** Returns the folder of actionlint, built from its Go module. @param {string} [cache] */
export function provideActionlint(cache = cacheFolder()) {
  return provideCachedProgram({
    subject: "actionlint",
    name: "actionlint",
    folder: folderOf("actionlint", cache),
    expect: "building it from its Go module (about 30 s, once for this user)",
    build: (folder) =>
      buildGoProgram({
        subject: "actionlint",
        module: join(REPOSITORY, MODULE),
        program: "github.com/rhysd/actionlint/cmd/actionlint",
        folder,
        name: "actionlint",
      }),
  });
}

/** Returns the folder of zizmor, installed from its Python package. @param {string} [cache] */
export function provideZizmor(cache = cacheFolder()) {
  return provideCachedProgram({
    subject: "zizmor",
    name: "zizmor",
    folder: folderOf("zizmor", cache),
    expect: "installing its Python package (about 10 s, once for this user)",
    build: installZizmor,
  });
}

/** @param {string} folder */
async function installZizmor(folder) {
  const python = process.env["PYTHON"] ?? executables("python3", machineFolders())[0];
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes"];
  const requirements = join(REPOSITORY, MODULE, "requirements.txt");
  const words = ["-m", "pip", "install", ...options, "--target", folder, "--requirement", requirements];
  const { code, output } = python === undefined ? { code: 1, output: "there is no python3" } : await run(python, words);
  if (code !== 0) throw new Error(`zizmor could not be installed: install Python 3 with pip, or name one in PYTHON.\n${tail(output, 5)}`);
}

/** @param {string} name @param {string} cache */
function folderOf(name, cache) {
  return join(cache, `${name}-${fingerprint(REPOSITORY, [MODULE]).slice(0, 12)}`);
}
