import { spawn, type SpawnOptions } from "node:child_process";

/** A server process of a test. */
interface ServerProcess {
  /** The match of what it printed when it was ready. */
  readonly ready: RegExpExecArray;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it prints on standard error that it is ready.
 *
 * @param pattern What it prints then.
 */
export function startServer(
  program: string,
  words: readonly string[],
  pattern: RegExp,
  options: Pick<SpawnOptions, "cwd" | "uid" | "gid"> = {},
): Promise<ServerProcess> {
  const child = spawn(program, words, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = () => {
    child.kill("SIGINT");
    return closed;
  };
  return new Promise((resolve, reject) => {
    let printed = "";
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${program} ended with ${code}\n${printed}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const ready = pattern.exec(printed);
      if (ready) resolve({ ready, stop });
    });
  });
}
