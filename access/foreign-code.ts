import { isRecord, itemsOf, parseJson } from "../provider/kernel/json.ts";
import { resourceTypeOf } from "../provider/kernel/type-tokens.ts";
import { knownProviderCodes } from "../provider/host/provider-code.ts";
import { deploymentOf, withoutSecretEnvelopes } from "./stack-state.ts";
import { recordsOf } from "./untyped-values.ts";

/** A dynamic resource of a state with provider code that this package did not write. */
export interface ForeignProvider {
  readonly urn: string;
  /** Whether its type is one of this package's. */
  readonly isOwnType: boolean;
}

/** A provider of a state that names the address from which `pulumi` downloads its plugin. */
export interface PluginAddress {
  readonly urn: string;
  readonly address: string;
}

/** The providers of an exported state that name the download address of their plugin. */
export function pluginAddresses(text: string): PluginAddress[] {
  const deployment = deploymentOf(parseJson(text)) ?? {};
  return recordsOf(deployment["resources"]).flatMap(({ type, urn, inputs }) => {
    if (typeof type !== "string" || !type.startsWith("pulumi:providers:") || typeof urn !== "string" || !isRecord(inputs)) return [];
    const { pluginDownloadURL, __internal } = inputs;
    const address = pluginDownloadURL ?? (isRecord(__internal) ? __internal["pluginDownloadURL"] : undefined);
    return typeof address === "string" && address !== "" ? [{ urn, address }] : [];
  });
}

/** The resources of an exported state, of any type, whose `__provider` differs from the code of this package. */
export function foreignProviders(text: string): ForeignProvider[] {
  const deployment = deploymentOf(parseJson(text)) ?? {};
  const operations = recordsOf(deployment["pending_operations"]).map(({ resource }) => resource);
  return [...itemsOf(deployment["resources"]), ...operations].flatMap((resource) => {
    if (!isRecord(resource)) return [];
    const { type, urn, inputs, outputs } = resource;
    if (typeof type !== "string" || typeof urn !== "string") return [];
    const kind = resourceTypeOf(type)?.kind;
    // After a migration to the plugin, a resource keeps the provider code until the next refresh. A migration back would run it.
    const own: readonly unknown[] = kind === undefined ? [] : knownProviderCodes(kind);
    // The engine may run the code in inputs or outputs, also when it is encrypted.
    const texts = [inputs, outputs].flatMap((side) =>
      isRecord(side) && "__provider" in side ? [withoutSecretEnvelopes(side["__provider"], { secret: false })] : [],
    );
    return texts.some((found) => !own.includes(found)) ? [{ urn, isOwnType: kind !== undefined }] : [];
  });
}
