import { wrapped } from "../access/format/text-columns.ts";
import type { Command, Options } from "./command.ts";
import { exitCodesText } from "./exit-codes.ts";

const width = 80;
const columnGap = "  ";

/** The help of `resourceshare` itself. */
export function overview(commands: readonly Command[]): string {
  return [
    "Usage: resourceshare <command> [options]",
    "",
    ...rows(commands.map(({ name, summary }) => [name, summary])),
    "",
    ...rows([
      ["--help", "what a command does: resourceshare <command> --help"],
      ["--version", "the version of this package"],
    ]),
    "",
    "Example: resourceshare simulate --console --write-env simulator.env",
    "",
    ...wrapped(`Exit codes: ${exitCodesText}.`, width),
  ].join("\n");
}

/** The help of a command. */
export function helpOf({ name, summary, usage, words = [], commandHelp, options, example }: Command): string {
  return [
    ...usage.map((form, index) => `${index === 0 ? "Usage:" : "      "} resourceshare ${name} ${form}`),
    "",
    ...wrapped(summary, width),
    "",
    ...rows([...words, ...(commandHelp === undefined ? [] : [["-- COMMAND", commandHelp] as const]), ...optionRows(options)]),
    "",
    `Example: resourceshare ${example}`,
  ].join("\n");
}

/** What a row shows, and its meaning; or the heading of the rows that follow. */
type Row = readonly [shown: string, help: string] | readonly [heading: string];

function optionRows(options: Options): Row[] {
  return Object.entries(options).flatMap(([name, option]): Row[] => [
    ...(option.heading === undefined ? [] : [[option.heading] as const]),
    ["value" in option ? `--${name} ${option.value}` : `--${name}`, option.help],
  ]);
}

/** Two columns; the second is wrapped, so that a terminal of usual width breaks no word. */
function rows(texts: readonly Row[]): string[] {
  const first = Math.max(...texts.map(([name, text]) => (text === undefined ? 0 : name.length)));
  const room = width - first - 2 * columnGap.length;
  return texts.flatMap(([name, text]) => {
    if (text === undefined) return ["", name];
    return wrapped(text, room).map(
      (line, index) => `${columnGap}${(index === 0 ? name : "").padEnd(first)}${columnGap}${line.trimStart()}`,
    );
  });
}
