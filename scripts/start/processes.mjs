import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../setup/lock.mjs";

/**
 * Ends a Pulumi: asked once it finishes what it is at, asked twice it drops everything and ends its own processes, and then it is killed.
 * @param {number} pid
 * @param {{ told: boolean, patienceMs: number }} options `told`: whether it was asked once already
 */
export async function endProcess(pid, { told, patienceMs }) {
  const requests = /** @type {const} */ ([...(told ? [] : ["SIGINT"]), "SIGINT", "SIGKILL"]);
  if (told) await waitForExit(pid, patienceMs);
  for (const request of requests) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, request);
    } catch {
      return; // it ended by itself meanwhile
    }
    await waitForExit(pid, patienceMs);
  }
}

/** @param {number} pid @param {number} patienceMs */
async function waitForExit(pid, patienceMs) {
  for (const until = Date.now() + patienceMs; isAlive(pid) && Date.now() < until;) await sleep(50);
}

/**
 * What a process was started as; nothing when it is gone. Process ids are used again, so an old note alone says little.
 * @param {number} pid
 */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return spawnSync("ps", ["-o", "args=", "-p", `${pid}`], { encoding: "utf8" }).stdout ?? "";
  }
}
