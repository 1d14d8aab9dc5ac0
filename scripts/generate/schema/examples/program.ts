import { moduleOfResource } from "../../../../provider/kernel/type-tokens.ts";

/** A value in an example: a literal, or the id of another resource of the program. */
export type ExampleValue = string | boolean | number | IdReference | readonly ExampleValue[] | { readonly [name: string]: ExampleValue };

/** The id of a resource of the same program. */
export class IdReference {
  readonly resource: string;

  constructor(resource: string) {
    this.resource = resource;
  }
}

/** One resource of an example. */
export interface ExampleResource {
  /** Its name in the program, and the name of its variable. */
  readonly name: string;
  readonly kind: string;
  /** One sentence above the resource. */
  readonly comment?: string;
  readonly args: Readonly<Record<string, ExampleValue>>;
  /** The name of a resource that is created before. */
  readonly dependsOn?: string;
}

/** A program that shows a kind of resource, in no programming language. */
export interface ExampleProgram {
  readonly title: string;
  readonly resources: readonly ExampleResource[];
}

/** Returns the module of a kind's class, as in `device.DeviceAction`; `undefined` for the classes of the package itself. */
export function moduleOf(kind: string): "device" | undefined {
  const module = moduleOfResource(kind);
  return module === "index" ? undefined : module;
}

/** Returns the entries of a value that is a map or an object; `undefined` for every other value. */
export function entriesOf(value: ExampleValue): [string, ExampleValue][] | undefined {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof IdReference) ? Object.entries(value) : undefined;
}

/** Returns the elements of a list; `undefined` for every other value. */
export function elementsOf(value: ExampleValue): readonly ExampleValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Returns a list of TypeScript or Python: on one line, unless an element has entries. */
export function listText(elements: readonly ExampleValue[], valueText: (value: ExampleValue) => string): string {
  const texts = elements.map(valueText);
  return elements.some(entriesOf) ? `[\n${lines(texts)}]` : `[${texts.join(", ")}]`;
}

/** Whether the entries of an object fit on one line. */
export function isFlat(entries: readonly string[]): boolean {
  return entries.length <= 2 && entries.every((text) => !text.includes("\n") && !text.includes("{"));
}

/** Returns the elements of a list or the entries of an object, one a line. */
export function lines(texts: readonly string[]): string {
  return texts.map((text) => `${indented(text, "    ")},\n`).join("");
}

/** Returns a text with each of its lines indented. */
export function indented(text: string, by: string): string {
  return text.replaceAll(/^(?=.)/gm, by);
}
