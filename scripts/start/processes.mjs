import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../setup/lock.mjs";

/**
 * Stops a Pulumi process. After the first SIGINT it finishes its current operations, after the second it cancels them and stops its own
 * processes. A process that is still alive then is killed.
 * @param {number} pid
 * @param {{ isInterrupted: boolean, patienceMs: number }} options `isInterrupted`: whether it has received a SIGINT; `patienceMs`: wait after each signal
 */
export async function endProcess(pid, { isInterrupted, patienceMs }) {
  const signals = /** @type {const} */ ([...(isInterrupted ? [] : ["SIGINT"]), "SIGINT", "SIGKILL"]);
  if (isInterrupted) await waitForExit(pid, patienceMs);
  for (const signal of signals) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return; // it has exited meanwhile
    }
    await waitForExit(pid, patienceMs);
  }
}

/** @param {number} pid @param {number} patienceMs */
async function waitForExit(pid, patienceMs) {
  for (const until = Date.now() + patienceMs; isAlive(pid) && Date.now() < until;) await sleep(50);
}

/**
 * Returns a process's command line, or an empty string when it has exited. Process ids are reused, so a stored id alone does not identify a
 * process.
 * @param {number} pid
 */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return spawnSync("ps", ["-o", "args=", "-p", `${pid}`], { encoding: "utf8" }).stdout ?? "";
  }
}
