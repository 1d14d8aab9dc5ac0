import type { Failure } from "./errors.ts";
import { deepest, isRecord } from "./json.ts";
import { pathText } from "./paths.ts";

const reason = "is not valid Unicode: it contains half of a surrogate pair";
/** The text that Pulumi's SDKs for Node and Python return for an output that a program uses as a text. */
const textOfOutput = /Calling (\[toString\]|\[toJSON\]|__str__) on an (\[)?Output/;

/**
 * Returns a failure for each text that was made from an output, and for each text, and each name of a map, that no request can contain because
 * UTF-8 cannot encode it.
 */
export function illFormedTexts(value: unknown, path: readonly PropertyKey[] = []): Failure[] {
  if (typeof value === "string") {
    const problem = problemOf(value);
    return problem === undefined ? [] : [{ property: pathText(path), reason: problem }];
  }
  if (path.length === deepest) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => illFormedTexts(item, [...path, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.isWellFormed() ? [] : [{ property: pathText(path), reason: `has a name that ${reason}` }]),
    ...illFormedTexts(inner, [...path, name]),
  ]);
}

function problemOf(text: string): string | undefined {
  if (textOfOutput.test(text)) return "was made from an output as if it were a text: use `apply` or `interpolate`";
  return text.isWellFormed() ? undefined : reason;
}
