/** The first texts of a list, and the number of the others, as `a, b, 3 more`. */
export function firstTexts(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return [...texts.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
