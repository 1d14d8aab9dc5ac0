import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Sources that are mutated together, and the tests that run against them. */
export interface Part {
  readonly files: readonly string[];
  /** Patterns below `test/`. */
  readonly tests: readonly string[];
}

/** One small change of a source, which Stryker's instrumentation switches on by its id. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** The source, as `git show` reads it. */
  readonly source: string;
  /** The place from which the text is replaced, and the end; lines and columns count from zero. */
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly replacement: string;
  /** The source and the change: equal in each run, unlike the id. */
  readonly key: string;
}

/** `static` is a mutant of code that runs once, when the source is loaded. It is not counted. */
export type Status = "detected" | "survived" | "uncovered" | "static";

/** What a run of the tests has found is kept here, so that the next one continues. */
export function pathOf(name: "part.json" | "mutants.json" | "progress.jsonl"): string {
  const folder = process.env["MUTATION_FOLDER"] ?? join(import.meta.dirname, "../../.mutation");
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

export function writePart(part: Part): void {
  writeFileSync(pathOf("part.json"), JSON.stringify(part));
}

export function readPart(): Part {
  return JSON.parse(readFileSync(pathOf("part.json"), "utf8"));
}

export function writeMutants(mutants: readonly Mutant[]): void {
  writeFileSync(pathOf("mutants.json"), JSON.stringify(mutants));
}

export function readMutants(): readonly Mutant[] {
  return JSON.parse(readFileSync(pathOf("mutants.json"), "utf8"));
}

/** Records that the tests begin to run against a mutant, or what they have found. */
export function recordProgress(key: string, status: Status | "begun"): void {
  appendFileSync(pathOf("progress.jsonl"), `${JSON.stringify([key, status])}\n`);
}

/** Records that the tests of a mutant still run: an endless loop does not. */
export function recordLiveness(): void {
  const now = new Date();
  utimesSync(pathOf("progress.jsonl"), now, now);
}

/** The milliseconds since the tests have recorded anything. */
export function silenceMs(): number {
  return Date.now() - statSync(pathOf("progress.jsonl")).mtimeMs;
}

/** Forgets the mutants whose status is not to be kept, so that they run again. */
export function keepProgress(isKept: (status: Status | "begun") => boolean): void {
  const kept = [...readProgress()].filter(([, status]) => isKept(status));
  writeFileSync(pathOf("progress.jsonl"), kept.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** The last status of each mutant, by its key. One that has begun only is one with which the tests did not end. */
export function readProgress(): ReadonlyMap<string, Status | "begun"> {
  if (!existsSync(pathOf("progress.jsonl"))) return new Map();
  const lines = readFileSync(pathOf("progress.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return new Map(lines.map((line): [string, Status | "begun"] => JSON.parse(line)));
}

/** The id of a source, as git computes it. */
export function blobOf(source: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(source)}\0${source}`)
    .digest("hex");
}
