// Summarizes a CI run: the duration of each part and the number of tests. Fails when a part failed, a test was skipped, or no test ran.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "."] = process.argv.slice(2);
const parts = readFileSync(join(folder, "parts"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" "))
  .map(([name, status, seconds]) => ({ name, passed: status === "0", seconds: Number(seconds) }));
const report = join(folder, "tests.json");
const tests = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { numPassedTests: 0, numFailedTests: 0 };
const skipped = (tests.numPendingTests ?? 0) + (tests.numTodoTests ?? 0);
const ran = tests.numPassedTests + tests.numFailedTests;
const allTestsPassed = tests.success === true && ran > 0 && skipped === 0;

// Each part other than the test runner counts as one test. A runner that fails without a failed test counts as one failed test.
const others = parts.filter(({ name }) => name !== "test");
const missing = allTestsPassed && parts.every(({ name, passed }) => name !== "test" || passed) ? 0 : 1;
const passed = tests.numPassedTests + others.filter((part) => part.passed).length;
const failed = Math.max(tests.numFailedTests, missing) + others.filter((part) => !part.passed).length;

console.log("");
for (const part of parts) console.log(`${part.passed ? "✓" : "✗"} ${part.name}: ${part.seconds} s`);
if (skipped > 0) console.log(`✗ ${skipped} tests were skipped: every test has to run`);
if (ran === 0) console.log("✗ no test ran");
console.log(`${ran} tests ran; ${others.map(({ name }) => name).join(", ")} count as one more each.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || parts.length < 7 ? 1 : 0;
