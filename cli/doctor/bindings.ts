import type { StackState } from "../../access/stack-state.ts";
import { type Finding, ok, warning } from "../../access/output/finding.ts";
import { resourceNames } from "./stored-code.ts";

const subject = "Binding";

/** Reports which binding manages the resources of a stack. Both know the same services, but not each other's ownership claims. */
export function examineBindings({ resources }: StackState): Finding[] {
  const dynamic = resources.filter(({ binding }) => binding === "dynamic");
  const plugin = resources.filter(({ binding }) => binding === "plugin");
  if (resources.length === 0) return [];
  if (plugin.length === 0) return [ok(subject, "dynamic")];
  if (dynamic.length === 0) return [ok(subject, "plugin")];
  return [
    warning(
      subject,
      `the stack has dynamic resources (${dynamic.length}: ${resourceNames(dynamic)}) and resources of the plugin (${plugin.length}: ${resourceNames(plugin)})`,
      "two resources of different bindings that claim one entity are not reported: move all to one binding. " +
        "In a Node program, set resourceshare:plugin to true, or remove it and the providers of the plugin, and run `pulumi up`",
    ),
  ];
}
