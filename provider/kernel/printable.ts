const longest = 1000;
/** How much of the end of a text that is too long is shown: what is quoted comes before what is said of it. */
const ending = 300;

/**
 * Characters that move the cursor, reorder a line or cannot be seen: controls, line separators, format characters (bidirectional overrides
 * and zero-width characters among them), fillers, half letters and unassigned ones. A variation selector belongs to the emoji before it.
 */
const unprintable = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const unprintables = new RegExp(`${unprintable.source}+`, "gu");

/**
 * How log lines become commands of a CI runner: GitHub's begin with `::`, its older ones with `##[`, and those of Azure Pipelines (`##vso[`)
 * and TeamCity (`##teamcity[`) may stand anywhere in a line.
 */
const commands = /^(\s*):(?=:)|#(?=#\w*\[)/g;

/** Whether a text can be shown as it is: it moves no cursor, hides nothing, and no CI runner takes it for a command. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text) && text.search(commands) < 0;
}

/** A foreign text as one line of any length that shows all it holds, and that no CI runner takes for a command. */
export function singleLine(text: string): string {
  return text.replace(unprintables, " ").replace(commands, "$& ");
}

/** The same for a text of several lines: line breaks stay. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(singleLine).join("\n");
}

/** A foreign text as one line of bounded length without control characters: it must not move the cursor of a terminal. */
export function printable(text: string): string {
  // What is far beyond the bound need not be looked at.
  const within = text.length > 100 * longest ? `${text.slice(0, longest)}…${text.slice(-longest)}` : text;
  const line = singleLine(within).replace(/\s+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - ending)}…${line.slice(-ending)}` : line;
}

/** A JSON text whose every character can be seen: what cannot is escaped, so that its value stays the same. Line breaks between values stay. */
export function printableJson(json: string): string {
  return json.replace(unprintables, escaped).replace(/#(?=#\w*\[)/g, escaped);
}

function escaped(text: string): string {
  return text.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
