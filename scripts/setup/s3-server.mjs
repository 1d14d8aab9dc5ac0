import { join } from "node:path";
import { folderOfVersion, moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder } from "./paths.mjs";

const MODULE = "s3-server-module";
const NAME = "gofakes3";

/** Returns the file of a server that keeps buckets in memory and speaks the S3 protocol, built from its Go module. @param {string} [cache] */
export async function provideS3Server(cache = cacheFolder()) {
  const folder = await provideGoProgram({
    subject: "S3 server",
    name: NAME,
    module: moduleFolder(MODULE),
    program: "github.com/johannesboyne/gofakes3/cmd/gofakes3",
    folder: folderOfVersion(cache, "s3-server", MODULE),
    expect: "about 10 s",
  });
  return join(folder, NAME);
}
