const kinds: Readonly<Record<string, string>> = {
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

/** Returns the message of a failed schema in the words of this package; a message of its own stays as it is. */
export function shapeReason(message: string): string {
  const [, kind, received] = /^Invalid input: expected (\w+), received (\w+)/.exec(message) ?? [];
  if (kind === "string" && (received === "number" || received === "boolean")) return "must be a text: write it in quotes";
  if (kind === "boolean" && received === "string") return "is a text: write true or false without quotes";
  if (kind === "array") return "must be a list: write it in brackets";
  if (kind !== undefined) return `must be ${kinds[kind] ?? kind}`;
  const values = /^Invalid (?:option|input): expected (?:one of )?(".*)$/.exec(message)?.[1];
  if (values !== undefined) return `must be ${values.replaceAll("|", " or ")}`;
  const literal = /^Invalid input: expected (-?\d+)$/.exec(message)?.[1];
  if (literal !== undefined) return `must be ${literal}`;
  const unknown = /^Unrecognized keys?: (.*)$/.exec(message)?.[1];
  if (unknown !== undefined) return `has ${unknown}, which is not known here`;
  const [, end, size] = /^Too (small|big): expected array to have [<>]=(\d+) items$/.exec(message) ?? [];
  if (size !== undefined) return `must have at ${end === "small" ? "least" : "most"} ${size} ${size === "1" ? "entry" : "entries"}`;
  const [, limit, bound] = /^Too (?:small|big): expected number to be ([<>]=?)(-?[\d.]+)$/.exec(message) ?? [];
  if (limit !== undefined) return `must be ${limit.startsWith(">") ? "at least" : "at most"} ${bound}`;
  return /^(Invalid|Too (small|big))\b/.test(message) ? "has a wrong form" : message;
}
