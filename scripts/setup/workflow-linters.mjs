import { provideCachedProgram } from "./cached-folder.mjs";
import { folderOfVersion, moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder } from "./paths.mjs";
import { installPythonPackages } from "./python-packages.mjs";

/** The folder of `scripts/setup` with the versions and checksums of both linters. */
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
    build: (staging) => installPythonPackages(MODULE, staging),
  });
}
