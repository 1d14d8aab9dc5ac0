// Summarizes a CI run: the duration of each part and the number of tests. Fails when a part failed, a test was skipped, or no test ran.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "."] = process.argv.slice(2);
const parts = readFileSync(join(folder, "parts"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" "))
  .map(([name, status, seconds]) => ({ name, passed: status === "0", seconds: Number(seconds) }));

// vitest writes a report beside the file `parts` for each of its runs: "test" and "test-long". Each other part counts as one test.
const runs = parts.filter(({ name = "" }) => name.startsWith("test")).map(withCounts);
const others = parts.filter(({ name = "" }) => !name.startsWith("test"));

/** @param {{ name?: string, passed: boolean }} part */
function withCounts({ name, passed }) {
  const path = join(folder, `${name}.json`);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { numPassedTests: 0, numFailedTests: 0 };
  const ran = report.numPassedTests + report.numFailedTests;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  // A run that fails without a failed test counts as one failed test.
  const isComplete = passed && report.success === true && ran > 0 && skipped === 0;
  return { name, ran, skipped, passed: report.numPassedTests, failed: Math.max(report.numFailedTests, isComplete ? 0 : 1) };
}

/** @param {(run: ReturnType<typeof withCounts>) => number} count */
const sum = (count) => runs.reduce((total, run) => total + count(run), 0);

const failed = sum((run) => run.failed) + others.filter((part) => !part.passed).length;
const passed = sum((run) => run.passed) + others.filter((part) => part.passed).length;

console.log("");
for (const part of parts) console.log(`${part.passed ? "✓" : "✗"} ${part.name}: ${part.seconds} s`);
for (const { name, ran, skipped } of runs) {
  if (skipped > 0) console.log(`✗ ${skipped} tests of ${name} were skipped: every test has to run`);
  if (ran === 0) console.log(`✗ ${name} ran no test`);
}
console.log(`${sum(({ ran }) => ran)} tests ran; ${others.map(({ name }) => name).join(", ")} count as one more each.`);
console.log(`${passed} passed, ${failed} failed`);
/** The parts of `.ci/run`: with fewer, it has ended early. */
const allParts = 8;
process.exitCode = failed > 0 || parts.length < allParts ? 1 : 0;
