import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a command of the PATH in this terminal.
 *
 * @param onStart Called when the command has been started.
 * @returns Its exit code; for a command that a signal ended, 128 and the number of the signal, as a shell.
 * @throws Error when the command cannot be started.
 */
export function runInTerminal(
  [name = "", ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  onStart: () => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, words, { env: environment, stdio: "inherit" });
    child.once("spawn", onStart);
    const forward = (signal: NodeJS.Signals): void => {
      // A terminal sends Ctrl-C to the command itself. A second SIGINT would make Pulumi cancel its operations.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    for (const signal of signals) process.on(signal, forward);
    const ended = (): void => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      ended();
      const message = error.code === "ENOENT" ? `the command ${name} is not on the PATH` : `${name} cannot be run: ${error.message}`;
      reject(new Error(message, { cause: error }));
    });
    child.once("close", (code, signal) => {
      ended();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
