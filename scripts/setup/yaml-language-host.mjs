import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { executables } from "./commands.mjs";
import { findPulumi } from "./environment.mjs";
import { moduleFolder, provideGoProgram } from "./go-program.mjs";
import { cacheFolder, machineFolders } from "./paths.mjs";
import { YAML_HOST_INSTALLED } from "./versions.mjs";

const NAME = "pulumi-language-yaml";

/**
 * Returns the folder of Pulumi's own language host for YAML programs: the machine's, or one that is built from its Go module and kept in
 * the cache folder. A CLI from its vendor comes with one.
 * @param {{ cache?: string, pulumi?: string | undefined }} [where]
 * @returns {Promise<string>}
 */
export async function provideYamlLanguageHost({ cache = cacheFolder(), pulumi = findPulumi({ cache })?.path } = {}) {
  const beside = pulumi === undefined ? [] : [dirname(realpathSync(pulumi))];
  const [found] = executables(NAME, [...beside, ...machineFolders()]);
  if (found !== undefined) return dirname(found);
  return provideGoProgram({
    subject: "YAML language host",
    name: NAME,
    module: moduleFolder("yaml-module"),
    program: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    folder: join(cache, `yaml-language-host-${YAML_HOST_INSTALLED}`),
    expect: "1 to 4 minutes",
    linkerFlags: `-X github.com/pulumi/pulumi-yaml/pkg/version.Version=v${YAML_HOST_INSTALLED}`,
  });
}
