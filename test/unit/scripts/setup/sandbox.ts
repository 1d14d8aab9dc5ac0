import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, vi } from "vitest";

/** A machine in miniature: a folder with a PATH, a cache and a home of its own, gone when the test ends. */
class Sandbox implements Disposable {
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
