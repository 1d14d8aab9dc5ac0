// Records each test with the mutants that it reaches.
import { basename } from "node:path";
import { afterEach, beforeEach, TestRunner } from "vitest";
import { stryker, type RecordedTest } from "./stryker.ts";

let from = process.threadCpuUsage();

beforeEach(({ task }) => {
  from = process.threadCpuUsage();
  stryker.currentTestId = task.id;
});

afterEach(({ task }) => {
  stryker.currentTestId = undefined;
  const reached = stryker.mutantCoverage?.perTest[task.id] ?? {};
  const { user, system } = process.threadCpuUsage(from);
  const subject = basename(task.file.name, ".test.ts");
  const recorded: RecordedTest = { name: task.name, subject, run: TestRunner.getTestFn(task), reached, cpuMs: (user + system) / 1_000 };
  (stryker.tests ??= []).push(recorded);
});
