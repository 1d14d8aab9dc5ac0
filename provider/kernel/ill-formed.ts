import type { Failure } from "./errors.ts";
import { deepest, isRecord } from "./json.ts";
import { pathText } from "./paths.ts";

const reason = "is not valid Unicode: it contains half of a surrogate pair";
/** The text of an output that a program uses as a text: of Pulumi's SDKs for Node and Python, and of Go's verbs `%v` and `%s`. */
const textOfOutput = /Calling (\[toString\]|\[toJSON\]|__str__) on an (\[)?Output|\{%!\w\(\*internal\.OutputState=|\{0x[0-9a-f]+\}/;

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

/** Adds the ill-formed texts of a value to its failures, in place of other failures of these texts. */
export function withIllFormedTexts<One extends Failure>(value: unknown, failures: readonly One[]): (One | Failure)[] {
  const texts = illFormedTexts(value);
  return [...texts, ...failures.filter(({ property }) => texts.every((text) => text.property !== property))];
}

function problemOf(text: string): string | undefined {
  if (textOfOutput.test(text))
    return "was made from an output as if it were a text: pass the output itself, or make the text in its `apply`";
  return text.isWellFormed() ? undefined : reason;
}
