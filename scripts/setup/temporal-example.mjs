import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { provideCachedFolder } from "./cached-folder.mjs";
import { tail } from "./commands.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { npmCi } from "./npm.mjs";
import { cacheFolder, REPOSITORY } from "./paths.mjs";

const EXAMPLE = join("examples", "temporal");

/** Returns the folder of the packages that examples/temporal locks, installed in the cache folder. @param {string} [cache] */
export async function provideExampleModules(cache = cacheFolder()) {
  const lock = fingerprint(REPOSITORY, [join(EXAMPLE, "package-lock.json")]).slice(0, 12);
  const folder = join(cache, `temporal-example-${lock}`);
  await provideCachedFolder({
    subject: "Example for Temporal",
    folder,
    expect: "installing its packages (260 MB, once for this user)",
    build: installPackages,
  });
  return join(folder, "node_modules");
}

/** @param {string} folder */
async function installPackages(folder) {
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(REPOSITORY, EXAMPLE, name), join(folder, name));
  const result = await npmCi(folder);
  if (result.code !== 0) throw new Error(`npm could not install them:\n${tail(result.output)}`);
}
