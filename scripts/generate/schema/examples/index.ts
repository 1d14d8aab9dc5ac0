import type { ResourceSchema } from "../package.ts";
import { goOf } from "./go.ts";
import { examplePrograms } from "./programs.ts";
import { pythonOf } from "./python.ts";
import { typescriptOf } from "./typescript.ts";
import { yamlOf } from "./yaml.ts";

/** The languages of the examples, as Pulumi's registry names them. */
export type ExampleLanguage = "typescript" | "python" | "go" | "yaml";

/** Returns the example of a kind in each language; `undefined` for a kind without an example. */
export function exampleTexts(
  kind: string,
  kinds: Readonly<Record<string, ResourceSchema>>,
): Readonly<Record<ExampleLanguage, string>> | undefined {
  const program = examplePrograms[kind];
  if (program === undefined) return undefined;
  return { typescript: typescriptOf(program), python: pythonOf(program), go: goOf(program, kinds), yaml: yamlOf(program) };
}

/** Returns the example of a kind as the end of its description in a schema, in the form that Pulumi's generators and registry read. */
export function exampleUsage(kind: string, kinds: Readonly<Record<string, ResourceSchema>>): string {
  const texts = exampleTexts(kind, kinds);
  if (texts === undefined) return "";
  const blocks = Object.entries(texts).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
  const title = `### ${examplePrograms[kind]?.title}`;
  return ["", "{{% examples %}}", "## Example Usage", "{{% example %}}", title, ...blocks, "{{% /example %}}", "{{% /examples %}}"].join(
    "\n\n",
  );
}
