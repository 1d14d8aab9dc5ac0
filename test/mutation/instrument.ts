import { Instrumenter } from "@stryker-mutator/instrumenter";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { blobOf, type Mutant } from "./part.ts";

const silent = () => undefined;
const disabled = () => false;
const logger = {
  isTraceEnabled: disabled,
  isDebugEnabled: disabled,
  isInfoEnabled: disabled,
  isWarnEnabled: disabled,
  isErrorEnabled: disabled,
  isFatalEnabled: disabled,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Returns the sources, by absolute path, with all their mutants; none is active. */
export async function instrumented(
  files: readonly string[],
): Promise<{ sources: ReadonlyMap<string, string>; mutants: readonly Mutant[] }> {
  const originals = new Map(files.map((name) => [name, readFileSync(name, "utf8")]));
  const result = await new Instrumenter(logger).instrument(
    Array.from(originals, ([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  const mutants = result.mutants.map(({ id, fileName, location: { start, end }, replacement }): Mutant => {
    const source = blobOf(originals.get(fileName) ?? "");
    const key = `${source} ${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
    return { id, file: fileName, source, start, end, replacement, key };
  });
  // An order that has nothing to do with the sources: the mutants of an interrupted run are a random sample.
  const shuffled = mutants.toSorted((a, b) => (blobOf(a.key) < blobOf(b.key) ? -1 : 1));
  return { mutants: shuffled, sources: new Map(result.files.map(({ name, content }) => [resolve(name), content])) };
}
