import { type VocabularyName, vocabularies } from "../../../provider/api/vocabulary.ts";
import { isRecord } from "../../../provider/kernel/json.ts";

/** The type of a value, in terms that every programming language has. */
export type Shape =
  | { readonly kind: "string"; readonly vocabulary?: VocabularyName }
  | { readonly kind: "boolean" | "integer" | "number" | "anything" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape }
  /** A map with `argumentsOf` has the arguments of a function, which the argument of that name selects. `known` are the documented keys. */
  | { readonly kind: "map"; readonly of: Shape; readonly argumentsOf?: string; readonly known?: Readonly<Record<string, Property>> }
  | { readonly kind: "either"; readonly of: readonly Shape[] }
  | { readonly kind: "object"; readonly properties: Readonly<Record<string, Property>> };

/** A named value: an argument, an output, or a field of one. */
export interface Property {
  readonly shape: Shape;
  /** The description, in Markdown. */
  readonly description: string;
  readonly required: boolean;
  /** The default value, if there is one. */
  readonly default?: unknown;
}

/** JSON Schema from `z.toJSONSchema`. Only the types are read: `check` enforces the rules. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the properties of an object's JSON Schema. */
export function propertiesOf(schema: JsonSchema, definitions: JsonSchema): Record<string, Property> {
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.fromEntries(
    Object.entries(record(schema["properties"])).map(([name, value]) => {
      const property = record(value);
      const fallback = property["default"];
      return [
        name,
        {
          shape: shapeOf(property, definitions),
          description: typeof property["description"] === "string" ? property["description"] : "",
          required: required.includes(name),
          ...(fallback === undefined ? {} : { default: fallback }),
        },
      ];
    }),
  );
}

function shapeOf(schema: JsonSchema, definitions: JsonSchema): Shape {
  if (typeof schema["$ref"] === "string") {
    return shapeOf(record(definitions[schema["$ref"].split("/").at(-1) ?? ""]), definitions);
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) return { kind: "either", of: alternatives.map((one) => shapeOf(record(one), definitions)) };
  const choices = schema["enum"] ?? (schema["const"] === undefined ? undefined : [schema["const"]]);
  if (Array.isArray(choices)) return { kind: "choice", of: choices.map(String) };
  if (Array.isArray(schema["type"])) return { kind: "either", of: schema["type"].map((type) => shapeOf({ type }, definitions)) };
  switch (schema["type"]) {
    case "string":
      return isVocabulary(schema["vocabulary"]) ? { kind: "string", vocabulary: schema["vocabulary"] } : { kind: "string" };
    case "boolean":
    case "integer":
    case "number":
      return { kind: schema["type"] };
    case "array":
      return { kind: "list", of: shapeOf(record(schema["items"]), definitions) };
    case "object":
      // A map has a schema for additional properties; an object has none.
      return isRecord(schema["properties"]) && !isRecord(schema["additionalProperties"])
        ? { kind: "object", properties: propertiesOf(schema, definitions) }
        : {
            kind: "map",
            of: shapeOf(record(schema["additionalProperties"]), definitions),
            ...(typeof schema["argumentsOf"] === "string" ? { argumentsOf: schema["argumentsOf"] } : {}),
            ...(isRecord(schema["properties"]) ? { known: propertiesOf(schema, definitions) } : {}),
          };
    default:
      return { kind: "anything" };
  }
}

function isVocabulary(value: unknown): value is VocabularyName {
  return typeof value === "string" && Object.hasOwn(vocabularies, value);
}

function record(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
