import { join } from "node:path";
import { folderOfVersion, moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder } from "./paths.mjs";

const MODULE = "temporal-module";
const NAME = "temporal-server";

/** Returns the file of a Temporal server that keeps everything in memory, built from its Go module. @param {string} [cache] */
export async function provideTemporalServer(cache = cacheFolder()) {
  const folder = await provideGoProgram({
    subject: "Temporal server",
    name: NAME,
    module: moduleFolder(MODULE),
    program: ".",
    folder: folderOfVersion(cache, NAME, MODULE),
    expect: "about 8 minutes of processor time",
  });
  return join(folder, NAME);
}
