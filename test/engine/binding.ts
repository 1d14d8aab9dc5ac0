import { dynamicTypeOf, tokenOfResource } from "../../provider/kernel/type-tokens.ts";
import { buildPlugin, pluginManifest, programOf } from "./plugin/project.ts";

export const bindingNames = ["dynamic", "plugin"] as const;
export type BindingName = (typeof bindingNames)[number];

/** How programs get their resources: from Pulumi's process for dynamic providers, or from the plugin. */
export interface Binding extends AsyncDisposable {
  /** Files that each project needs beside its program. */
  readonly files: Readonly<Record<string, string>>;
  /** What only the command line of a provider process contains. */
  readonly commandPart: string;
  /** Returns the text of a program whose resources are the members of `rs`. */
  program(body: string): string;
  /** Returns the type of a kind of resource in URNs. */
  typeOf(kind: string): string;
}

/** Makes a binding usable; the plugin is built to a folder of its own. */
export async function openBinding(name: BindingName): Promise<Binding> {
  return name === "dynamic" ? dynamicBinding : openPlugin();
}

const dynamicBinding: Binding = {
  files: {},
  commandPart: "dynamic-provider",
  program: (body) => `const rs = require("pulumi-resourceshare");\n${body}\n`,
  typeOf: dynamicTypeOf,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

async function openPlugin(): Promise<Binding> {
  const folders = new DisposableStack();
  const folder = await buildPlugin((remove) => folders.defer(remove));
  return {
    files: { "Pulumi.yaml": pluginManifest(folder) },
    commandPart: "plugin.cjs",
    program: programOf,
    typeOf: tokenOfResource,
    [Symbol.asyncDispose]: () => Promise.resolve(folders.dispose()),
  };
}

/** Returns the URN of a resource without a parent in the stack that tests open. */
export function urnOf(binding: Binding, kind: string, name: string): string {
  return `urn:pulumi:test::engine::${binding.typeOf(kind)}::${name}`;
}
