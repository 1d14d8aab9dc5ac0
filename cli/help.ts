import { wrapped } from "../access/format/text-columns.ts";
import type { Command, OptionHelp } from "./command.ts";

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
    "Example: resourceshare simulate -- pulumi up",
    "",
    ...wrapped(
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a check of `--fail-on` failed or an assumption differs, 130 interrupted by Ctrl-C.",
      width,
    ),
  ].join("\n");
}

/** The help of a command. */
export function helpOf({ name, summary, usage, help, example }: Command): string {
  return [
    ...usage.map((form, index) => `${index === 0 ? "Usage:" : "      "} resourceshare ${name} ${form}`),
    "",
    ...wrapped(summary, width),
    "",
    ...rows(help),
    "",
    `Example: resourceshare ${example}`,
  ].join("\n");
}

/** Two columns; the second is wrapped, so that a terminal of usual width breaks no word. */
function rows(texts: readonly OptionHelp[]): string[] {
  const first = Math.max(...texts.map(([name, text]) => (text === undefined ? 0 : name.length)));
  const room = width - first - 2 * columnGap.length;
  return texts.flatMap(([name, text]) => {
    if (text === undefined) return ["", name];
    return wrapped(text, room).map(
      (line, index) => `${columnGap}${(index === 0 ? name : "").padEnd(first)}${columnGap}${line.trimStart()}`,
    );
  });
}
