// What a past fix has changed, taken out of today's sources.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { seededRandom } from "../../provider/kernel/random.ts";

export interface Fix {
  readonly commit: string;
  readonly title: string;
}

const SOURCES = /^(provider|access|simulator|sdk|cli)\/.*\.(ts|mts|tsx|cjs|mjs)$/;
/** The length from which added lines are taken for the same ones in another file. */
const LONG_ENOUGH = 40;
/** The most sources of one fix that are compiled one after another. */
const MOST_TRIED = 4;

export function git(words: readonly string[], input?: string): string {
  return execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28, input, stdio: ["pipe", "pipe", "pipe"] });
}

/** A third of the fixes since a day, the same ones for the same seed. */
export function chosenFixes(since: string, seed: number): Fix[] {
  const fixes = git(["log", "--reverse", `--since=${since}T00:00:00`, "--format=%H %s"])
    .trim()
    .split("\n")
    .map((line) => ({ commit: line.slice(0, 40), title: line.slice(41) }))
    .filter(({ title }) => title.startsWith("fix"));
  const random = seededRandom(seed);
  const ranked = fixes.map((fix) => ({ fix, rank: random.next() })).toSorted((a, b) => a.rank - b.rank);
  return ranked.slice(0, Math.ceil(fixes.length / 3)).map(({ fix }) => fix);
}

/** The files that a fix has changed, at their paths of today. */
export function changedBy(commit: string): readonly { readonly before: string; readonly path: string }[] {
  const renames = git(["log", "--reverse", "-M40%", "-l0", "--diff-filter=R", "--name-status", "--format=", `${commit}..HEAD`]);
  const moves = renames.split("\n").flatMap((line) => {
    const [, from, to] = line.split("\t");
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
  // What a fix has added stays, unused: other sources may import it today.
  const changed = git(["diff", "--no-renames", "--diff-filter=M", "--name-only", `${commit}^`, commit])
    .trim()
    .split("\n");
  return changed.map((before) => ({ before, path: moves.reduce((now, [from, to]) => (now === from ? to : now), before) }));
}

/** Takes a fix out of the sources, as far as it still fits and they compile; returns the sources that have changed. */
export function revert(commit: string): { readonly reverted: readonly string[]; readonly changed: number } {
  const changed = changedBy(commit).filter(({ before }) => SOURCES.test(before));
  const fitting = [...new Set(changed.flatMap(({ before, path }) => revertFile(commit, before, path)))];
  return { reverted: compiling(fitting).filter(hasOtherCode), changed: changed.length };
}

/** Whether more than comments and texts of a source differ from what is committed. */
function hasOtherCode(path: string): boolean {
  const hunks = git(["diff", "--unified=0", "HEAD", "--", path])
    .split(/^@@.*\n/m)
    .slice(1);
  const linesOf = (sign: string) =>
    hunks
      .join("")
      .split("\n")
      .filter((line) => line.startsWith(sign) && !/^.\s*(\/\/|\/?\*|$)/.test(line))
      .map((line) => line.slice(1).replace(/(["`]).*\1/, ""));
  return linesOf("+").join("\n") !== linesOf("-").join("\n");
}

/** Takes back the changes of sources with which the others do not compile; returns the rest. */
function compiling(reverted: readonly string[]): readonly string[] {
  const broken = brokenSources();
  if (broken.length === 0) return reverted;
  const own = reverted.filter((path) => broken.includes(path));
  if (own.length > 0) {
    git(["checkout", "--quiet", "HEAD", "--", ...own]);
    return compiling(reverted.filter((path) => !own.includes(path)));
  }
  // Others need what these sources had: each is tried alone, unless that takes too long.
  const changes = (reverted.length > MOST_TRIED ? [] : reverted).map((path) => ({ path, content: readFileSync(path, "utf8") }));
  git(["checkout", "--quiet", "HEAD", "--", ...reverted]);
  return changes.flatMap(({ path, content }) => {
    writeFileSync(path, content);
    if (brokenSources().length === 0) return [path];
    git(["checkout", "--quiet", "HEAD", "--", path]);
    return [];
  });
}

/** Reverts the whole change of one source, or else each part of it whose lines are still there, in this file or in another one. */
function revertFile(commit: string, before: string, path: string): string[] {
  const diff = ["diff", "--full-index", "--no-renames", `${commit}^`, commit];
  if (existsSync(path)) {
    const patch = git([...diff, "--", before])
      .replaceAll(`a/${before}`, `a/${path}`)
      .replaceAll(`b/${before}`, `b/${path}`);
    try {
      git(["apply", "--reverse", "--3way"], patch);
      return [path];
    } catch {
      git(["checkout", "--quiet", "HEAD", "--", path]);
    }
  }
  const files = git(["ls-files"])
    .split("\n")
    .filter((file) => SOURCES.test(file) && file !== path);
  const hunks = git([...diff, "--unified=0", "--", before])
    .split(/^@@.*\n/m)
    .slice(1);
  return hunks.flatMap((hunk) => {
    const lines = hunk.split("\n").filter((line) => /^[+-]/.test(line));
    const textOf = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [`${line.slice(1)}\n`] : [])).join("");
    const [added, removed] = [textOf("+"), textOf("-")];
    if (added.trim() === "") return [];
    const places = (candidates: readonly string[]) => candidates.filter((file) => readFileSync(file, "utf8").split(added).length === 2);
    const own = existsSync(path) ? places([path]) : [];
    const others = own.length > 0 || added.trim().length < LONG_ENOUGH ? [] : places(files);
    const [place, ...more] = [...own, ...others];
    if (place === undefined || more.length > 0) return [];
    writeFileSync(
      place,
      readFileSync(place, "utf8").replace(added, () => removed),
    );
    return [place];
  });
}

/** The sources that do not compile. */
function brokenSources(): string[] {
  const options = ["--noEmit", "--incremental", "--tsBuildInfoFile", ".mutation/tsc.json", "--pretty", "false"];
  const words = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", ...options];
  try {
    execFileSync(process.execPath, words, { encoding: "utf8" });
    return [];
  } catch (error) {
    const output = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    const files = output.split("\n").map((line) => line.split("(")[0] ?? "");
    return [...new Set(files.filter((file) => SOURCES.test(file)))];
  }
}

/** Takes back what `revert` has done. */
export function restore(): void {
  git(["reset", "--quiet", "--hard"]);
  git(["clean", "--quiet", "--force", "-d", "--", "provider", "access", "simulator", "sdk", "cli"]);
}
