import { join } from "node:path";
import { provideCachedProgram } from "./cached-program.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { buildGoProgram } from "./go-build.mjs";
import { cacheFolder, REPOSITORY } from "./paths.mjs";

const MODULE = join("scripts", "setup", "temporal-module");
const NAME = "temporal-server";

/** Returns the file of a Temporal server that keeps everything in memory, built from its Go module. @param {string} [cache] */
export async function provideTemporalServer(cache = cacheFolder()) {
  const folder = await provideCachedProgram({
    subject: "Temporal server",
    name: NAME,
    folder: join(cache, `temporal-server-${fingerprint(REPOSITORY, [MODULE]).slice(0, 12)}`),
    expect: "building it from its Go module (about 8 minutes of processor time, once for this user)",
    build: (staging) =>
      buildGoProgram({ subject: "Temporal server", module: join(REPOSITORY, MODULE), program: ".", folder: staging, name: NAME }),
  });
  return join(folder, NAME);
}
