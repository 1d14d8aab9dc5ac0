import { join } from "node:path";
import { provideCachedProgram } from "./cached-program.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { buildGoProgram } from "./go-build.mjs";
import { cacheFolder, REPOSITORY } from "./paths.mjs";

const MODULE = join("scripts", "setup", "s3-server-module");
const NAME = "gofakes3";

/** Returns the file of a server that keeps buckets in memory and speaks the S3 protocol, built from its Go module. @param {string} [cache] */
export async function provideS3Server(cache = cacheFolder()) {
  const folder = await provideCachedProgram({
    subject: "S3 server",
    name: NAME,
    folder: join(cache, `s3-server-${fingerprint(REPOSITORY, [MODULE]).slice(0, 12)}`),
    expect: "building gofakes3 from its Go module (about 10 s, once for this user)",
    build: (staging) =>
      buildGoProgram({
        subject: "S3 server",
        module: join(REPOSITORY, MODULE),
        program: "github.com/johannesboyne/gofakes3/cmd/gofakes3",
        folder: staging,
        name: NAME,
      }),
  });
  return join(folder, NAME);
}
