import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError, report } from "./report.mjs";

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
  for (let hasReported = false; !tryAcquire(file);) {
    if (isAbandoned(file)) {
      removeLock(file);
      continue;
    }
    if (!hasReported) report(subject, `another set-up (process ${lockHolder(file).pid ?? "unknown"}) is at it; waiting for it to finish…`);
    hasReported = true;
    await sleep(500);
  }
  const release = () => rmSync(file, { force: true });
  const heartbeat = setInterval(() => refreshLock(file), STALE_MS / 6);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function refreshLock(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another set-up took this one for dead, as after a machine's sleep; its work does no harm.
  }
}

/** @param {string} file */
function tryAcquire(file) {
  const folder = dirname(file);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new SetupError(`the lock ${file} cannot be written (${codeOf(error)}): make its folder writable, then run this again.`);
  }
}

/**
 * Whether nobody holds it: its process has ended, or its time is more than a minute away from now, in either direction.
 * @param {string} file
 */
function isAbandoned(file) {
  const { pid, host } = lockHolder(file);
  if (pid !== undefined && host === hostname() && !isAlive(pid)) return true;
  try {
    return Math.abs(Date.now() - statSync(file).mtimeMs) > STALE_MS;
  } catch {
    return false;
  }
}

/**
 * Renamed before it is removed: of two set-ups that find it abandoned, one succeeds.
 * @param {string} file
 */
function removeLock(file) {
  const renamed = `${file}.${process.pid}`;
  try {
    renameSync(file, renamed);
    rmSync(renamed, { force: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return; // The other one was quicker.
    throw new SetupError(
      `the lock ${file}${ownerOf(file)} is left over from a set-up that has ended, and cannot be removed (${codeOf(error)}).\nRemove it, or let its owner do so; then run this again.`,
    );
  }
}

/** @param {string} file */
function ownerOf(file) {
  try {
    return ` of the user with id ${statSync(file).uid}`;
  } catch {
    return "";
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/**
 * @param {string} file
 * @returns {{ pid?: number, host?: string }} nothing when it was released meanwhile, is not written yet, or was written by something else
 */
function lockHolder(file) {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, host } : {};
  } catch {
    return {};
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
