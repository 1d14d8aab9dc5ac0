/** The most characters of all lists in a comment: it has 65,536 at most, and headings and other fixed texts need the rest. */
const longest = 58_000;

/** The characters that a comment has left for lists. Parts take their characters in the order in which they are written. */
export class CommentRoom {
  #left = longest;

  /** Takes characters where they are at most `most` and are left; returns whether it has. */
  take(characters: number, most: number): boolean {
    if (characters > Math.min(most, this.#left)) return false;
    this.#left -= characters;
    return true;
  }

  /**
   * Formats the items of a list, up to a length and as long as there is room; then the number of the others, which are not formatted.
   *
   * @param write Formats an item.
   * @param rest Formats the number of the others.
   */
  limited<Item>(
    items: readonly Item[],
    most: number,
    write: (item: Item) => string,
    rest: (left: number) => string = leftOut,
  ): readonly string[] {
    const written: string[] = [];
    let left = most;
    for (const item of items) {
      const line = write(item);
      // Two characters are between the items.
      if (!this.take(line.length + 2, left)) return [...written, rest(items.length - written.length)];
      left -= line.length + 2;
      written.push(line);
    }
    return written;
  }
}

/** How many items a comment leaves out, and where they are. */
export function leftOut(count: number): string {
  return `… ${count} more in \`--format json\``;
}
