import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { settingsFile } from "../../provider/host/settings-file.ts";
import { PLUGIN_PACKAGE } from "../../provider/kernel/type-tokens.ts";
import { withoutTrace } from "./program-error.ts";
import { VERSION } from "./provider-args.ts";

/** Variables by which the engine gets a plugin without an installation. */
const variables = ["PULUMI_DEBUG_PROVIDERS", "PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES"];
const namedInProject = new RegExp(String.raw`\b(?:plugins|packages)"?:[^]*\b${PLUGIN_PACKAGE}\b`);

/**
 * Throws when the engine cannot find the plugin: it would try downloads, and then advise an installation from where there is none.
 * Without a project, as in a unit test with mocks, nothing is checked.
 *
 * @param subject What needs the plugin.
 * @param options Its options: those with an address for downloads need no installation.
 * @param project The folder of the project, as Pulumi names it to a program.
 */
export function assertPluginFound(
  subject: string,
  options: pulumi.ResourceOptions | null | undefined,
  project = process.env["PULUMI_NODEJS_ROOT_DIRECTORY"] ?? "",
): void {
  if (project === "" || options?.pluginDownloadURL !== undefined || variables.some((name) => process.env[name])) return;
  if (isInstalled() || isOnPath() || isNamedIn(project)) return;
  const archive = `dist/plugin-archives/pulumi-resource-${PLUGIN_PACKAGE}-v${VERSION}-${platform()}.tar.gz`;
  throw withoutTrace(
    new Error(
      `${subject}: needs the plugin "${PLUGIN_PACKAGE}", which is not in ${pluginFolder()} (where PULUMI_HOME or your home folder has plugins), and not part of the npm package. In a clone of pulumi-resourceshare, run: ` +
        `npm run plugin -- --platforms ${platform()} && pulumi plugin install resource ${PLUGIN_PACKAGE} ${VERSION} --file ${archive}`,
    ),
  );
}

function pluginFolder(): string {
  return join(process.env["PULUMI_HOME"] || join(homedir(), ".pulumi"), "plugins");
}

function isInstalled(): boolean {
  const folder = pluginFolder();
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`resource-${PLUGIN_PACKAGE}-v`));
}

function isOnPath(): boolean {
  const name = `pulumi-resource-${PLUGIN_PACKAGE}${process.platform === "win32" ? ".exe" : ""}`;
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function isNamedIn(project: string): boolean {
  const file = settingsFile(project, "Pulumi");
  return file !== undefined && namedInProject.test(readFileSync(file, "utf8"));
}

/** The platform of this machine, as archives of plugins are named. */
function platform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}-${process.arch === "x64" ? "amd64" : process.arch}`;
}
