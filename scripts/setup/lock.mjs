import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tell } from "./report.mjs";

/** A holder that has not touched its lock for this long is gone: killed, or on a machine that was switched off. */
const STALE_MS = 60_000;

/**
 * Runs `work` while no other set-up does the same work. The lock only saves double work: what is installed is renamed into place as
 * a whole, so two set-ups that both believe to hold it harm nothing.
 * @template T
 * @param {string} file
 * @param {string} subject what the person waits for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, subject, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !take(file);) {
    if (isAbandoned(file)) {
      discard(file);
      continue;
    }
    if (!told) tell(subject, `another set-up (process ${holder(file)?.pid ?? "unknown"}) is at it; waiting for it to finish…`);
    told = true;
    await sleep(500);
  }
  const release = () => rmSync(file, { force: true });
  const beating = setInterval(() => beat(file), STALE_MS / 6);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function beat(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another set-up took this one for dead, as after a machine's sleep; its work does no harm.
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  const { pid, host } = holder(file) ?? {};
  if (pid !== undefined && host === hostname() && !isAlive(pid)) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

/**
 * Renamed before it is removed: of two set-ups that find it abandoned, one succeeds.
 * @param {string} file
 */
function discard(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // The other one was quicker.
  }
}

/**
 * @param {string} file
 * @returns {{ pid: number, host: string } | undefined}
 */
function holder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // released meanwhile, or not written yet
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
