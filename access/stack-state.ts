import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../provider/host/secrets.ts";
import { isRecord, itemsOf, parseJson } from "../provider/kernel/json.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { type Binding, PROVIDER_TYPE, resourceTypeOf } from "../provider/kernel/type-tokens.ts";
import { recordsOf } from "./untyped-values.ts";

/** A resource of this package in a stack's state. */
export interface StateResource {
  readonly urn: string;
  /** The last part of the type, as `ResourceShare`. */
  readonly kind: string;
  readonly binding: Binding;
  /** The provider resource, as `<URN>::<id>`. */
  readonly provider: string | undefined;
  readonly id: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Whether it was replaced, and the next update deletes it: an update has failed in between. */
  readonly isPendingDeletion?: boolean | undefined;
  /** Whether it was deleted, and the next update creates its replacement: an update has failed in between. */
  readonly isPendingReplacement?: boolean | undefined;
  /** Whether the program only reads the object (`.get`). */
  readonly isRead?: boolean | undefined;
  /** The option `retainOnDelete`. */
  readonly retainOnDelete?: boolean | undefined;
  /** The option `deletedWith`: the URN of another resource. */
  readonly deletedWith?: string | undefined;
  /** Whether encrypted outputs were left out: they are `undefined`. */
  readonly hasSecretOutputs?: boolean | undefined;
}

/** A provider of the plugin in a stack's state. */
export interface StateProvider {
  /** The text by which resources name it: `<URN>::<id>`. */
  readonly reference: string;
  /** Its configuration. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Whether encrypted values were left out of the configuration. */
  readonly hasSecrets: boolean;
}

/** The resources of this package in an exported state. */
export interface StackState {
  readonly resources: readonly StateResource[];
  /** Resources of pending operations: an update was interrupted while it changed them. */
  readonly interrupted: readonly StateResource[];
  /** Whether encrypted values were left out. */
  readonly hasSecrets: boolean;
  /** The explicit providers of the plugin: their configuration is not the stack's. */
  readonly explicitProviders: readonly StateProvider[];
}

/**
 * Reads what `pulumi stack export` prints, or the state file of a stack.
 *
 * @throws InputError when the text is neither.
 * @example
 * readState(readFileSync("state.json", "utf8")).resources[0] // { urn: "urn:pulumi:…", kind: "ResourceShare", id: "rs-1", … }
 */
export function readState(text: string): StackState {
  const file = parseJson(text);
  const deployment = deploymentOf(file);
  if (deployment === undefined) throw InputError.of("stack", "this is no exported state: give what `pulumi stack export` prints");
  const seen = { secret: false };
  const operations = recordsOf(deployment["pending_operations"]).map(({ resource }) => resource);
  const resources = itemsOf(deployment["resources"]).flatMap((item) => resourceOf(item, seen));
  const interrupted = operations.flatMap((item) => resourceOf(item, seen));
  const explicitProviders = recordsOf(deployment["resources"]).flatMap((item) => explicitProviderOf(item));
  return { resources, interrupted, hasSecrets: seen.secret, explicitProviders };
}

/** The name of an explicit provider of the plugin, from the text by which a resource names it; `undefined` for every other provider. */
export function explicitProviderName(reference: string | undefined): string | undefined {
  const [type, name] = reference?.split("::").slice(2, 4) ?? [];
  // The engine itself makes the default providers: `default`, or with a version `default_0_1_0`.
  return type?.split("$").at(-1) === PROVIDER_TYPE && name !== undefined && !/^default(_|$)/.test(name) ? name : undefined;
}

function explicitProviderOf({ urn, id, inputs }: Readonly<Record<string, unknown>>): StateProvider[] {
  if (typeof urn !== "string" || typeof id !== "string") return [];
  const reference = `${urn}::${id}`;
  if (explicitProviderName(reference) === undefined) return [];
  const seen = { secret: false };
  return [{ reference, inputs: valuesOf(inputs, seen), hasSecrets: seen.secret }];
}

function valuesOf(record: unknown, seen: { secret: boolean }): Record<string, unknown> {
  if (!isRecord(record)) return {};
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, withoutSecretEnvelopes(inner, seen)]));
}

/** The deployment of an exported state or of a state file; `undefined` when the value is neither. */
export function deploymentOf(file: unknown): Record<string, unknown> | undefined {
  if (!isRecord(file)) return undefined;
  const checkpoint = isRecord(file["checkpoint"]) ? file["checkpoint"]["latest"] : undefined;
  const deployment = "deployment" in file ? file["deployment"] : checkpoint;
  // Before the first update, the deployment is empty or null.
  if (isRecord(deployment)) return deployment;
  return deployment === null || isRecord(file["checkpoint"]) ? {} : undefined;
}

function resourceOf(item: unknown, seen: { secret: boolean }): StateResource[] {
  if (!isRecord(item)) return [];
  const { type, urn, id, provider } = item;
  if (typeof type !== "string" || typeof urn !== "string") return [];
  const known = resourceTypeOf(type);
  if (known === undefined) return [];
  const ofOutputs = { secret: false };
  const outputs = valuesOf(item["outputs"], ofOutputs);
  seen.secret ||= ofOutputs.secret;
  return [
    {
      urn,
      ...known,
      provider: typeof provider === "string" ? provider : undefined,
      id: typeof id === "string" ? id : undefined,
      inputs: valuesOf(item["inputs"], seen),
      outputs,
      ...(item["delete"] === true ? { isPendingDeletion: true } : {}),
      ...(item["pendingReplacement"] === true ? { isPendingReplacement: true } : {}),
      ...(item["external"] === true ? { isRead: true } : {}),
      ...(item["retainOnDelete"] === true ? { retainOnDelete: true } : {}),
      ...(typeof item["deletedWith"] === "string" && item["deletedWith"] !== "" ? { deletedWith: item["deletedWith"] } : {}),
      ...(ofOutputs.secret ? { hasSecretOutputs: true } : {}),
    },
  ];
}

/**
 * Replaces the envelopes of secrets by their values.
 *
 * @param seen Its `secret` becomes `true` when a secret is not read.
 * @param hidden The replacement for every secret, also for a decrypted one or one shown as `[secret]`; without it, decrypted secrets are read.
 */
export function withoutSecretEnvelopes(value: unknown, seen: { secret: boolean }, hidden?: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecretEnvelopes(item, seen, hidden));
  if (value === null) return undefined;
  const isShownAsText = hidden !== undefined && value === "[secret]";
  if (!isRecord(value) && !isShownAsText) return value;
  if (isRecord(value)) {
    if (value[SIGNATURE_KEY] !== SECRET_SIGNATURE)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecretEnvelopes(inner, seen, hidden)]));
    if (hidden === undefined && typeof value["plaintext"] === "string") return withoutSecretEnvelopes(parseJson(value["plaintext"]), seen);
    if (hidden === undefined && "value" in value) return withoutSecretEnvelopes(value["value"], seen);
  }
  seen.secret = true;
  return hidden;
}
