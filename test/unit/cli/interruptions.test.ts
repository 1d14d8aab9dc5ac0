import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { interruptionSignals } from "../../../cli/interruptions.ts";

test("aborts a command's signal at each of the first two interrupts, after its message, and does not handle a third one", async () => {
  const signals = new EventEmitter();
  const seen: string[] = [];
  const terminal = {
    out: () => {},
    err: (line: string) => void seen.push(line),
    get interrupted() {
      return once(signals, "interrupt").then(() => {});
    },
  };
  for (const signal of interruptionSignals(terminal, "first", "second")) signal.addEventListener("abort", () => void seen.push("abort"));
  const signal = async () => {
    signals.emit("interrupt");
    // The continuations of the promise run before the next turn of the event loop.
    await new Promise(setImmediate);
  };
  await signal();
  expect(seen).toEqual(["first", "abort"]);
  await signal();
  expect(seen).toEqual(["first", "abort", "second", "abort"]);
  // A third signal has no listener, so that it ends the process.
  expect(signals.listenerCount("interrupt")).toBe(0);
});
