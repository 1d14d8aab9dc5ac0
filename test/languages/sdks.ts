import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
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

const GENERATOR = join(import.meta.dirname, "sdk-generator");

/** The languages for which SDKs are generated. */
const LANGUAGES = ["nodejs", "python", "go", "dotnet"];

/**
 * Returns a folder with the SDKs for Node, Python, Go and .NET, each in a folder of its own. They are generated once for each schema;
 * do not change them. The generators come from Pulumi's Go modules. A machine without Go has its CLI from the vendor, with the language
 * hosts by which the CLI itself generates SDKs.
 */
export async function provideSdks(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [SCHEMA, join(GENERATOR, "main.go"), join(GENERATOR, "go.mod")]) hash.update(readFileSync(file));
  const cache = join(repository, "node_modules/.cache/resourceshare-tests");
  const folder = join(cache, `sdks-${hash.digest("hex").slice(0, 12)}`);
  mkdirSync(cache, { recursive: true });
  const setup: { withLock(file: string, subject: string, work: () => Promise<void>): Promise<void> } = await import(
    pathToFileURL(join(repository, "scripts/setup/lock.mjs")).href
  );
  await setup.withLock(`${folder}.lock`, "SDKs", async () => {
    if (existsSync(folder)) return;
    const draft = mkdtempSync(join(cache, "sdks-draft-"));
    await (hasGo() ? generateByGo(draft) : generateByCli(draft));
    renameSync(draft, folder);
  });
  return folder;
}

/** Returns a copy of the SDKs, for tests that compile them in place. */
export async function copySdks(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-sdks-"));
  cpSync(await provideSdks(), folder, { recursive: true });
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
  for (const language of LANGUAGES)
    execFileSync("pulumi", ["package", "gen-sdk", SCHEMA, "--language", language, "--out", folder], { env, stdio: "pipe" });
}

async function generateByGo(folder: string): Promise<void> {
  // An address known only here: type checkers need not follow the set-up's plain JavaScript.
  const setup: { buildGoProgram(build: GoBuild): Promise<void> } = await import(
    pathToFileURL(join(repository, "scripts/setup/go-build.mjs")).href
  );
  const build = mkdtempSync(join(tmpdir(), "resourceshare-sdk-generator-"));
  await setup.buildGoProgram({ subject: "SDK generator", module: GENERATOR, program: ".", folder: build, name: "sdks" });
  execFileSync(join(build, "bin/sdks"), [SCHEMA, folder]);
  rmSync(build, { recursive: true });
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
