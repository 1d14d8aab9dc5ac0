import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { manifestIn, manifestOfPackage } from "../../access/output/manifest.ts";
import { packageSource } from "../input/package-source.ts";
import { quotable, runPulumi } from "../input/pulumi.ts";
import { messageOf } from "../../provider/kernel/errors.ts";
import { satisfies } from "../../provider/kernel/node-version.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";

/**
 * Checks Node, the Pulumi CLI, and the packages that programs in a folder load.
 *
 * @param isProject Whether `--stack` names the folder, so that missing packages are problems.
 */
export async function examineMachine(folder: string, isProject: boolean): Promise<Finding[]> {
  // A program in another language loads no npm package.
  const isOtherLanguage = isProject && !existsSync(join(folder, "package.json"));
  return [examineNode(), await examineCli(folder), ...(isOtherLanguage ? [] : examinePackages(folder, isProject))];
}

function examineNode(): Finding {
  const { node } = manifestOfPackage();
  const version = process.versions.node;
  return satisfies(version, node)
    ? ok("Node", version)
    : problem("Node", `${version} is too old`, `install a version that is ${node}: https://nodejs.org`);
}

async function examineCli(folder: string): Promise<Finding> {
  const subject = "Pulumi CLI";
  const { pulumi } = manifestOfPackage();
  const least = `install ${pulumi.replace("^", "")} or newer: https://www.pulumi.com/docs/install/`;
  try {
    const { code, stdout, stderr } = await runPulumi(folder, ["version"]);
    const version = /(?<!\d)\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
    if (code !== 0 || version === undefined)
      return problem(subject, `\`pulumi version\` failed: ${await quotable(folder, stderr || stdout)}`, least);
    return satisfies(version, pulumi) ? ok(subject, version) : problem(subject, `${version} is not supported`, least);
  } catch (error) {
    // The text after a semicolon in a message is advice.
    return problem(subject, messageOf(error).split("; ")[0] ?? "", least);
  }
}

function examinePackages(folder: string, isProject: boolean): Finding[] {
  const { version: own, pulumi } = manifestOfPackage();
  const sdk = installed(folder, "@pulumi/pulumi");
  const provider = installed(folder, "pulumi-resourceshare");
  const missing = (name: string) => {
    const report = isProject ? problem : warning;
    return report(
      name,
      `is not installed in ${resolve(folder)}`,
      `run npm install ${name === "@pulumi/pulumi" ? name : packageSource()} in the folder of the program`,
    );
  };
  const examineSdk = (found: string) =>
    satisfies(found, pulumi)
      ? ok("@pulumi/pulumi", found)
      : problem("@pulumi/pulumi", `${found} is not supported`, `run npm install @pulumi/pulumi@${pulumi}`);
  const examineProvider = (found: string) =>
    found === own
      ? ok("pulumi-resourceshare", found)
      : warning(
          "pulumi-resourceshare",
          `the program uses ${found}, this command is of ${own}`,
          `run npx --no -- resourceshare doctor in ${resolve(folder)}`,
        );
  return [
    sdk === undefined ? missing("@pulumi/pulumi") : examineSdk(sdk),
    provider === undefined ? missing("pulumi-resourceshare") : examineProvider(provider),
  ];
}

/** The version of a package that programs in a folder load; `undefined` when it is not installed. */
function installed(folder: string, name: string): string | undefined {
  const require = createRequire(join(resolve(folder), "package.json"));
  try {
    const version = manifestIn(dirname(require.resolve(`${name}/package.json`)))?.["version"];
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
