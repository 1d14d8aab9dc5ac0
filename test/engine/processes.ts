import { readdirSync, readFileSync } from "node:fs";

/** The words of every process of this machine that can be read, by id; empty where there is no /proc. */
export function commandLines(): ReadonlyMap<number, string> {
  const ids = listed("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(ids.map((id) => [Number(id), contentOf(`/proc/${id}/cmdline`).replaceAll("\0", " ")]));
}

/** The processes that a process has started, with their words. */
export function childrenOf(parent: number): readonly (readonly [pid: number, words: string])[] {
  return [...commandLines()].filter(([pid]) => new RegExp(`^PPid:\\s+${parent}$`, "m").test(contentOf(`/proc/${pid}/status`)));
}

/** Whether any thread of a process is left: one that is killed has its connections open until the last has ended, though its first is a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = contentOf(`/proc/${pid}/status`);
    return !(/^State:\s+Z/m.test(status) && /^Threads:\s+[01]$/m.test(status));
  } catch {
    return false;
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process may end between being listed and being read. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
