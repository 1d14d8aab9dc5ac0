import * as pulumi from "@pulumi/pulumi";
import { unknownArguments } from "../provider/host/unknown-keys.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { isAbsent, presentMembers } from "../provider/kernel/json.ts";
import { PLUGIN_PACKAGE, PROVIDER_TYPE } from "../provider/kernel/type-tokens.ts";
import type { ProviderArgs } from "./binding/provider-args.ts";
import { assertPluginFound } from "./binding/plugin-presence.ts";
import { withoutTrace } from "./binding/program-error.ts";
import { SECRET_PROVIDER_ARGS, VERSION } from "./binding/provider-args.ts";

/**
 * A provider of the plugin with a configuration of its own. Resources with this `provider`, and resources below a component that has it
 * among its `providers`, are managed by the plugin. Functions run in the program and have their own options.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as rs from "pulumi-resourceshare";
 *
 * const consumer = new rs.Provider("consumer", { profile: "consumer", accountId: "2000000000000001" });
 * new rs.InvitationAcceptor("network", { shareId: "rs-000001", senderAccountId: "1000000000000001" }, { provider: consumer });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /** The package of the provider. */
  static readonly __pulumiType = PLUGIN_PACKAGE;

  /** Whether a value is a provider of the plugin, also one of another copy of this package or of a generated SDK. */
  static override isInstance(obj: unknown): obj is Provider {
    return typeof obj === "object" && obj !== null && "__pulumiType" in obj && obj.__pulumiType === PROVIDER_TYPE;
  }

  /**
   * Declares a provider of the plugin with a configuration of its own, for resources with the option `provider`.
   *
   * @param name The name in the program: part of its URN.
   * @param args The configuration; the stack's `resourceshare:` keys do not apply.
   * @param opts Options of the resource.
   * @throws Error when the plugin is not installed, and an InputError for an argument that does not exist.
   */
  constructor(name: string, args?: ProviderArgs, opts?: pulumi.ResourceOptions) {
    assertPluginFound(`Provider ${name}`, opts);
    super(PLUGIN_PACKAGE, name, propertiesOf(name, args ?? {}), pulumi.mergeOptions({ version: VERSION }, opts));
  }
}

/**
 * Returns the arguments as the engine passes the configuration of providers: as texts, so each value that is no text becomes its JSON text.
 * An argument that does not exist is rejected here, because a misspelt credential must not reach the engine as plain text.
 */
function propertiesOf(provider: string, args: ProviderArgs): pulumi.Inputs {
  const failures = unknownArguments(Object.keys(presentMembers(args)));
  if (failures.length > 0) {
    throw withoutTrace(new InputError(failures.map(({ property, reason }) => ({ property: `Provider ${provider}: ${property}`, reason }))));
  }
  return Object.fromEntries(
    Object.entries(args).map(([name, value]: [string, unknown]) => {
      const known: pulumi.Output<unknown> = pulumi.output<unknown>(value);
      const text = known.apply((one) => (isAbsent(one) || typeof one === "string" ? one : JSON.stringify(one)));
      return [name, SECRET_PROVIDER_ARGS.includes(name) ? pulumi.secret(text) : text];
    }),
  );
}
