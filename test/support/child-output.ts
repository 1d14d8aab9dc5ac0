import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

/** How a process ended, and what it printed. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a running process is observed. */
interface Observers {
  /** Called with the whole output so far, at each part of it. */
  readonly onStdout?: ((stdout: string) => void) | undefined;
  readonly onStderr?: ((stderr: string) => void) | undefined;
  /** After it, the process is killed. */
  readonly timeoutMs?: number | undefined;
}

/** A process whose output goes to pipes. */
type PipedProcess = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

/** Collects what a process prints, until it has ended and its pipes are closed. */
export function outputOf(child: PipedProcess, { onStdout, onStderr, timeoutMs }: Observers = {}): Promise<Run> {
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    onStdout?.(output.stdout);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
    onStderr?.(output.stderr);
  });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...output });
    });
  });
}
