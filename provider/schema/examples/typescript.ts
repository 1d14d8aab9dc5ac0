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

/** Returns an example as a Node program with the generated SDK. */
export function typescriptOf({ resources }: ExampleProgram): string {
  return [`import * as resourceshare from "pulumi-resourceshare-sdk";`, ...resources.map(resourceText)].join("\n\n");
}

function resourceText({ name, kind, comment, args, dependsOn }: ExampleResource): string {
  const type = ["resourceshare", moduleOf(kind), kind].filter(Boolean).join(".");
  const options = dependsOn === undefined ? "" : `, { dependsOn: ${dependsOn} }`;
  const note = comment === undefined ? "" : `// ${comment}\n`;
  return `${note}const ${name} = new ${type}("${name}", ${valueText(args)}${options});`;
}

function valueText(value: ExampleValue): string {
  const [elements, entries] = [elementsOf(value), entriesOf(value)];
  if (value instanceof IdReference) return `${value.resource}.id`;
  if (elements) return elements.some(entriesOf) ? `[\n${lines(elements.map(valueText))}]` : `[${elements.map(valueText).join(", ")}]`;
  if (!entries) return JSON.stringify(value);
  const texts = entries.map(([name, one]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${valueText(one)}`);
  const isFlat = entries.length <= 2 && texts.every((text) => !text.includes("\n") && !text.includes("{"));
  if (texts.length === 0) return "{}";
  return isFlat ? `{ ${texts.join(", ")} }` : `{\n${lines(texts)}}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${indented(text, "    ")},\n`).join("");
}
