import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, tail } from "./commands.mjs";
import { fingerprint, matchesFingerprint, storeFingerprint } from "./fingerprints.mjs";
import { machineEnvironment } from "./npm.mjs";
import { duration, SetupError, report, withProgress } from "./report.mjs";

const SUBJECT = "Package";

/** The inputs of dist/; the lock file includes the compiler's version. */
const SOURCES = [
  "provider",
  "access",
  "simulator",
  "sdk",
  "cli",
  "tsconfig.json",
  "tsconfig.build.json",
  "scripts/build-package.mjs",
  "package.json",
  "package-lock.json",
];

/** Whether dist/ is current. @param {string} root */
export function isBuilt(root) {
  return existsSync(join(root, "dist")) && matchesFingerprint(root, "dist", fingerprint(root, SOURCES));
}

/** Compiles the package to dist/. @param {string} root */
export async function buildDist(root) {
  report(SUBJECT, "compiling to dist/ (about 15 s)…");
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
  storeFingerprint(root, "dist", sources);
  report(SUBJECT, `compiled in ${duration(Date.now() - since)}.`);
}
