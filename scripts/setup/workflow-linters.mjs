import { join } from "node:path";
import { provideCachedProgram } from "./cached-folder.mjs";
import { executables, run, tail } from "./commands.mjs";
import { folderOfVersion, moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder, machineFolders } from "./paths.mjs";

/** The versions and checksums of both linters. */
const MODULE = "workflow-linters";

/** Returns the folder of actionlint, built from its Go module. @param {string} [cache] */
export function provideActionlint(cache = cacheFolder()) {
  return provideGoProgram({
    subject: "actionlint",
    name: "actionlint",
    module: moduleFolder(MODULE),
    program: "github.com/rhysd/actionlint/cmd/actionlint",
    folder: folderOfVersion(cache, "actionlint", MODULE),
    expect: "about 30 s",
  });
}

/** Returns the folder of zizmor, installed from its Python package. @param {string} [cache] */
export function provideZizmor(cache = cacheFolder()) {
  return provideCachedProgram({
    subject: "zizmor",
    name: "zizmor",
    folder: folderOfVersion(cache, "zizmor", MODULE),
    expect: "installing its Python package (about 10 s, once for this user)",
    build: installZizmor,
  });
}

/** @param {string} folder */
async function installZizmor(folder) {
  const python = process.env["PYTHON"] ?? executables("python3", machineFolders())[0];
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes"];
  const requirements = join(moduleFolder(MODULE), "requirements.txt");
  const words = ["-m", "pip", "install", ...options, "--target", folder, "--requirement", requirements];
  const { code, output } = python === undefined ? { code: 1, output: "there is no python3" } : await run(python, words);
  if (code !== 0) throw new Error(`zizmor could not be installed: install Python 3 with pip, or name one in PYTHON.\n${tail(output, 5)}`);
}
