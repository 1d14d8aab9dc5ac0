/** A code block of a document. */
interface CodeBlock {
  readonly language: string;
  /** The file that the block is: its `title="…"`; a program without a title is `index.ts`. */
  readonly file: string | undefined;
  readonly text: string;
}

/** A command that a document prints, with the lines that it shows as the command's output. */
interface PrintedCommand {
  readonly command: string;
  /** Absent where the document shows no output. */
  readonly output: readonly string[] | undefined;
}

/** The fenced code blocks of a document, in order. */
export function blocksOf(document: string): CodeBlock[] {
  return Array.from(
    document.matchAll(/^( *)(`{3,})(\w*)([^\n]*)\n(.*?)^\1\2$/gms),
    ([, indent = "", , language = "", info = "", text = ""]) => ({
      language,
      file: /title="([^"]+)"/.exec(info)?.[1] ?? (language === "ts" ? "index.ts" : undefined),
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }),
  );
}

/** The commands of a block: every line of `sh`, and in `console` each line with a prompt, followed by its output. */
export function commandsOf({ language, text }: CodeBlock): PrintedCommand[] {
  if (language === "sh") {
    const lines = text.replaceAll("\\\n", " ").split("\n");
    return lines
      .map((line) => line.replace(/(^|\s+)#.*$/, ""))
      .flatMap((command) => (command === "" ? [] : [{ command, output: undefined }]));
  }
  if (language !== "console") return [];
  return text.split(/^\$ /m).flatMap((part) => {
    const [command = "", ...output] = part.trimEnd().split("\n");
    return command === "" ? [] : [{ command, output }];
  });
}

/** What a document shows in place of lines that it leaves out. */
const OMITTED = "…";

/**
 * Compares what a document shows with what a command printed. Durations, request ids and the engine's progress do not count.
 *
 * @returns the first part of the document, between omitted lines, that is not in the output at its place; `undefined` if all are
 */
export function firstDifference(shown: readonly string[], printed: string): string | undefined {
  const lines = printed
    .split("\n")
    .filter((line) => !/^(@ |npm warn )/.test(line))
    .map(comparable);
  let rest = lines;
  let isOmitting = false;
  for (const part of shown.join("\n").split(new RegExp(`^(${OMITTED})$\\n?`, "m"))) {
    if (part === OMITTED) isOmitting = true;
    else if (part.trim() !== "") {
      const wanted = part.trimEnd().split("\n").map(comparable);
      const at = rest.findIndex((_, index) => wanted.every((line, offset) => rest[index + offset] === line));
      if (at < 0 || (at > 0 && !isOmitting)) return part;
      rest = rest.slice(at + wanted.length);
      isOmitting = false;
    }
  }
  return isOmitting || rest.every((line) => line === "") ? undefined : rest.join("\n");
}

function comparable(line: string): string {
  return line
    .trimEnd()
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, "0s")
    .replaceAll(/\(request [0-9A-F-]{36}\)/g, "(request …)");
}
