import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError, report } from "./report.mjs";

/** A lock is stale when its holder has not refreshed it for this time: the process was killed or the machine was switched off. */
const STALE_MS = 60_000;

/**
 * Runs `work` while no other set-up does the same work. The lock only avoids duplicate work: each installation is renamed into place, so
 * two set-ups that both hold the lock do no harm.
 * @template T
 * @param {string} file
 * @param {string} subject what is being installed, for messages
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
    // Another set-up has removed the lock as stale, for example after the machine's sleep. Its work does no harm.
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
 * Whether a lock is stale: its process has exited, or its time differs from now by more than a minute, in either direction.
 * @param {string} file
 */
function isAbandoned(file) {
  const { pid, host } = lockHolder(file);
  if (pid !== undefined && host === hostname() && !isAlive(pid)) return true;
  try {
    return Math.abs(Date.now() - lstatSync(file).mtimeMs) > STALE_MS;
  } catch {
    return false;
  }
}

/**
 * Removes a stale lock. It is renamed first, so that only one of two concurrent set-ups succeeds.
 * @param {string} file
 */
function removeLock(file) {
  const renamed = `${file}.${process.pid}`;
  try {
    renameSync(file, renamed);
    rmSync(renamed, { force: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return; // Another set-up has removed it.
    throw new SetupError(
      `the lock ${file}${ownerOf(file)} is left over from a set-up that has ended, and cannot be removed (${codeOf(error)}).\nRemove it, or let its owner do so; then run this again.`,
    );
  }
}

/** @param {string} file */
function ownerOf(file) {
  try {
    return ` of the user with id ${lstatSync(file).uid}`;
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
 * @returns {{ pid?: number, host?: string }} empty when the lock was released, is not written yet, or has other content
 */
function lockHolder(file) {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, host } : {};
  } catch {
    return {};
  }
}

/** Whether a process exists. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
