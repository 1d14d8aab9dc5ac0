import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { executables } from "../../../scripts/setup/commands.mjs";
import { findPulumi } from "../../../scripts/setup/environment.mjs";
import { machineFolders } from "../../../scripts/setup/paths.mjs";
import { repository } from "../pulumi.ts";

/** Returns the folder of the machine's language host for Python or Go, or of one that runs programs and does nothing else. */
export function languageHost(language: "python" | "go"): string {
  const name = `pulumi-language-${language}`;
  const pulumi = findPulumi();
  const beside = pulumi === undefined ? [] : [dirname(realpathSync(pulumi.path))];
  const [found] = executables(name, [...beside, ...machineFolders()]);
  return found === undefined ? writeLauncher(name, language) : dirname(found);
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
