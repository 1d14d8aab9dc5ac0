// Reverts past fixes, each alone, and runs the tests: does the suite still notice what each of them repaired?
// Run it in a clone of its own, because it changes sources: `npm run replay -- [--since 2026-11-20] [--seed 1] [--minutes 60] [--engine]`.
// It continues where it was interrupted, and prints a row for each commit of `.mutation/replay.json`.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { changedBy, chosenFixes, type Fix, git, restore, revert } from "./past-fixes.ts";

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
const RUN_LIMIT_MS = 20 * 60_000;
/** They compare committed files with the sources: any change turns them red, whatever it breaks. */
const COMPARISONS = {
  files: ["test/unit/{documents,rules,types}/**/*.test.ts", "test/unit/provider/schema/*.test.ts"],
  titles: /is committed as|the documents? shows?|as the policy describes itself|on the page|documented/,
};

interface Row extends Fix {
  /** How many sources the revert has changed; the fix has changed so many. */
  readonly reverted: string;
  readonly result: "does not apply" | "red" | "green";
  /** The suites that ran. */
  readonly suites: readonly string[];
  /** The first failure. */
  readonly by?: string;
}

/** What vitest writes, as far as it is read here. */
interface Report {
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
  const names = `--testNamePattern=^(?!.*(${COMPARISONS.titles.source}))`;
  const { status, error } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words, ...options, names], {
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
  const { reverted, changed } = revert(commit);
  const row = { commit: commit.slice(0, 7), title, reverted: `${reverted.length} of ${changed}` };
  if (reverted.length === 0) return { ...row, result: "does not apply", suites: [] };
  for (const file of globSync(COMPARISONS.files)) rmSync(file);
  const own = changedBy(commit).flatMap(({ path }) => (path.endsWith(".test.ts") && existsSync(path) ? [path] : []));
  const suites: string[] = [];
  const run = (suite: string, words: readonly string[]) => {
    suites.push(suite);
    return failureOf([...words, `--project=${suite}`]);
  };
  const byEngine = () => {
    spawnSync(process.execPath, ["scripts/setup.mjs"], { stdio: "ignore" });
    return run("engine", ["run"]);
  };
  const by =
    (own.length > 0 ? run("unit", ["run", ...own]) : undefined) ??
    run("unit", ["related", "--run", ...reverted]) ??
    run("explore", ["run"]) ??
    (values.engine ? byEngine() : undefined);
  return { ...row, result: by === undefined ? "green" : "red", suites: [...new Set(suites)], ...(by === undefined ? {} : { by }) };
}

if (git(["status", "--porcelain"]) !== "") throw new Error("the checkout has changes; run this in a clone of its own");
mkdirSync(".mutation", { recursive: true });
// Written below.
const rows: Row[] = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Row[]) : [];
const isKnown = ({ commit }: Fix) =>
  rows.some((row) => commit.startsWith(row.commit) && !(values.engine && row.result === "green" && !row.suites.includes("engine")));
const fixes = chosenFixes(values.since, Number(values.seed));
for (const fix of fixes) {
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
  `${rows.length} of ${fixes.length} fixes: ${count("red")} red, ${count("green")} green, ${count("does not apply")} do not apply\n`,
);
