import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { digest } from "../kernel/ids.ts";
import { type Random, systemRandom } from "../kernel/random.ts";
import type { ProcessIdentity } from "../lifecycle/process-identity.ts";

/** The identity of the process that this runs in. */
export function processIdentity(random: Random = systemRandom): ProcessIdentity {
  return { id: random.hex(10), host: digest(hostName() ?? random.hex(16), 10), pid: process.pid, isRunning };
}

/**
 * What no two places have in common that do not see each other's process ids. On Linux containers of one machine may share its name and have process ids of
 * their own, so that the kernel's boot and the namespace count; elsewhere the name and the network cards. `undefined`: the process is treated as alone on its host.
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
    // A process of another user refuses the signal; any doubt counts as running.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
