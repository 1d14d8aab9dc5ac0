import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { provideCachedFolder } from "../../../scripts/setup/cached-folder.mjs";
import { provideSdkGenerator } from "../../../scripts/setup/sdk-generator.mjs";
import { repository } from "../pulumi.ts";

const SCHEMA = join(repository, "schema.json");

/** Returns a folder with the SDKs for Node, Python, Go and .NET, each in a folder of its own. They are generated once for each schema. */
export async function provideSdks(): Promise<string> {
  const generator = await provideSdkGenerator();
  const hash = createHash("sha256").update(readFileSync(SCHEMA)).update(generator).digest("hex").slice(0, 12);
  const folder = join(repository, `node_modules/.cache/resourceshare-tests/sdks-${hash}`);
  const build = async (staging: string) => void execFileSync(generator, [SCHEMA, staging]);
  await provideCachedFolder({ subject: "SDKs", folder, expect: "generating them from schema.json", build });
  return folder;
}

/** Compiles the SDK for Node with its own settings, and returns the package to install. */
export function compileNodeSdk(folder: string): string {
  const sdk = join(folder, "nodejs");
  symlinkSync(join(repository, "node_modules"), join(sdk, "node_modules"));
  execFileSync(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), "-p", sdk], { stdio: "pipe" });
  // A publisher packs the compiled files with the package.json that was generated beside their sources.
  copyFileSync(join(sdk, "package.json"), join(sdk, "bin/package.json"));
  return join(sdk, "bin");
}
