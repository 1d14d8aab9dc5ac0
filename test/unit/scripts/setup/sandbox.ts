import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { isAlive } from "../../../../scripts/setup/lock.mjs";

/** A machine in miniature: a folder with a PATH, a cache and a home of its own, gone when the test ends. */
export class Sandbox implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "setup-test-"));
  readonly cache = this.folder("cache");
  readonly home = this.folder("home");
  readonly bin = this.folder("bin");
  /** The PATH, without the real machine's programs. */
  readonly path = this.bin;
  /** The same with what shell scripts need. */
  readonly shellPath = `${this.bin}:/usr/bin:/bin`;

  /** What the set-up has reported. */
  stderr = "";

  /** Removes what a test has left. */
  empty(): void {
    rmSync(this.root, { recursive: true, force: true });
    for (const name of ["cache", "home", "bin"]) this.folder(name);
    this.stderr = "";
  }

  folder(name: string): string {
    mkdirSync(join(this.root, name), { recursive: true });
    return join(this.root, name);
  }

  file(name: string, text: string): string {
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    writeFileSync(join(this.root, name), text);
    return join(this.root, name);
  }

  /** Writes a shell script that can be run by its name. */
  program(name: string, script: string): string {
    const file = this.file(name, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/**
 * Opens a sandbox for the tests of a file, empty for each of them. Its programs are the PATH.
 * @param env returns more variables; `undefined` removes one
 */
export function useSandbox(env: (machine: Sandbox) => Readonly<Record<string, string | undefined>> = () => ({})): Sandbox {
  const machine = new Sandbox();
  beforeEach(() => {
    machine.empty();
    for (const [name, value] of Object.entries({ PATH: machine.shellPath, ...env(machine) })) vi.stubEnv(name, value);
    vi.spyOn(process.stderr, "write").mockImplementation((text) => ((machine.stderr += String(text)), true));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  afterAll(() => machine[Symbol.dispose]());
  return machine;
}

/** Ends a process that was started detached, with all that it has started. */
export function endGroup(leader: ChildProcess): void {
  try {
    if (leader.pid !== undefined) process.kill(-leader.pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}

/** Whether a process has ended, even if its parent has not read its exit code yet. */
export function hasEnded(pid: number): boolean {
  if (!existsSync("/proc/self/stat")) return !isAlive(pid);
  if (!existsSync(`/proc/${pid}/stat`)) return true;
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** Polls until a condition is true that another process fulfils. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 8_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (condition()) return;
  }
  throw new Error(`Not within 8 s: ${what}`);
}
