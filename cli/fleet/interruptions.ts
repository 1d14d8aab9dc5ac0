import type { Terminal } from "../command.ts";

/** Calls `interrupt` at each of the first two interruptions, with a message; a third one ends the process. */
export function listenForInterruptions(terminal: Terminal, interrupt: () => void): { readonly count: number } {
  const seen = { count: 0 };
  const listen = async (): Promise<void> => {
    await terminal.interrupted;
    seen.count += 1;
    terminal.err(
      seen.count === 1
        ? "Interrupted: no further stack starts, and the running ones finish their started operations. Ctrl-C again ends them at once."
        : "Interrupted again: the running stacks end at once.",
    );
    const next = seen.count < 2 ? listen() : undefined;
    interrupt();
    await next;
  };
  void listen();
  return seen;
}
