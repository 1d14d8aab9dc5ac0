import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { openStack, type Stack, type StackOptions } from "./stack.ts";

/** Opens the stack that the tests of a file use one after another, and closes it after the last one. */
export async function openStackOfFile(options?: StackOptions): Promise<Stack> {
  const stack = await openStack(options);
  afterAll(() => stack[Symbol.asyncDispose]());
  return stack;
}

/** The files of one program that consists of the examples at some paths, as the pages show them, and exports what each exports. */
export function programOf(paths: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const files = Object.entries(paths).map(([name, path]) => [`${name}.ts`, readFileSync(path, "utf8")]);
  const index = Object.keys(paths).map(
    (name, number) => `import * as example${number} from "./${name}";\nexport const exports${number} = example${number};\n`,
  );
  return { ...Object.fromEntries(files), "index.ts": index.join("") };
}
