/** A part of a line of Markdown: a code span's text, or what is outside of code spans. */
interface MarkdownPart {
  readonly isCode: boolean;
  readonly text: string;
}

/** Reads the code spans of a line as the specification of CommonMark has them: a run of backticks ends at the next run of the same length. */
export function partsOf(line: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let rest = line;
  let outside = "";
  while (rest !== "") {
    const [fence = ""] = /^`+/.exec(rest) ?? [];
    const end = fence === "" ? undefined : new RegExp(`(?<!\`)${fence}(?!\`)`).exec(rest.slice(fence.length));
    if (end) {
      const text = rest.slice(fence.length, fence.length + end.index);
      parts.push({ isCode: false, text: outside }, { isCode: true, text: /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text });
      outside = "";
      rest = rest.slice(2 * fence.length + end.index);
    } else {
      const taken = fence === "" ? 1 : fence.length;
      outside += rest.slice(0, taken);
      rest = rest.slice(taken);
    }
  }
  return [...parts, { isCode: false, text: outside }].filter(({ text }) => text !== "");
}

/** The cells of a row, as GitHub and GitLab split it: at every bar without a backslash before it, also in code spans. */
export function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
