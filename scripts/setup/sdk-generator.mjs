import { join } from "node:path";
import { folderOfVersion, moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder } from "./paths.mjs";

const MODULE = "sdk-generator-module";
const NAME = "sdks";

/** Returns the file of a program that generates SDKs from a schema, built from Pulumi's Go modules. @param {string} [cache] */
export async function provideSdkGenerator(cache = cacheFolder()) {
  const folder = await provideGoProgram({
    subject: "SDK generator",
    name: NAME,
    module: moduleFolder(MODULE),
    program: ".",
    folder: folderOfVersion(cache, "sdk-generator", MODULE),
    expect: "about 90 s of processor time",
  });
  return join(folder, NAME);
}
