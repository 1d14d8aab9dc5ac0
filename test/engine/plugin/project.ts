import { writePlugin } from "../../../scripts/plugin/bundle.mjs";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Project } from "../pulumi.ts";

/** Writes the plugin to a temporary folder, as `npm run plugin` does. */
export async function buildPlugin(...onEnd: Parameters<typeof temporaryFolder>): Promise<string> {
  const folder = temporaryFolder(...onEnd);
  await writePlugin(folder);
  return folder;
}

/** What stands at the beginning of a program: the classes of a generated SDK in their simplest form, from the schema. `rs` has one for each kind. */
const classes = `
const pulumi = require("@pulumi/pulumi");
const { resources } = require("pulumi-resourceshare/schema.json");
class Resource extends pulumi.CustomResource {
  constructor(kind, name, args, opts) {
    const [token, { properties, aliases }] = Object.entries(resources).find(([candidate]) => candidate.endsWith(":" + kind));
    const outputs = Object.fromEntries(Object.keys(properties).map((output) => [output, undefined]));
    super(token, name, { ...outputs, ...args }, pulumi.mergeOptions({ aliases }, opts));
  }
}
class Provider extends pulumi.ProviderResource {
  constructor(name, args, opts) {
    super("resourceshare", name, args, opts);
  }
}
const classOf = (kind) => class extends Resource {
  constructor(name, args, opts) {
    super(kind, name, args, opts);
  }
};
const rs = Object.fromEntries(Object.keys(resources).map((token) => token.split(":")[2]).map((kind) => [kind, classOf(kind)]));
`;

/** Returns the text of a program that uses the plugin. */
export function programOf(body: string): string {
  return `${classes}\n${body}\n`;
}

/** Returns the project file of a program that uses the plugin in a folder. */
export function pluginManifest(plugin: string): string {
  return `name: engine\nruntime: nodejs\nplugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`;
}

/** Opens a Node project that uses the plugin in a folder. */
export function openPluginProject(plugin: string, body: string, env: Readonly<Record<string, string>>): Promise<Project> {
  return Project.open({ env, files: { "Pulumi.yaml": pluginManifest(plugin), "index.js": programOf(body) } });
}
