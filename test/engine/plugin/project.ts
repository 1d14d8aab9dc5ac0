import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Project, repository } from "../pulumi.ts";

/** Writes the plugin to a folder of its own, as `npm run plugin` does. */
export async function buildPlugin(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-plugin-"));
  // An address known only here: type checkers need not follow the build's plain JavaScript.
  const build: { writePlugin(folder: string): Promise<void> } = await import(
    pathToFileURL(join(repository, "scripts/plugin/bundle.mjs")).href
  );
  await build.writePlugin(folder);
  return folder;
}

/** What stands at the beginning of a program: the classes of a generated SDK in their simplest form. */
const classes = `
const pulumi = require("@pulumi/pulumi");
const outputsOf = {
  ResourceShare: ["name", "owner", "status", "associations", "accountId", "tags", "targets"],
  ShareAssociation: ["shareId", "associations", "targets"],
  SharePermission: ["shareId", "permissionName", "resourceType"],
  ShareTags: ["shareId", "tags"],
  InvitationAcceptor: ["shareId", "status", "sharedResources"],
  DirectorySharing: ["enabled"],
};
class Resource extends pulumi.CustomResource {
  constructor(kind, name, args, opts) {
    const outputs = Object.fromEntries(outputsOf[kind].map((output) => [output, undefined]));
    const aliases = [{ type: "pulumi-nodejs:dynamic/resourceshare:" + kind }];
    super("resourceshare:index:" + kind, name, { ...outputs, ...args }, pulumi.mergeOptions({ aliases }, opts));
  }
}
class Provider extends pulumi.ProviderResource {
  constructor(name, args, opts) {
    super("resourceshare", name, args, opts);
  }
}
`;

/** Returns the text of a program that uses the plugin. */
export function programOf(body: string): string {
  return `${classes}\n${body}`;
}

/** Opens a Node project that uses the plugin in a folder. */
export function openPluginProject(plugin: string, body: string, env: Readonly<Record<string, string>>): Promise<Project> {
  return Project.open({
    env,
    files: {
      "Pulumi.yaml": `name: engine\nruntime: nodejs\nplugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`,
      "index.js": programOf(body),
    },
  });
}
