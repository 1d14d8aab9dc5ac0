/** Whether one of the patterns matches the whole text; `*` stands for any text. */
export function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => wildcard(pattern).test(text));
}

/** Like {@link matches}, but ignores case. */
export function matchesInAnyCase(patterns: readonly string[], text: string): boolean {
  return matches(
    patterns.map((pattern) => pattern.toLowerCase()),
    text.toLowerCase(),
  );
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
