// Measures the mutation score of the sources that have changed since their last result: `npm run mutate [-- --only provider/lifecycle] [--tests "unit/provider/lifecycle/*"] [--minutes 20] [--again]`.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { blobOf, keepProgress, type Mutant, readMutants, readProgress, recordProgress, silenceMs, type Status, writePart } from "./part.ts";
import { type FileResult, isComplete, readResults, writeResults } from "./results.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    tests: { type: "string" },
    minutes: { type: "string", default: "Infinity" },
    again: { type: "boolean", default: false },
  },
});
const endsAt = Date.now() + Number(values.minutes) * 60_000;

/** Sources whose score has a limit, and the tests that run against their mutants. */
const AREAS = [
  { area: "provider/lifecycle", tests: ["unit/provider/lifecycle/**/*"] },
  { area: "provider/client", tests: ["unit/provider/client/**/*"] },
  { area: "provider/resources", tests: ["unit/provider/resources/**/*"] },
  { area: "access", tests: ["unit/access/**/*", "unit/cli/diff"] },
];

/** The time after which a run is ended that records nothing: an endless loop of the mutant that has begun. */
const STUCK_MS = 60_000;

const files = Object.fromEntries(
  AREAS.map(({ area }) => [
    area,
    execFileSync("git", ["ls-files", "--", `${area}/*.ts`], { encoding: "utf8" })
      .trim()
      .split("\n"),
  ]),
);

/** Runs the tests against the mutants; returns whether a mutant has stopped the run. */
async function runTests(): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config", "test/mutation/vitest.config.mts", "--silent"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" },
    },
  );
  const before = readProgress().size;
  const isStuck = () => readProgress().size > before && silenceMs() > STUCK_MS;
  const watch = setInterval(() => {
    if (Date.now() > endsAt || isStuck()) child.kill("SIGKILL");
  }, 5_000);
  const signal = await new Promise((resolve) => child.once("exit", (_, endedBy) => resolve(endedBy)));
  clearInterval(watch);
  return signal !== null && Date.now() < endsAt;
}

/** Runs until each mutant has a status or the time is over. */
async function runAll(): Promise<void> {
  while (Date.now() < endsAt && (await runTests())) {
    for (const [key, status] of readProgress()) if (status === "begun") recordProgress(key, "detected");
  }
}

function resultOf(file: string, own: readonly Mutant[], found: ReadonlyMap<string, Status | "begun">): FileResult {
  const count = (wanted: Status) => own.filter(({ key }) => found.get(key) === wanted).length;
  const [detected, survived, uncovered] = [count("detected"), count("survived"), count("uncovered")];
  const source = own[0]?.source ?? blobOf(readFileSync(file, "utf8"));
  return { source, date: new Date().toISOString().slice(0, 10), mutants: own.length - count("static"), detected, survived, uncovered };
}

/** What a mutant changes, in one line. */
function textOf({ file, start, end, replacement }: Mutant, status: Status | "begun" | undefined): string {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  const cut = lines.map((line, index) =>
    line.slice(index === 0 ? start.column : 0, index === lines.length - 1 ? end.column : undefined).trim(),
  );
  const original = cut.join(" ").slice(0, 120);
  return `${file}:${start.line + 1}:${start.column + 1} ${status}: ${original} -> ${replacement.replace(/\s+/g, " ").slice(0, 80)}`;
}

async function measure(part: readonly string[], tests: readonly string[]): Promise<void> {
  writePart({ files: part, tests });
  keepProgress((status) => status === "detected" || (status !== "begun" && !values.again));
  const started = performance.now();
  await runAll();
  const found = readProgress();
  const mutants = readMutants();
  const undetected = mutants.filter(({ key }) => ["survived", "uncovered"].includes(found.get(key) ?? ""));
  for (const mutant of undetected) process.stdout.write(`${textOf(mutant, found.get(mutant.key))}\n`);
  process.stdout.write(
    `${mutants.length} mutants, ${undetected.length} not detected, ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  );
  const results = part.map(
    (file) =>
      [
        file,
        resultOf(
          file,
          mutants.filter((mutant) => mutant.file === file),
          found,
        ),
      ] as const,
  );
  writeResults({ ...readResults(), ...Object.fromEntries(results) }, files);
}

for (const { area, tests } of AREAS) {
  process.env["MUTATION_FOLDER"] = `.mutation/${area.replace("/", "-")}`;
  const known = readResults();
  const isCurrent = (path: string) =>
    !values.again && isComplete(known[path]) && known[path]?.source === blobOf(readFileSync(path, "utf8"));
  const part = (files[area] ?? []).filter((path) => path.startsWith(values.only) && !isCurrent(path));
  if (part.length > 0) await measure(part, values.tests === undefined ? tests : [values.tests]);
}

writeResults(readResults(), files);
