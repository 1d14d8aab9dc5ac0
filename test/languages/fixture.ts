import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildPlugin } from "../engine/plugin/project.ts";
import { repository } from "../engine/pulumi.ts";

/** Returns the folder of Pulumi's own language host for YAML. The first call on a machine without one builds it. */
export async function yamlLanguageHost(): Promise<string> {
  // An address known only here: type checkers need not follow the set-up's plain JavaScript.
  const setup: { provideYamlLanguageHost(): Promise<string> } = await import(
    pathToFileURL(join(repository, "scripts/setup/yaml-language-host.mjs")).href
  );
  return setup.provideYamlLanguageHost();
}

/** Writes an archive of the plugin that runs on the machine's Node to a folder of its own. */
export async function buildPluginArchives(): Promise<string> {
  const plugin = await buildPlugin();
  const build: { writeArchive(options: { from: string; platform: { name: string }; version: string; to: string }): string } = await import(
    pathToFileURL(join(repository, "scripts/plugin/archives.mjs")).href
  );
  const archives = mkdtempSync(join(tmpdir(), "resourceshare-archives-"));
  build.writeArchive({ from: plugin, platform: { name: "linux-amd64" }, version: "0.1.0", to: archives });
  rmSync(plugin, { recursive: true });
  return archives;
}
