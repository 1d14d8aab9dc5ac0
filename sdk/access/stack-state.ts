import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { InputError } from "../../provider/kernel/errors.ts";

/** A resource of this package as a stack's state has it. */
export interface StateResource {
  readonly urn: string;
  /** The last part of the type, as `ResourceShare`. */
  readonly kind: string;
  readonly id: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What an exported state says of this package's resources. */
export interface StackState {
  readonly resources: readonly StateResource[];
  /** Those that an operation was working on when it was interrupted. */
  readonly interrupted: readonly StateResource[];
  /** Whether values were left out because they are encrypted. */
  readonly hasSecrets: boolean;
}

/** What the types of this package's resources begin with. */
export const typePrefix = "pulumi-nodejs:dynamic/resourceshare:";
const secretMark = "4dabf18193072939515e22adb298388d";
const secretSign = "1b47061264138c4ac30d75fd1eb44270";

/** Reads what `pulumi stack export` prints, or a stack's file on the disk. Throws an InputError when it is neither. */
export function readState(text: string): StackState {
  const file = parseJson(text);
  const deployment = deploymentOf(file);
  if (deployment === undefined) throw InputError.of("stack", "this is no exported state: give what `pulumi stack export` prints");
  const seen = { secret: false };
  const operations = itemsOf(deployment["pending_operations"]).flatMap((operation) => (isRecord(operation) ? [operation["resource"]] : []));
  const resources = itemsOf(deployment["resources"]).flatMap((item) => resourceOf(item, seen));
  const interrupted = operations.flatMap((item) => resourceOf(item, seen));
  return { resources, interrupted, hasSecrets: seen.secret };
}

/** The deployment in an exported state, or in a stack's file on the disk; `undefined` when it is neither. */
export function deploymentOf(file: unknown): Record<string, unknown> | undefined {
  if (!isRecord(file)) return undefined;
  const checkpoint = isRecord(file["checkpoint"]) ? file["checkpoint"]["latest"] : undefined;
  const deployment = file["deployment"] ?? checkpoint;
  // A stack that was never updated has a deployment without anything, or none beside its version.
  if (isRecord(deployment)) return deployment;
  return deployment === null || isRecord(file["checkpoint"]) ? {} : undefined;
}

function resourceOf(item: unknown, seen: { secret: boolean }): StateResource[] {
  if (!isRecord(item)) return [];
  const { type, urn, id } = item;
  if (typeof type !== "string" || typeof urn !== "string" || !type.startsWith(typePrefix)) return [];
  const values = (value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecretEnvelopes(inner, seen)])) : {};
  return [
    {
      urn,
      kind: type.slice(typePrefix.length),
      id: typeof id === "string" ? id : undefined,
      inputs: values(item["inputs"]),
      outputs: values(item["outputs"]),
    },
  ];
}

/** A value without the envelopes of secrets; `hidden` stands for one that only its stack's key opens, and that the engine does not show. */
export function withoutSecretEnvelopes(value: unknown, seen: { secret: boolean }, hidden?: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecretEnvelopes(item, seen, hidden));
  if (value === null) return undefined;
  const isShownAsText = hidden !== undefined && value === "[secret]";
  if (!isRecord(value) && !isShownAsText) return value;
  if (isRecord(value)) {
    if (value[secretMark] !== secretSign)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecretEnvelopes(inner, seen, hidden)]));
    if (typeof value["plaintext"] === "string") return withoutSecretEnvelopes(parseJson(value["plaintext"]), seen, hidden);
    if ("value" in value) return withoutSecretEnvelopes(value["value"], seen, hidden);
  }
  seen.secret = true;
  return hidden;
}

/** The items of a list; none when it is something else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
