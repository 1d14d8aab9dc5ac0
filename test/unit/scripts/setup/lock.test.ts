import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { withLock } from "../../../../scripts/setup/lock.mjs";
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
  machine.folder(`locks/a.lock.${process.pid}`); // where it would be renamed to
  await expect(withLock(lock, "Test", work)).rejects.toThrow(/the lock .*a\.lock of the user .* is left over .* cannot be removed/);
});

test("reports no text of a lock file that is no process id", async () => {
  held(0, "\u001b[2Jtext");
  const waiting = withLock(lock, "Test", work);
  rmSync(lock);
  await waiting;
  expect(machine.stderr).toContain("(process unknown)");
});
