import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../pulumi.ts";

/** Imports a file of the set-up. An address known only here: type checkers need not follow the set-up's plain JavaScript. */
function importSetup<T>(file: string): Promise<T> {
  return import(pathToFileURL(join(repository, "scripts/setup", file)).href) as Promise<T>;
}

/** Returns the folder of Pulumi's own language host for YAML. The first call on a machine without one builds it. */
export async function yamlLanguageHost(): Promise<string> {
  const { provideYamlLanguageHost } = await importSetup<{ provideYamlLanguageHost(): Promise<string> }>("yaml-language-host.mjs");
  return provideYamlLanguageHost();
}

/** Returns the folder of the machine's language host for Python or Go, or of one that runs programs and does nothing else. */
export async function languageHost(language: "python" | "go"): Promise<string> {
  const name = `pulumi-language-${language}`;
  return (await machinesLanguageHost(name)) ?? writeLauncher(name, language);
}

async function machinesLanguageHost(name: string): Promise<string | undefined> {
  const { findPulumi } = await importSetup<{ findPulumi(): { path: string } | undefined }>("environment.mjs");
  const { executables } = await importSetup<{ executables(name: string, folders: string[]): string[] }>("commands.mjs");
  const { machineFolders } = await importSetup<{ machineFolders(): string[] }>("paths.mjs");
  const pulumi = findPulumi();
  const beside = pulumi === undefined ? [] : [dirname(realpathSync(pulumi.path))];
  const [found] = executables(name, [...beside, ...machineFolders()]);
  return found === undefined ? undefined : dirname(found);
}

function writeLauncher(name: string, language: "python" | "go"): string {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-language-host-"));
  const words = [process.execPath, join(import.meta.dirname, "language-host.cjs"), language];
  if (language === "python") words.push(pythonRunner());
  const command = words.map((word) => `'${word}'`).join(" ");
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  return folder;
}

/** The script by which Pulumi's own host runs Python programs: the Go module from which the set-up builds the CLI contains it. */
function pythonRunner(): string {
  const module = join(repository, "scripts/setup/pulumi-module");
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const sdk = execFileSync("go", ["mod", "download", "-json", "github.com/pulumi/pulumi/sdk/v3"], { cwd: module, env, encoding: "utf8" });
  const { Dir } = JSON.parse(sdk) as { readonly Dir: string };
  return join(Dir, "python/cmd/pulumi-language-python-exec");
}
