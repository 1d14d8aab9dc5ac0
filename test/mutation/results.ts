import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the tests detect of one source's mutants. */
export interface FileResult {
  /** The source that was mutated, as `git show` reads it. */
  readonly source: string;
  readonly date: string;
  /** All mutants; those that are in no other count have not been run. */
  readonly mutants: number;
  /** Mutants with which a test fails or does not end. */
  readonly detected: number;
  readonly survived: number;
  /** Mutants in code that no test runs. */
  readonly uncovered: number;
}

export type Results = Readonly<Record<string, FileResult>>;

const resultsPath = join(import.meta.dirname, "results.json");
const documentPath = join(import.meta.dirname, "../../docs/reliability.md");
const [BEGIN, END] = ["<!-- mutation -->", "<!-- /mutation -->"];

/** Whether all mutants of a source have been run. */
export function isComplete(result: FileResult | undefined): boolean {
  return result !== undefined && runOf(result) === result.mutants;
}

function runOf({ detected, survived, uncovered }: FileResult): number {
  return detected + survived + uncovered;
}

export function readResults(): Results {
  return JSON.parse(readFileSync(resultsPath, "utf8"));
}

/**
 * Keeps the results of files that exist, and writes their table into the document.
 * @param files the sources of each area, also those without a result
 */
export function writeResults(results: Results, files: Readonly<Record<string, readonly string[]>>): void {
  const kept = Object.values(files).flatMap((paths) => paths.flatMap((path) => (path in results ? [[path, results[path]] as const] : [])));
  writeFileSync(resultsPath, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
  const document = readFileSync(documentPath, "utf8");
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${documentPath} has no longer the comments ${BEGIN} and ${END}`);
  writeFileSync(documentPath, `${document.slice(0, from + BEGIN.length)}\n${tableOf(results, files)}\n${document.slice(to)}`);
}

/** A row for each area. */
function tableOf(results: Results, files: Readonly<Record<string, readonly string[]>>): string {
  const rows = Object.entries(files).map(([area, paths]) => rowOf(area, paths, results));
  const head = ["sources", "mutants", "of these run", "detected", "score", "date"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rowOf(name: string, paths: readonly string[], results: Results): readonly string[] {
  const found = paths.flatMap((path) => results[path] ?? []);
  const sumOf = (count: (result: FileResult) => number) => found.reduce((sum, result) => sum + count(result), 0);
  const [run, detected] = [sumOf(runOf), sumOf((result) => result.detected)];
  const counts = [sumOf(({ mutants }) => mutants), run, detected];
  const score = run === 0 ? "not run" : `${((100 * detected) / run).toFixed(0)} %`;
  const dates = [...new Set(found.map(({ date }) => date))].toSorted();
  return [name, ...counts.map(String), score, dates.join(", ")];
}
