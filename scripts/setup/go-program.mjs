import { join } from "node:path";
import { provideCachedProgram } from "./cached-folder.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { buildGoProgram } from "./go-build.mjs";
import { REPOSITORY } from "./paths.mjs";

/**
 * Returns the folder of a program in the cache folder, after building it from its Go module there when it is missing.
 * @param {object} options
 * @param {string} options.subject what is built, for messages
 * @param {string} options.name the program's file name
 * @param {string} options.module the folder of go.mod and go.sum, as `moduleFolder` returns it
 * @param {string} options.program the path of the program's package
 * @param {string} options.folder the program's folder in the cache folder, whose name contains the version
 * @param {string} options.expect how long the build takes
 * @param {string} [options.linkerFlags]
 * @returns {Promise<string>}
 */
export function provideGoProgram({ subject, name, module, program, folder, expect, linkerFlags }) {
  return provideCachedProgram({
    subject,
    name,
    folder,
    expect: `building it from its Go module (${expect}, once for this user)`,
    build: (staging) => buildGoProgram({ subject, name, module, program, folder: staging, linkerFlags }),
  });
}

/** The folder of a Go module of the set-up. @param {string} name */
export function moduleFolder(name) {
  return join(REPOSITORY, "scripts", "setup", name);
}

/**
 * The cache folder of a program, named by a digest of its lock files.
 * @param {string} cache @param {string} name @param {string} module the folder's name
 */
export function folderOfVersion(cache, name, module) {
  return join(cache, `${name}-${fingerprint(REPOSITORY, [join("scripts", "setup", module)]).slice(0, 12)}`);
}
