const longest = 1000;
/** How many characters of the end of a truncated text are kept: messages put the explanation after the quoted text. */
const ending = 300;

/**
 * Characters that move the cursor, reorder a line or are invisible: controls, line separators, format characters (such as bidirectional
 * overrides and zero-width characters), fillers, lone surrogates and unassigned ones. A variation selector after an emoji is allowed.
 */
const unprintable = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const unprintables = new RegExp(`${unprintable.source}+`, "gu");

/**
 * The syntax of commands that CI runners execute from log lines. GitHub's begin with `::`, its older ones with `##[`.
 * Those of Azure Pipelines (`##vso[`) and TeamCity (`##teamcity[`) can occur anywhere in a line.
 */
const commands = /^(\s*):(?=:)|#(?=#\w*\[)/g;

/** Whether a text is safe to print unchanged: no control or invisible characters, and no command of a CI runner. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text) && text.search(commands) < 0;
}

/** Converts an untrusted text to one printable line of any length, without commands of CI runners. */
export function singleLine(text: string): string {
  return text.replace(unprintables, " ").replace(commands, "$& ");
}

/** {@link singleLine} for each line of a text; line breaks stay. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(singleLine).join("\n");
}

/** Converts an untrusted text to one printable line of at most about 1000 characters; a longer text is shortened in the middle. */
export function printable(text: string): string {
  // Cuts huge texts first, so that the regular expressions run over a bounded length.
  const within = text.length > 100 * longest ? `${text.slice(0, longest)}…${text.slice(-longest)}` : text;
  const line = singleLine(within).replace(/\s+/gu, " ").trim();
  return shortened(line);
}

/** Shortens a text in the middle to about 1000 characters. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  // A cut can halve a surrogate pair.
  return `${text.slice(0, longest - ending)}…${text.slice(-ending)}`.toWellFormed();
}

/** Escapes the unprintable characters of a JSON text, so that its value stays the same. Line breaks between values stay. */
export function printableJson(json: string): string {
  return json.replace(unprintables, escaped).replace(/#(?=#\w*\[)/g, escaped);
}

function escaped(text: string): string {
  return text.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
