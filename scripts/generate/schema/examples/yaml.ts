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

/** Returns the resources of an example as Pulumi YAML. */
export function yamlOf({ resources }: ExampleProgram): string {
  return `resources:\n${indented(resources.map(resourceText).join("\n"), "  ")}`;
}

function resourceText({ name, kind, comment, args, dependsOn }: ExampleResource): string {
  const type = ["resourceshare", moduleOf(kind), kind].filter(Boolean).join(":");
  return [
    ...(comment === undefined ? [] : [`# ${comment}`]),
    `${name}:`,
    `  type: ${type}`,
    ...(Object.keys(args).length === 0 ? [] : ["  properties:", indented(entriesText(Object.entries(args)), "    ")]),
    ...(dependsOn === undefined ? [] : ["  options:", `    dependsOn: ["\${${dependsOn}}"]`]),
  ].join("\n");
}

function entriesText(entries: readonly [string, ExampleValue][]): string {
  return entries.map(([name, value]) => entryText(name, value)).join("\n");
}

function entryText(name: string, value: ExampleValue): string {
  const [elements, entries] = [elementsOf(value), entriesOf(value)];
  if (entries) return `${name}:\n${indented(entriesText(entries), "  ")}`;
  return elements ? `${name}:\n${elements.map((one) => `  - ${inline(one)}`).join("\n")}` : `${name}: ${inline(value)}`;
}

/** Returns a value on one line. */
function inline(value: ExampleValue): string {
  if (value instanceof IdReference) return `\${${value.resource}.id}`;
  const entries = entriesOf(value);
  if (entries) return `{ ${entries.map(([name, one]) => `${name}: ${inline(one)}`).join(", ")} }`;
  // Account ids are texts, although they have digits only.
  return typeof value === "string" && /^[A-Za-z][\w .-]*$/.test(value) ? value : JSON.stringify(value);
}
