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
  if (elements) return listText(elements, valueText);
  if (!entries) return JSON.stringify(value);
  const texts = entries.map(([name, one]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${valueText(one)}`);
  if (texts.length === 0) return "{}";
  return isFlat(texts) ? `{ ${texts.join(", ")} }` : `{\n${lines(texts)}}`;
}
