/** Returns a word of a shell's command, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
