import type { ResourceSchema } from "../package.ts";
import { elementName, enumName, pascal } from "../plugin-types.ts";
import type { Shape } from "../shape.ts";
import {
  elementsOf,
  entriesOf,
  type ExampleProgram,
  type ExampleResource,
  type ExampleValue,
  IdReference,
  indented,
  moduleOf,
} from "./program.ts";

/** The path by which a program imports the generated SDK: what Pulumi's generator writes for a schema without a path. */
const SDK_PATH = "example.com/pulumi-resourceshare/sdk/go/resourceshare";

/** The kinds of resources, whose arguments have types in Go. */
type Kinds = Readonly<Record<string, ResourceSchema>>;

/** Returns an example as a Go program with the generated SDK. */
export function goOf({ resources }: ExampleProgram, kinds: Kinds): string {
  const packages = new Set(resources.map(({ kind }) => moduleOf(kind) ?? "")).values();
  const paths = [...packages].map((module) => [SDK_PATH, module].filter(Boolean).join("/"));
  const imports = [...paths, "github.com/pulumi/pulumi/sdk/v3/go/pulumi"].map((path) => JSON.stringify(path)).join("\n");
  const body = resources.map((one, index) => resourceText(one, kinds[one.kind], variableOf(one.name, index, resources))).join("\n");
  const main = `pulumi.Run(func(ctx *pulumi.Context) error {\n${indented(`${body}\nreturn nil`, "\t")}\n})`;
  return `package main\n\nimport (\n${indented(imports, "\t")}\n)\n\nfunc main() {\n${indented(main, "\t")}\n}`;
}

/** Returns the left side of an assignment. Go does not compile a variable without a use. */
function variableOf(name: string, index: number, resources: readonly ExampleResource[]): string {
  const refers = (value: ExampleValue) => value instanceof IdReference && value.resource === name;
  const isUsed = resources.some(({ args, dependsOn }) => dependsOn === name || Object.values(args).some(refers));
  return isUsed || index === 0 ? `${isUsed ? name : "_"}, err :=` : "_, err =";
}

function resourceText(
  { name, kind, comment, args, dependsOn }: ExampleResource,
  schema: ResourceSchema | undefined,
  variable: string,
): string {
  const module = moduleOf(kind) ?? "resourceshare";
  const fields = Object.entries(args).map(([argument, value]): Field => {
    const shape = schema?.inputs[argument]?.shape ?? { kind: "anything" };
    return [pascal(argument), typedValue(value, shape, `${module}.${kind}${pascal(elementName(argument, shape))}`)];
  });
  const options = dependsOn === undefined ? "" : `, pulumi.DependsOn([]pulumi.Resource{${dependsOn}})`;
  const constructor = `${module}.New${kind}(ctx, ${JSON.stringify(name)}, &${module}.${kind}Args${literal(fields)}${options})`;
  const note = comment === undefined ? "" : `// ${comment}\n`;
  return `${note}${variable} ${constructor}\nif err != nil {\n\treturn err\n}`;
}

/** The type of a list with elements of a shape. @param type the name of the elements' type */
function arrayType({ kind }: Shape, type: string): string {
  if (kind === "object") return `${type}Array`;
  return kind === "string" ? "pulumi.StringArray" : "pulumi.Array";
}

/** @param type the name of the value's type, or of its elements' type */
function typedValue(value: ExampleValue, shape: Shape, type: string): string {
  const [elements, entries] = [elementsOf(value), entriesOf(value)];
  if (shape.kind === "choice" && typeof value === "string") return `${type}${enumName(value)}`;
  if (shape.kind === "object") {
    const fields = (entries ?? []).map(([name, one]): Field => [
      pascal(name),
      typedValue(one, shape.properties[name]?.shape ?? { kind: "anything" }, `${type}${pascal(name)}`),
    ]);
    return `&${type}Args${literal(fields)}`;
  }
  if (elements) {
    const of: Shape = shape.kind === "list" ? shape.of : { kind: "anything" };
    return `${arrayType(of, type)}{\n${elements.map((one) => `\t${indented(typedValue(one, of, type), "\t").trimStart()},\n`).join("")}}`;
  }
  if (entries) {
    const of: Shape = shape.kind === "map" ? shape.of : { kind: "anything" };
    const fields = entries.map(([name, one]): Field => [JSON.stringify(name), typedValue(one, of, type)]);
    return `${of.kind === "string" ? "pulumi.StringMap" : "pulumi.Map"}${literal(fields)}`;
  }
  if (value instanceof IdReference) return `${value.resource}.ID()`;
  return typeof value === "boolean" ? `pulumi.Bool(${value})` : `pulumi.String(${JSON.stringify(value)})`;
}

/** The key and the value of a composite literal. */
type Field = readonly [key: string, value: string];

function literal(fields: readonly Field[]): string {
  const texts = fields.map(([key, value]) => `\t${key}:${padding(key, value, fields)}${indented(value, "\t").trimStart()},\n`);
  return texts.length === 0 ? "{}" : `{\n${texts.join("")}}`;
}

/** Returns the space before a value: gofmt aligns the values of neighbours that have one line each. */
function padding(key: string, value: string, fields: readonly Field[]): string {
  const isOneLine = ([, text]: Field) => !text.includes("\n");
  if (!isOneLine([key, value])) return " ";
  const at = fields.findIndex(([other]) => other === key);
  const before = fields.slice(0, at).findLastIndex((field) => !isOneLine(field));
  const after = fields.findIndex((field, index) => index > at && !isOneLine(field));
  const neighbours = fields.slice(before + 1, after < 0 ? fields.length : after);
  return " ".repeat(1 + Math.max(...neighbours.map(([other]) => other.length)) - key.length);
}
