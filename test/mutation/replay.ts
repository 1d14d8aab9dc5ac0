// Reverts past fixes, each alone, and runs the tests: does the suite still notice what each of them repaired?
// Run it in a clone of its own, because it changes sources: `npm run replay -- [--since 2026-11-20] [--seed 1] [--minutes 60] [--engine]`.
// It continues where it was interrupted, and prints a row for each commit of `.mutation/replay.json`.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seededRandom } from "../../provider/kernel/random.ts";

const { values } = parseArgs({
  options: {
    /** Fixes of this day and later. */
    since: { type: "string", default: "2026-11-20" },
    /** Chooses the third of them. */
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
    /** Runs the tests of the engine where all others pass. */
    engine: { type: "boolean", default: false },
  },
});
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const RESULTS = ".mutation/replay.json";
const REPORT = ".mutation/replay-tests.json";
const SOURCES = /^(provider|access|simulator|sdk|cli)\/.*\.(ts|mts|tsx|cjs|mjs)$/;
const RUN_LIMIT_MS = 20 * 60_000;

interface Fix {
  readonly commit: string;
  readonly title: string;
}

interface Row extends Fix {
  /** How many of the changed sources the revert still fits, of all that exist. */
  readonly reverted: string;
  readonly result: "does not apply" | "red" | "green";
  /** The suites that ran. */
  readonly suites: readonly string[];
  /** The first failure. */
  readonly by?: string;
}

function git(words: readonly string[], input?: string): string {
  return execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28, input, stdio: ["pipe", "pipe", "pipe"] });
}

function isDone(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** A third of the fixes, the same ones for the same seed. */
function chosenFixes(): Fix[] {
  const fixes = git(["log", "--reverse", `--since=${values.since}T00:00:00`, "--format=%H %s"])
    .trim()
    .split("\n")
    .map((line) => ({ commit: line.slice(0, 40), title: line.slice(41) }))
    .filter(({ title }) => title.startsWith("fix"));
  const random = seededRandom(Number(values.seed));
  const ranked = fixes.map((fix) => ({ fix, rank: random.next() })).toSorted((a, b) => a.rank - b.rank);
  return ranked.slice(0, Math.ceil(fixes.length / 3)).map(({ fix }) => fix);
}

/** Where the file of a path has moved since a commit. */
function pathsSince(commit: string): (path: string) => string {
  const renames = git(["log", "--reverse", "-M50%", "-l0", "--diff-filter=R", "--name-status", "--format=", `${commit}..HEAD`]);
  const moves = renames.split("\n").flatMap((line) => {
    const [, from, to] = line.split("\t");
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
  return (path) => moves.reduce((now, [from, to]) => (now === from ? to : now), path);
}

/** Reverts what a fix has changed in one source, if all of it still fits. */
function revert(commit: string, before: string, path: string): boolean {
  const patch = git(["diff", "--full-index", "--no-renames", `${commit}^`, commit, "--", before])
    .replaceAll(`a/${before}`, `a/${path}`)
    .replaceAll(`b/${before}`, `b/${path}`);
  if (isDone(() => git(["apply", "--reverse", "--3way"], patch))) return true;
  git(["checkout", "--quiet", "HEAD", "--", path]);
  return false;
}

/** What vitest writes, as far as it is read here. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs tests until the first failure, and returns it. */
function failureOf(words: readonly string[]): string | undefined {
  writeFileSync(REPORT, "{}");
  const options = ["--bail=1", "--maxWorkers=1", "--passWithNoTests", "--silent", "--reporter=json", `--outputFile=${REPORT}`];
  const { status, error } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words, ...options], {
    stdio: "ignore",
    timeout: RUN_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  if (error !== undefined) return `it ran longer than ${RUN_LIMIT_MS / 60_000} minutes`;
  if (status === 0) return undefined;
  // vitest's own format.
  const { testResults = [] } = JSON.parse(readFileSync(REPORT, "utf8")) as Partial<Report>;
  for (const { name, status: ended, message, assertionResults } of testResults) {
    const file = name.replace(`${process.cwd()}/`, "");
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed !== undefined) return `${file}: ${failed.fullName}`;
    if (ended === "failed" && message !== "") return `${file} does not load: ${message.split("\n")[0]}`;
  }
  return `vitest ended with ${status}`;
}

function replay({ commit, title }: Fix): Row {
  const pathOf = pathsSince(commit);
  // What a fix has added stays, unused: other sources may import it today.
  const changed = git(["diff", "--no-renames", "--diff-filter=M", "--name-only", `${commit}^`, commit])
    .trim()
    .split("\n")
    .map((before) => ({ before, path: pathOf(before) }))
    .filter(({ path }) => SOURCES.test(path) && existsSync(path));
  const reverted = changed.filter(({ before, path }) => revert(commit, before, path)).map(({ path }) => path);
  const row = { commit: commit.slice(0, 7), title, reverted: `${reverted.length} of ${changed.length}` };
  if (reverted.length === 0) return { ...row, result: "does not apply", suites: [] };
  const suites: string[] = [];
  const run = (suite: string, words: readonly string[]) => {
    suites.push(suite);
    return failureOf([...words, `--project=${suite}`]);
  };
  const build = () => spawnSync(process.execPath, ["scripts/setup.mjs"], { stdio: "ignore" });
  const byEngine = () => {
    build();
    return run("engine", ["run"]);
  };
  const by = run("unit", ["related", "--run", ...reverted]) ?? run("explore", ["run"]) ?? (values.engine ? byEngine() : undefined);
  return { ...row, result: by === undefined ? "green" : "red", suites, ...(by === undefined ? {} : { by }) };
}

function restore(): void {
  git(["reset", "--quiet", "--hard"]);
  git(["clean", "--quiet", "--force", "-d", "--", "provider", "access", "simulator", "sdk", "cli"]);
}

if (git(["status", "--porcelain"]) !== "") throw new Error("the checkout has changes; run this in a clone of its own");
mkdirSync(".mutation", { recursive: true });
// Written below.
const rows: Row[] = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Row[]) : [];
const isKnown = ({ commit }: Fix) =>
  rows.some((row) => commit.startsWith(row.commit) && !(values.engine && row.result === "green" && !row.suites.includes("engine")));
for (const fix of chosenFixes()) {
  if (Date.now() > endsAt) break;
  if (isKnown(fix)) continue;
  const row = replay(fix);
  restore();
  const others = rows.filter(({ commit }) => commit !== row.commit);
  rows.splice(0, rows.length, ...others, row);
  writeFileSync(RESULTS, `${JSON.stringify(rows, undefined, 2)}\n`);
  process.stdout.write(`${row.commit} ${row.result} (${row.reverted}; ${row.suites.join(", ")}) ${row.title}\n  ${row.by ?? ""}\n`);
}
const count = (result: Row["result"]) => rows.filter((row) => row.result === result).length;
process.stdout.write(
  `${rows.length} of ${chosenFixes().length} fixes: ${count("red")} red, ${count("green")} green, ${count("does not apply")} do not apply\n`,
);
