import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { listenForInterruptions } from "../../../../cli/fleet/interruptions.ts";

test("interrupts the running stacks at the first two interruptions, each after its message, and at no third one", async () => {
  const signals = new EventEmitter();
  const seen: string[] = [];
  const terminal = {
    out: () => {},
    err: (line: string) => void seen.push(line.replace(/:.*/, "")),
    get interrupted() {
      return once(signals, "interrupt").then(() => {});
    },
  };
  const interruptions = listenForInterruptions(terminal, () => void seen.push("interrupt"));
  const signal = async () => {
    signals.emit("interrupt");
    // The continuations of the promise run before the next turn of the event loop.
    await new Promise(setImmediate);
  };
  await signal();
  expect(seen).toEqual(["Interrupted", "interrupt"]);
  await signal();
  expect(seen).toEqual(["Interrupted", "interrupt", "Interrupted again", "interrupt"]);
  expect(interruptions.count).toBe(2);
  // A third signal has no listener, so that it ends the process.
  expect(signals.listenerCount("interrupt")).toBe(0);
});
