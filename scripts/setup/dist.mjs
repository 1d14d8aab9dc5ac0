import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, tail } from "./commands.mjs";
import { fingerprint, isNoted, note } from "./notes.mjs";
import { machineEnvironment } from "./npm.mjs";
import { duration, SetupError, tell, withProgress } from "./report.mjs";

const SUBJECT = "Package";

/** What dist/ is made from; the lock file stands for the compiler. */
const SOURCES = ["provider", "sdk", "tsconfig.json", "tsconfig.build.json", "scripts/package.mjs", "package.json", "package-lock.json"];

/** @param {string} root */
export function isBuilt(root) {
  return existsSync(join(root, "dist")) && isNoted(root, "dist", fingerprint(root, SOURCES));
}

/** @param {string} root */
export async function buildDist(root) {
  tell(SUBJECT, "compiling to dist/ (about 15 s)…");
  const since = Date.now();
  const sources = fingerprint(root, SOURCES);
  const environment = machineEnvironment();
  const path = [join(root, "node_modules", ".bin"), environment.PATH].join(delimiter);
  const result = await withProgress(
    SUBJECT,
    () => "",
    () => run("npm", ["run", "--silent", "build"], { cwd: root, env: { ...environment, PATH: path } }),
  );
  if (result.code !== 0) throw new SetupError(`npm run build failed:\n${tail(result.output, 40)}`);
  note(root, "dist", sources);
  tell(SUBJECT, `compiled in ${duration(Date.now() - since)}.`);
}
