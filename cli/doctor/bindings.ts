import type { StackState, StateResource } from "../../access/stack-state.ts";
import { type Finding, ok, warning } from "../../access/output/finding.ts";
import { resourceNames } from "./stored-code.ts";

const subject = "Binding";

/** Reports which binding manages the resources of a stack. Both know the same services, but not each other's ownership claims. */
export function examineBindings({ resources }: StackState): Finding[] {
  const dynamic = resources.filter(({ binding }) => binding === "dynamic");
  const plugin = resources.filter(({ binding }) => binding === "plugin");
  if (resources.length === 0) return [];
  if (plugin.length === 0) return [ok(subject, `every resource of the stack (${dynamic.length}) is a dynamic resource`)];
  if (dynamic.length === 0)
    return [ok(subject, `every resource of the stack (${plugin.length}) is managed by the plugin, with ${providersOf(plugin)}`)];
  return [
    warning(
      subject,
      `the stack has dynamic resources (${dynamic.length}: ${resourceNames(dynamic)}) and resources of the plugin (${plugin.length}: ${resourceNames(plugin)})`,
      "two resources of different bindings that claim one entity are not reported: move all to one binding. " +
        "In a Node program, set resourceshare:plugin to true, or remove it and the providers of the plugin, and run `pulumi up`",
    ),
  ];
}

/** Names the providers of resources, as "the provider default_0_1_0". */
function providersOf(resources: readonly StateResource[]): string {
  const names = [...new Set(resources.map(({ provider = "" }) => provider.split("::").at(-2) ?? ""))].toSorted();
  return `the ${names.length === 1 ? "provider" : "providers"} ${names.join(", ")}`;
}
