/** Whether one of the patterns matches the whole text; `*` stands for any text. */
export function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, text));
}

/** Like {@link matches}, but ignores case. */
export function matchesInAnyCase(patterns: readonly string[], text: string): boolean {
  return matches(
    patterns.map((pattern) => pattern.toLowerCase()),
    text.toLowerCase(),
  );
}

/** Takes the first occurrence of each part: a regular expression would try them all. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of parts) {
    const start = text.indexOf(part, end);
    if (start < 0) return false;
    end = start + part.length;
  }
  return end + last.length <= text.length && text.endsWith(last);
}
