import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tail } from "./commands.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { withLock } from "./lock.mjs";
import { npmCi } from "./npm.mjs";
import { cacheFolder, REPOSITORY } from "./paths.mjs";
import { report } from "./report.mjs";

const EXAMPLE = join("examples", "temporal");
const SUBJECT = "Example for Temporal";

/** Returns the folder of the packages that examples/temporal locks, installed in the cache folder. @param {string} [cache] */
export async function provideExampleModules(cache = cacheFolder()) {
  const lock = fingerprint(REPOSITORY, [join(EXAMPLE, "package-lock.json")]).slice(0, 12);
  const folder = join(cache, `temporal-example-${lock}`);
  mkdirSync(cache, { recursive: true });
  await withLock(`${folder}.lock`, SUBJECT, async () => {
    if (existsSync(folder)) return;
    report(SUBJECT, "installing its packages (260 MB, once for this user)…");
    const staging = mkdtempSync(join(cache, `partial-${process.pid}-`));
    try {
      for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(REPOSITORY, EXAMPLE, name), join(staging, name));
      const result = await npmCi(staging);
      if (result.code !== 0) throw new Error(`npm could not install them:\n${tail(result.output)}`);
      renameSync(staging, folder);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  });
  return join(folder, "node_modules");
}
