import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { endProcess } from "../../../../scripts/start/processes.mjs";

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process that prints each request to end, and follows the one of that number. */
async function stubborn(follows: number): Promise<{ pid: number; ended: Promise<{ code: unknown; requests: number }> }> {
  const program = `let asked = 0; process.on("SIGINT", () => { console.log("asked"); if (++asked >= ${follows}) process.exit(0); }); setInterval(() => {}, 1000); console.log("ready");`;
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let output = "";
  child.stdout.on("data", (chunk) => void (output += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as unknown, requests: output.split("asked").length - 1 }));
  await once(child.stdout, "data");
  if (child.pid === undefined) throw new Error("no process");
  return { pid: child.pid, ended };
}

test.each([
  ["signals a process once that obeys", { follows: 1, patienceMs: 5_000, isInterrupted: false }, { code: 0, requests: 1 }],
  ["signals a process twice that does not obey", { follows: 2, patienceMs: 300, isInterrupted: false }, { code: 0, requests: 2 }],
  [
    "signals a process once more that was signalled already",
    { follows: 1, patienceMs: 300, isInterrupted: true },
    { code: 0, requests: 1 },
  ],
  ["kills a process that never obeys", { follows: 9, patienceMs: 200, isInterrupted: false }, { code: null, requests: 2 }],
])("%s", async (_title, { follows, ...options }, expected) => {
  const { pid, ended } = await stubborn(follows);
  await endProcess(pid, options);
  await expect(ended).resolves.toEqual(expected);
});

test("ends nothing for a process that is gone", async () => {
  const { pid, ended } = await stubborn(1);
  await endProcess(pid, { isInterrupted: false, patienceMs: 5_000 });
  await ended;
  await expect(endProcess(pid, { isInterrupted: false, patienceMs: 100 })).resolves.toBeUndefined();
});
