import { type VocabularyName, vocabularies } from "../../../provider/api/vocabulary.ts";
import type { Property, Shape } from "./shape.ts";
import { tokenOfFunction } from "../../../provider/kernel/type-tokens.ts";

/** A type in Pulumi's package schema. */
export type TypeSpec = Readonly<Record<string, unknown>>;

/** The named types of a package schema; an object or enumeration is registered when a property first has it. */
export class NamedTypes {
  readonly #specs = new Map<string, TypeSpec>();

  /** Returns the types by token, sorted. */
  all(): Record<string, TypeSpec> {
    return Object.fromEntries([...this.#specs].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the properties of an object; `owner` is the token that the names of its types begin with. */
  propertiesOf(owner: string, properties: Readonly<Record<string, Property>>): Record<string, TypeSpec> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        {
          ...this.#typeOf(`${owner}${pascal(elementName(name, property.shape))}`, property.shape),
          ...(property.description === "" ? {} : { description: sentence(property.description) }),
          ...(isScalar(property.default) && property.shape.kind !== "choice" ? { default: property.default } : {}),
        },
      ]),
    );
  }

  /** Registers an object type and returns the reference to it. */
  object(token: string, properties: Record<string, TypeSpec>, required: readonly string[], description?: string): TypeSpec {
    return this.#register(token, { type: "object", ...(description === undefined ? {} : { description }), properties, required });
  }

  #typeOf(token: string, shape: Shape): TypeSpec {
    switch (shape.kind) {
      case "string":
        return shape.vocabulary === undefined ? { type: "string" } : { oneOf: [{ type: "string" }, this.#vocabulary(shape.vocabulary)] };
      case "boolean":
      case "integer":
      case "number":
        return { type: shape.kind };
      case "anything":
        return { $ref: "pulumi.json#/Any" };
      case "choice":
        return this.#register(token, { type: "string", enum: shape.of.map(enumValue) });
      case "list":
        return { type: "array", items: this.#typeOf(token, shape.of) };
      case "map":
        return { type: "object", additionalProperties: this.#typeOf(token, shape.of) };
      case "either":
        return { oneOf: shape.of.map((one) => this.#typeOf(token, one)) };
      case "object":
        return this.object(token, this.propertiesOf(token, shape.properties), requiredIn(shape.properties));
    }
  }

  /** Registers the documented values of a text; the text may have others too. */
  #vocabulary(name: VocabularyName): TypeSpec {
    const { description, values } = vocabularies[name];
    return this.#register(tokenOfFunction("index", name), { type: "string", description, enum: values.map(enumValue) });
  }

  #register(token: string, spec: TypeSpec): TypeSpec {
    const known = this.#specs.get(token);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(spec)) throw new Error(`two types have the name ${token}`);
    this.#specs.set(token, spec);
    return { $ref: `#/types/${token}` };
  }
}

/** Returns the names of the required properties, sorted. */
export function requiredIn(properties: Readonly<Record<string, Property>>): string[] {
  return Object.keys(properties)
    .filter((name) => properties[name]?.required)
    .toSorted();
}

/** Returns a description as a sentence. */
export function sentence(text: string): string {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(text) ? capital : `${capital}.`;
}

/** Returns a name that begins with a capital letter. */
export function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Returns the name of a value, or of one element of a list: `targets` → `target`, `sceneList` → `scene`. */
export function elementName(name: string, shape: Shape): string {
  if (shape.kind !== "list" && shape.kind !== "map") return name;
  return name
    .replace(/List$/, "")
    .replace(/ies$/, "y")
    .replace(/([^su])s$/, "$1");
}

function enumValue(value: string): TypeSpec {
  return { name: enumName(value), value };
}

/** Returns the identifier of an enumeration's value: `DEVICE_OPEN_ID` → `DeviceOpenId`. */
export function enumName(value: string): string {
  return value
    .split(/[^A-Za-z0-9]+/)
    .map((word) => pascal(/^[A-Z]+$/.test(word) && word.length > 2 ? word.toLowerCase() : word))
    .join("");
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
