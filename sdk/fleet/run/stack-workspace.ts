import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type * as automation from "@pulumi/pulumi/automation";
import { isRecord } from "../../../provider/kernel/json.ts";
import type { FleetConfig } from "../description.ts";
import { type Fleet, type FleetStack, nameInProject } from "../fleet.ts";
import { settingsFile } from "../../../provider/host/settings-file.ts";
import { type FleetPulumi, PulumiCommandError } from "./pulumi-command.ts";

/** What opens the stacks of a fleet. */
export interface StackOpener {
  readonly fleet: Fleet;
  readonly pulumi: FleetPulumi;
  readonly automation: typeof automation;
  /** The variables of each stack that are secrets, by its name. */
  readonly secrets: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** An open stack, in a folder of its own that is removed at the end. */
export interface OpenStack extends Disposable {
  readonly stack: automation.Stack;
}

/**
 * Opens a stack, and creates it where `isCreated` is so.
 *
 * A stack has a folder of its own, whose project file names the folder of the program. So nothing is written to that folder, and many stacks
 * of one program can run at the same time.
 *
 * @returns `undefined` when the stack does not exist
 */
export async function openStack(opener: StackOpener, stack: FleetStack, isCreated: boolean): Promise<OpenStack | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-fleet-"));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const workspace = await workspaceOf(opener, stack, folder);
    const open = await existingStack(opener, stack, workspace);
    const found = open ?? (isCreated ? await opener.automation.Stack.create(stack.name, workspace) : undefined);
    if (found !== undefined) return { stack: found, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  return undefined;
}

async function existingStack({ automation: { Stack } }: StackOpener, { name }: FleetStack, workspace: automation.LocalWorkspace) {
  try {
    return await Stack.select(name, workspace);
  } catch (error) {
    if (error instanceof PulumiCommandError && /no stack named/i.test(error.result.stderr)) return undefined;
    throw error;
  }
}

async function workspaceOf(opener: StackOpener, stack: FleetStack, workDir: string): Promise<automation.LocalWorkspace> {
  const { automation: api, fleet, pulumi: pulumiCommand, secrets } = opener;
  const { project, stored } = await sourceOf(opener, stack);
  const { secretsProvider, backend } = fleet;
  return api.LocalWorkspace.create({
    workDir,
    pulumiCommand,
    ...(stack.program.kind === "inline" ? { program: stack.program.run } : {}),
    ...(secretsProvider === undefined ? {} : { secretsProvider }),
    projectSettings: project,
    stackSettings: { [stack.name]: { ...stored, config: { ...stored.config, ...withNamespace(stack.config, project.name) } } },
    envVars: {
      // Variables win over stored configuration, so that variables of the user's shell must not.
      ALIBABA_CLOUD_REGION_ID: stack.region,
      RESOURCESHARE_ACCOUNT_ID: stack.accountId,
      ...(backend === undefined ? {} : { PULUMI_BACKEND_URL: backend }),
      ...secrets.get(stack.name),
    },
  });
}

interface Source {
  readonly project: automation.ProjectSettings;
  /** What the program's folder stores for the stack. */
  readonly stored: automation.StackSettings;
}

async function sourceOf({ automation: { LocalWorkspace }, pulumi }: StackOpener, { name, program }: FleetStack): Promise<Source> {
  if (program.kind === "inline") {
    // The provider of dynamic resources loads this package from the folder of the program.
    return { project: { name: program.project, runtime: "nodejs", main: process.cwd() }, stored: {} };
  }
  const { folder } = program;
  const workspace = await LocalWorkspace.create({ workDir: folder, pulumiCommand: pulumi });
  const { stackConfigDir, ...settings }: automation.ProjectSettings & { readonly stackConfigDir?: string } =
    await workspace.projectSettings();
  const project = { ...withAbsolutePlugins(settings, folder), main: resolve(folder, settings.main ?? ".") };
  const configFolder = resolve(folder, stackConfigDir ?? ".");
  const file = `Pulumi.${nameInProject(name)}`;
  if (settingsFile(configFolder, file) === undefined) return { project, stored: {} };
  const place = configFolder === folder ? workspace : await LocalWorkspace.create({ workDir: configFolder, pulumiCommand: pulumi });
  return { project, stored: await place.stackSettings(name) };
}

/** The paths of a project's own plugins are relative to its folder. */
function withAbsolutePlugins<Settings extends object>(settings: Settings, folder: string): Settings {
  const plugins: unknown = Reflect.get(settings, "plugins");
  if (!isRecord(plugins)) return settings;
  const kinds = Object.entries(plugins).map(([kind, list]): [string, unknown] => [
    kind,
    Array.isArray(list)
      ? list.map((plugin: unknown) =>
          isRecord(plugin) && typeof plugin["path"] === "string" ? { ...plugin, path: resolve(folder, plugin["path"]) } : plugin,
        )
      : list,
  ]);
  return { ...settings, plugins: Object.fromEntries(kinds) };
}

/** A stored key has a namespace; one without belongs to the project. */
function withNamespace(config: FleetConfig, project: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key.includes(":") ? key : `${project}:${key}`, value]));
}
