import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressOn } from "../../../../cli/fleet/progress.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { stackOf } from "../../sdk/fleet/sample.ts";
import { resultOf } from "../../sdk/fleet/report/sample-result.ts";
import { Screen } from "../screen.ts";

beforeEach(() => void vi.stubEnv("NO_COLOR", "1"));
afterEach(() => void vi.unstubAllEnvs());

/** The table of a fleet of five stacks on a terminal. */
function openTable(size: { readonly columns?: number; readonly rows?: number } = {}) {
  const screen = new Screen(size);
  const clock = new VirtualClock();
  const terminal = {
    out: (line: string) => screen.write(`${line}\n`),
    err: (line: string) => screen.live.print(line),
    live: (lines: readonly string[]) => screen.live.show(lines),
    interrupted: new Promise<void>(() => {}),
  };
  return { screen, clock, terminal, progress: progressOn(terminal, 5, clock) };
}

test("shows the running stacks with their time and step, and counts the others", () => {
  const { screen, clock, progress } = openTable();
  expect(screen.text).toBe("0 running, 5 waiting");
  progress.started(stackOf("share-edge"));
  progress.step(stackOf("share-edge"), "creating edge");
  clock.advance(2000);
  progress.started(stackOf("share-core", { region: "cn-beijing" }));
  expect(screen.text).toBe(
    [
      "STACK       ACCOUNT  REGION       STATUS   TIME  STEP",
      "share-edge  owner    cn-hangzhou  running  2 s   creating edge",
      "share-core  owner    cn-beijing   running  0 s",
      "2 running, 3 waiting",
    ].join("\n"),
  );
  progress[Symbol.dispose]();
});

test("keeps what did not succeed above the table, and removes the table at the end", () => {
  const { screen, clock, progress, terminal } = openTable();
  for (const name of ["one", "two", "three"]) progress.started(stackOf(name));
  progress.ended(resultOf("one"));
  progress.ended(resultOf("two", { status: "failed", reasons: ["no permission"] }));
  terminal.err("Interrupted: no further stack starts");
  progress.ended(resultOf("four", { status: "skipped", seconds: 0, because: ["two"] }));
  expect(screen.text).toBe(
    [
      "two: failed after 2.5 s (no permission)",
      "Interrupted: no further stack starts",
      "four: skipped (because of two)",
      "STACK  ACCOUNT  REGION       STATUS   TIME  STEP",
      "three  owner    cn-hangzhou  running  0 s",
      "1 succeeded, 1 failed, 1 skipped, 1 running, 1 waiting",
    ].join("\n"),
  );
  progress[Symbol.dispose]();
  clock.advance(60_000);
  expect(screen.text.split("\n").at(-1)).toBe("four: skipped (because of two)");
});

test("fits more running stacks than a small terminal has lines", () => {
  const { screen, progress } = openTable({ columns: 30, rows: 4 });
  for (const name of ["one", "two", "three", "four", "five"]) progress.started(stackOf(name));
  progress.ended(resultOf("one"));
  expect(screen.text.split("\n")).toHaveLength(3);
  progress[Symbol.dispose]();
});

test("writes a line for each start and end without a terminal", () => {
  const lines: string[] = [];
  const terminal = { out: () => {}, err: (line: string) => void lines.push(line), interrupted: new Promise<void>(() => {}) };
  using progress = progressOn(terminal, 1);
  progress.started(stackOf("one"));
  progress.step(stackOf("one"), "creating edge");
  progress.ended(resultOf("one", { resources: { create: 2, same: 1 } }));
  expect(lines).toEqual(["one: started", "one: succeeded after 2.5 s (2 create) [1 of 1]"]);
});
