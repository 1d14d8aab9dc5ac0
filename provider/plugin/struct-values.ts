import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { printableValues } from "../host/printable-values.ts";
import { hidden, SECRET_SIGNATURE, SIGNATURE_KEY, withSecretArguments } from "../host/secrets.ts";
import { assertDepth, received, sendable } from "../host/engine-values.ts";
import { InputError } from "../kernel/errors.ts";
import { isRecord, presentMembers } from "../kernel/json.ts";
import { type Resource, UNKNOWN, type Values } from "../lifecycle/resource.ts";

/** The signatures of the engine's protocol for values that JSON cannot represent. */
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE = "0def7320c3a5731c473e5ecbe6d01bc7";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** Property values as the core uses them. */
export interface Properties {
  readonly values: Values;
  /** The names of the properties that are secret or contain a secret. */
  readonly secrets: readonly string[];
}

/**
 * Converts the properties of a request. Secrets become plain values, values that are not known yet become UNKNOWN, and a property that is
 * null is absent.
 * Throws an InputError for files, and for values that are nested too deep.
 */
export function propertiesOf(struct: Struct | undefined): Properties {
  const record: Values = struct?.toJavaScript() ?? {};
  assertDepth(record);
  const read = Object.entries(record).map(([name, value]) => {
    const reader = new ValueReader(name);
    return { name, value: reader.plain(value), isSecret: reader.foundSecret };
  });
  return {
    values: received(presentMembers(Object.fromEntries(read.map(({ name, value }) => [name, value])))),
    secrets: read.filter(({ isSecret }) => isSecret).map(({ name }) => name),
  };
}

/** Converts one property, and remembers whether any part of it is secret. */
class ValueReader {
  foundSecret = false;
  readonly #property: string;

  constructor(property: string) {
    this.#property = property;
  }

  plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.plain(item));
    if (!isRecord(value)) return value;
    switch (value[SIGNATURE_KEY]) {
      case undefined:
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.plain(inner)]));
      case SECRET_SIGNATURE:
        this.foundSecret = true;
        return this.plain(value["value"]);
      case OUTPUT:
        this.foundSecret ||= value["secret"] === true;
        return "value" in value ? this.plain(value["value"]) : UNKNOWN;
      case RESOURCE:
        return value["id"] ?? value["urn"];
      case ASSET:
      case ARCHIVE:
        throw InputError.of(this.#property, "is a file; only plain values are accepted");
      default:
        throw InputError.of(this.#property, "is a value of a kind that this version does not know");
    }
  }
}

/** Converts arguments for a response; `secrets` names those that are secret. */
export function argumentsStruct(values: Values, secrets: readonly string[]): Struct {
  return structOf(hidden(sendable(values), (name) => secrets.includes(name)));
}

/** Converts outputs of a kind of resource for a response, as `outputsOf` returns them. */
export function outputsStruct(...outputs: Parameters<typeof outputsOf>): Struct {
  return structOf(outputsOf(...outputs));
}

/**
 * Returns outputs of a kind of resource as a response has them. Text of the service is made printable, except where the program (`written`) has it
 * too.
 * Secret are the outputs in `secrets`, and the outputs that repeat these under another name.
 */
export function outputsOf(
  kind: Pick<Resource, "repeats">,
  values: Values,
  written: Values,
  secrets: readonly string[],
): Record<string, unknown> {
  const shown = printableValues(sendable(values), sendable(written));
  return withSecretArguments(kind, shown, secrets);
}

/** Converts plain properties for a response. */
export function structOf(properties: Readonly<Record<string, unknown>>): Struct {
  // The message's own types allow JSON values only; `sendable` has removed everything else.
  return Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]);
}
