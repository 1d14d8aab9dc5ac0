import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { digest } from "../kernel/ids.ts";
import { type Random, systemRandom } from "../kernel/random.ts";
import type { ProcessIdentity } from "../lifecycle/process-identity.ts";

/** Returns the identity of the current process. */
export function processIdentity(random: Random = systemRandom): ProcessIdentity {
  return { id: random.hex(10), host: digest(hostName() ?? random.hex(16), 10), pid: process.pid, isRunning };
}

/**
 * Returns a text that two processes have in common only if they can see each other's process ids.
 * On Linux it is the kernel's boot id and the process id namespace, because containers of one host may share its name.
 * Elsewhere it is the host name and the MAC addresses.
 * After `undefined`, the process is treated as alone on its host.
 */
function hostName(): string | undefined {
  try {
    if (process.platform === "linux") {
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
    }
    const cards = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ mac }) => mac));
    return [hostname(), ...new Set(cards)].toSorted().join(" ");
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The signal fails for another user's process, so only ESRCH means that the process has ended.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
