import type { Terminal } from "./command.ts";

/** Returns signals that the first and the second interruption abort, each after its message if it has one; a third one ends the process. */
export function interruptionSignals(
  terminal: Terminal,
  ...messages: readonly [first?: string, second?: string]
): readonly [AbortSignal, AbortSignal] {
  const [first, second] = [new AbortController(), new AbortController()];
  void (async () => {
    await terminal.interrupted;
    if (messages[0] !== undefined) terminal.err(messages[0]);
    first.abort(new Error("interrupted"));
    await terminal.interrupted;
    if (messages[1] !== undefined) terminal.err(messages[1]);
    second.abort(new Error("interrupted"));
  })();
  return [first.signal, second.signal];
}
