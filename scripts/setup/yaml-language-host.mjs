import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { executables, isExecutable } from "./commands.mjs";
import { findPulumi } from "./environment.mjs";
import { buildGoProgram } from "./go-build.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, machineFolders, REPOSITORY } from "./paths.mjs";
import { duration, report } from "./report.mjs";
import { YAML_HOST_INSTALLED } from "./versions.mjs";

const SUBJECT = "YAML language host";
const NAME = "pulumi-language-yaml";

/**
 * Returns the folder of Pulumi's own language host for YAML programs: the machine's, or one that is built from its Go module and kept in
 * the cache folder. A CLI from its vendor comes with one. Only tests that run YAML programs call this, so the set-up does not grow.
 * @param {{ cache?: string, pulumi?: string | undefined }} [where]
 * @returns {Promise<string>}
 */
export async function provideYamlLanguageHost({ cache = cacheFolder(), pulumi = findPulumi({ cache })?.path } = {}) {
  const beside = pulumi === undefined ? [] : [dirname(realpathSync(pulumi))];
  const [found] = executables(NAME, [...beside, ...machineFolders()]);
  if (found !== undefined) return dirname(found);
  const folder = join(cache, `yaml-language-host-${YAML_HOST_INSTALLED}`);
  const isThere = () => isExecutable(join(folder, "bin", NAME));
  if (isThere()) return join(folder, "bin");
  mkdirSync(cache, { recursive: true });
  await withLock(`${folder}.lock`, SUBJECT, async () => {
    if (!isThere()) await build(cache, folder);
  });
  return join(folder, "bin");
}

/**
 * @param {string} cache
 * @param {string} folder
 */
async function build(cache, folder) {
  // Renamed into place, so that other processes never find a partial build. The set-up removes the staging folders of killed processes.
  const staging = mkdtempSync(join(cache, `partial-${process.pid}-`));
  const since = Date.now();
  try {
    report(SUBJECT, `building ${YAML_HOST_INSTALLED} from its Go module (1 to 4 minutes, once for this user)…`);
    await buildGoProgram({
      subject: SUBJECT,
      module: join(REPOSITORY, "scripts", "setup", "yaml-module"),
      program: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
      folder: staging,
      name: NAME,
      linkerFlags: `-X github.com/pulumi/pulumi-yaml/pkg/version.Version=v${YAML_HOST_INSTALLED}`,
    });
    renameSync(staging, folder);
    report(SUBJECT, `built in ${duration(Date.now() - since)}, and kept in ${folder}.`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
