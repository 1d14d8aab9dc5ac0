import { z } from "zod";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../provider/host/secrets.ts";
import { isRecord, itemsOf, parseJson, presentMembers } from "../provider/kernel/json.ts";
import { InputError } from "../provider/kernel/errors.ts";
import { pathText } from "../provider/kernel/paths.ts";
import { inPlainWords } from "../provider/kernel/shape-reason.ts";
import { type Binding, isDefaultProvider, PROVIDER_TYPE, resourceTypeOf, urnParts } from "../provider/kernel/type-tokens.ts";
import { isPreview } from "./diff/engine-events.ts";
import { recordsOf } from "./untyped-values.ts";

/** A resource as the engine writes it into states and previews. */
export const EngineState = z.looseObject({
  type: z.string(),
  urn: z.string().optional(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  outputs: z.record(z.string(), z.unknown()).optional(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).optional(),
  dependencies: z.array(z.string()).nullish(),
  delete: z.boolean().optional(),
  pendingReplacement: z.boolean().optional(),
  external: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  provider: z.string().optional(),
  deletedWith: z.string().optional(),
});
type EngineState = z.infer<typeof EngineState>;

/** What states and previews have of a resource besides its values. */
export interface EngineFacts {
  readonly id: string | undefined;
  /** URNs of the resources that `shareId` comes from. */
  readonly shareIdSources: readonly string[];
  /** Whether it is deleted before its replacement is created. In a state, it is deleted: an update has failed in between. */
  readonly pendingReplacement: boolean;
  /** The option `retainOnDelete`: the engine removes it from the state only. */
  readonly retainOnDelete: boolean;
  /** The option `deletedWith`: the URN of another resource. */
  readonly deletedWith: string | undefined;
  /** The name of the explicit provider of the plugin. */
  readonly explicitProvider?: string | undefined;
  /** Whether the program only reads the object (`.get`): the engine's state has it as external. */
  readonly isRead?: boolean | undefined;
}

/** Reads what the engine has written besides the values of a resource. */
export function engineFactsOf(state: EngineState): EngineFacts {
  return {
    id: state.id || undefined,
    shareIdSources: state.propertyDependencies?.["shareId"] ?? state.dependencies ?? [],
    pendingReplacement: state.pendingReplacement === true,
    retainOnDelete: state.retainOnDelete === true,
    deletedWith: state.deletedWith || undefined,
    explicitProvider: explicitProviderName(state.provider),
    isRead: state.external === true,
  };
}

/** A resource of this package in a stack's state. */
export interface StateResource extends EngineFacts {
  readonly urn: string;
  /** The last part of the type, as `ResourceShare`. */
  readonly kind: string;
  readonly binding: Binding;
  /** The provider resource, as `<URN>::<id>`. */
  readonly provider: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Whether it was replaced, and the next update deletes it: an update has failed in between. */
  readonly isPendingDeletion: boolean;
  /** Whether encrypted outputs were left out: they are `undefined`. */
  readonly hasSecretOutputs: boolean;
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
  if (deployment === undefined) {
    // A stream of events has one on each line.
    const isOther = [text, text.split("\n", 1).join("")].some((part) => isPreview(parseJson(part)));
    const what = isOther ? "this is a preview, not an exported state" : "this is no exported state";
    throw InputError.of("stack", `${what}: give what \`pulumi stack export\` prints`);
  }
  const seen = { secret: false };
  const operations = recordsOf(deployment["pending_operations"]).map(({ resource }) => resource);
  const resources = itemsOf(deployment["resources"]).flatMap((item) => resourceOf(item, seen));
  const interrupted = operations.flatMap((item) => resourceOf(item, seen));
  const explicitProviders = recordsOf(deployment["resources"]).flatMap((item) => explicitProviderOf(item));
  return { resources, interrupted, hasSecrets: seen.secret, explicitProviders };
}

/** The shares that a stack manages. A program that only reads a share does not manage it. */
export function managedShares({ resources }: StackState): { readonly id: string; readonly urn: string }[] {
  return resources.flatMap(({ kind, id, isRead, urn }) =>
    kind === "ResourceShare" && id !== undefined && isRead !== true ? [{ id, urn }] : [],
  );
}

/** The stacks that manage each share, by the id of the share. */
export function stacksByShare(states: readonly StackState[]): ReadonlyMap<string, readonly string[]> {
  const managed = Map.groupBy(states.flatMap(managedShares), ({ id }) => id);
  return new Map([...managed].map(([id, shares]) => [id, [...new Set(shares.map(({ urn }) => urnParts(urn)?.stack ?? urn))]]));
}

/** The name of an explicit provider of the plugin, from the text by which a resource names it; `undefined` for every other provider. */
function explicitProviderName(reference: string | undefined): string | undefined {
  // The id follows the URN.
  const { types, name = "" } = urnParts(reference?.slice(0, reference.lastIndexOf("::")) ?? "") ?? {};
  return types?.at(-1) === PROVIDER_TYPE && !isDefaultProvider(name) ? name : undefined;
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
  const { type, urn } = item;
  const known = typeof type === "string" ? resourceTypeOf(type) : undefined;
  if (known === undefined || typeof urn !== "string") return [];
  const { data: state, error } = EngineState.safeParse(presentMembers(item), inPlainWords);
  // A resource that is left out would hide the access that it gives.
  if (state === undefined) throw InputError.of("stack", `${urn} cannot be read: ${problemIn(error)}`);
  const { provider } = state;
  const ofOutputs = { secret: false };
  const outputs = valuesOf(state.outputs, ofOutputs);
  seen.secret ||= ofOutputs.secret;
  const values = { inputs: valuesOf(state.inputs, seen), outputs, hasSecretOutputs: ofOutputs.secret };
  return [{ ...engineFactsOf(state), urn, ...known, provider, ...values, isPendingDeletion: state.delete === true }];
}

function problemIn({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${pathText(path)}: ${message}`).join("; ");
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
