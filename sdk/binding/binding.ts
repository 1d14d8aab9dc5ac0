import * as pulumi from "@pulumi/pulumi";
import { InputError } from "../../provider/kernel/errors.ts";
import { isAbsent } from "../../provider/kernel/json.ts";
import { withoutTrace } from "./program-error.ts";
import type { Options } from "./registration.ts";
import { type Binding, PLUGIN_PACKAGE } from "../../provider/kernel/type-tokens.ts";

/**
 * Returns the binding of a resource of a Node program. It is the plugin where the resource, or a parent of it, has a provider of the plugin,
 * or where the stack's configuration has `resourceshare:plugin`; otherwise the dynamic provider, so that no program changes by itself.
 *
 * @throws InputError when `resourceshare:plugin` is no boolean.
 */
export function bindingOf(type: string, options: Options): Binding {
  if (!isAbsent(options?.provider)) return isOfPlugin(options.provider) ? "plugin" : defaultBinding();
  if (isOfPlugin(options?.parent?.getProvider(type))) return "plugin";
  return defaultBinding();
}

/** Whether a provider resource is one of the plugin, also when a generated SDK has created it. */
function isOfPlugin(provider: pulumi.ProviderResource | undefined): boolean {
  // The SDK has this method and does not declare it.
  return provider !== undefined && "getPackage" in provider && (provider as Packaged).getPackage() === PLUGIN_PACKAGE;
}

interface Packaged {
  getPackage(): string;
}

/** The binding of the stack's configuration. No environment variable chooses it: on another machine, the resources would move. */
function defaultBinding(): Binding {
  const value = new pulumi.Config(PLUGIN_PACKAGE).get("plugin") ?? "false";
  if (value !== "true" && value !== "false") throw withoutTrace(InputError.of(`${PLUGIN_PACKAGE}:plugin`, "must be true or false"));
  return value === "true" ? "plugin" : "dynamic";
}
