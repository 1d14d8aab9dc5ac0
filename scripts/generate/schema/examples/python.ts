import { snakeCase } from "../../../../provider/functions/camel-case.ts";
import {
  elementsOf,
  entriesOf,
  type ExampleProgram,
  type ExampleResource,
  type ExampleValue,
  IdReference,
  isFlat,
  lines,
  listText,
  moduleOf,
} from "./program.ts";

/** Returns an example as a Python program with the generated SDK. */
export function pythonOf({ resources }: ExampleProgram): string {
  const usesOptions = resources.some(({ dependsOn }) => dependsOn !== undefined);
  const imports = [...(usesOptions ? ["import pulumi"] : []), "import pulumi_resourceshare as resourceshare"].join("\n");
  return [imports, ...resources.map(resourceText)].join("\n\n");
}

function resourceText({ name, kind, comment, args, dependsOn }: ExampleResource): string {
  const type = ["resourceshare", moduleOf(kind), kind].filter(Boolean).join(".");
  const texts = Object.entries(args).map(([argument, value]) => `${snakeCase(argument)}=${valueText(value)}`);
  const options = dependsOn === undefined ? [] : [`opts=pulumi.ResourceOptions(depends_on=[${dependsOn}])`];
  const note = comment === undefined ? "" : `# ${comment}\n`;
  const parameters = [JSON.stringify(name), ...texts, ...options];
  return `${note}${name} = ${type}(${parameters.length === 1 ? parameters[0] : `\n${lines(parameters)}`})`;
}

function valueText(value: ExampleValue): string {
  const [elements, entries] = [elementsOf(value), entriesOf(value)];
  if (value instanceof IdReference) return `${value.resource}.id`;
  if (elements) return listText(elements, valueText);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (!entries) return JSON.stringify(value);
  // The names inside objects of these examples are single words, and those of maps stay as they are.
  const texts = entries.map(([name, one]) => `${JSON.stringify(name)}: ${valueText(one)}`);
  return isFlat(texts) ? `{${texts.join(", ")}}` : `{\n${lines(texts)}}`;
}
