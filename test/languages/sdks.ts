import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../engine/pulumi.ts";

interface GoBuild {
  readonly subject: string;
  readonly module: string;
  readonly program: string;
  readonly folder: string;
  readonly name: string;
}

const SCHEMA = join(repository, "schema.json");

/**
 * Writes the SDKs for Node, Python and Go to a folder of their own. The generators come from Pulumi's Go module. A machine without Go has
 * its CLI from the vendor, with the language hosts by which the CLI itself generates SDKs.
 */
export async function generateSdks(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-sdks-"));
  await (hasGo() ? generateByGo(folder) : generateByCli(folder));
  return folder;
}

function hasGo(): boolean {
  return spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
}

async function generateByCli(folder: string): Promise<void> {
  const setup: { pulumiEnvironment(options: { home: string }): Record<string, string> } = await import(
    pathToFileURL(join(repository, "scripts/setup/environment.mjs")).href
  );
  const env = setup.pulumiEnvironment({ home: join(folder, "home") });
  for (const language of ["nodejs", "python", "go"])
    execFileSync("pulumi", ["package", "gen-sdk", SCHEMA, "--language", language, "--out", folder], { env, stdio: "pipe" });
}

async function generateByGo(folder: string): Promise<void> {
  // An address known only here: type checkers need not follow the set-up's plain JavaScript.
  const setup: { buildGoProgram(build: GoBuild): Promise<void> } = await import(
    pathToFileURL(join(repository, "scripts/setup/go-build.mjs")).href
  );
  const module = join(import.meta.dirname, "sdk-generator");
  await setup.buildGoProgram({ subject: "SDK generator", module, program: ".", folder, name: "sdks" });
  execFileSync(join(folder, "bin/sdks"), [SCHEMA, folder]);
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
