const longest = 1000;
/** How much of the end of a text that is too long is shown: what is quoted comes before what is said of it. */
const ending = 300;

/** A foreign text as one line of bounded length without control characters: it must not move the cursor of a terminal. */
export function printable(text: string): string {
  // What is far beyond the bound need not be looked at.
  const within = text.length > 100 * longest ? `${text.slice(0, longest)}…${text.slice(-longest)}` : text;
  const line = within.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - ending)}…${line.slice(-ending)}` : line;
}
