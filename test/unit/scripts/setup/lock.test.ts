import { chmodSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { withLock } from "../../../../scripts/setup/lock.mjs";
import { SetupError } from "../../../../scripts/setup/report.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox(() => ({ PATH: process.env["PATH"] }));
let lock: string;

beforeEach(() => {
  lock = join(machine.folder("locks"), "a.lock");
});

const work = async () => readFileSync(lock, "utf8");

/** Another set-up's lock that was last touched so many seconds ago. */
function held(ageSeconds: number, pid: unknown = process.pid, host = "elsewhere"): void {
  writeFileSync(lock, JSON.stringify({ pid, host }));
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(lock, time, time);
}

/** A lock that cannot be removed, as one of another user in a folder like /tmp. */
function unremovable<T>(run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) {
    chmodSync(join(machine.root, "locks"), 0o555);
    return run().finally(() => chmodSync(join(machine.root, "locks"), 0o755));
  }
  // Root may remove everything, but not put a file in the place of a folder that is not empty.
  machine.file(`locks/a.lock.${process.pid}/inside`, "");
  return run();
}

test("holds the lock while it works, and removes it", async () => {
  expect(JSON.parse(await withLock(lock, "Test", work))).toEqual({ pid: process.pid, host: hostname() });
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ["was touched an hour ago", () => held(3600)],
  ["was touched an hour from now", () => held(-3600)],
  ["names a process of this machine that has ended", () => held(0, 2 ** 30, hostname())],
])("takes a lock that %s", async (_what, hold) => {
  hold();
  expect(JSON.parse(await withLock(lock, "Test", work))).toMatchObject({ pid: process.pid });
});

test("reports a stale lock that it cannot remove", async () => {
  held(3600);
  const failure = await unremovable(() => withLock(lock, "Test", work)).then(String, (error: unknown) => error);
  expect(failure).toBeInstanceOf(SetupError);
  expect(String(failure)).toContain(`the lock ${lock} of the user with id ${process.getuid?.()} is left over`);
  expect(String(failure)).toContain("let its owner do so");
});

test("reports a lock that it cannot write", async () => {
  rmSync(join(machine.root, "locks"), { recursive: true });
  machine.file("locks", "a file in the place of the folder");
  await expect(withLock(lock, "Test", work)).rejects.toThrow(/the lock .*a\.lock cannot be written \(ENOTDIR\)/);
});

test("shows no text of a lock file that is no process id", async () => {
  held(0, "\u001b[2Jevil");
  const waiting = withLock(lock, "Test", work);
  await vi.waitFor(() => expect(machine.stderr).toContain("another set-up"));
  rmSync(lock);
  await waiting;
  expect(machine.stderr).toContain("(process unknown)");
});
