import type { ChildProcess } from "node:child_process";
import { expect, test, vi } from "vitest";
import { runCommand } from "../fixture.ts";
import { FakeEngine } from "./fake-engine.ts";

// The command and two engines start: seconds, and many more on a machine with other work.
vi.setConfig({ testTimeout: 150_000 });

/** Ends at the first interruption, and for the stack `slow` at the second one. */
const up = `
  let left = stack === "slow" ? 2 : 1;
  process.on("SIGINT", () => {
    left -= 1;
    log("interrupted");
    if (left === 0) process.exit(255);
  });
  setInterval(() => {}, 1000);
  console.log("Updating:\\n +  a resource");
  log("runs");
`;
const stacks = `stack("quick"), stack("slow"), { ...stack("later"), dependsOn: ["quick"] }`;

/** Starts an update, and waits until both engines run. */
async function started(engine: FakeEngine) {
  const { folder: cwd, env } = engine;
  const start = Promise.withResolvers<ChildProcess>();
  const ended = runCommand(["fleet", "up", "--file", "fleet.mjs"], { cwd, env, onStart: start.resolve });
  const logged = async (...lines: readonly string[]): Promise<void> => {
    await expect.poll(() => engine.lines(), { timeout: 60_000 }).toEqual(expect.arrayContaining([...lines]));
  };
  const command = await start.promise;
  await logged("quick runs", "slow runs");
  return { command, ended, logged };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "passes %s from `fleet` to its stacks as an interrupt, starts no other stack, and exits at the second signal",
  async (signal) => {
    using engine = new FakeEngine(up, stacks);
    const { command, ended, logged } = await started(engine);
    command.kill(signal);
    await logged("quick interrupted", "slow interrupted");
    command.kill(signal);
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(engine.lines()).toEqual(["quick interrupted", "quick runs", "slow interrupted", "slow interrupted", "slow runs"]);
    expect(err).toMatch(/^Interrupted: no further stack starts/m);
    expect(err).toMatch(/^quick: interrupted/m);
    expect(err).toMatch(/^later: not started \[3 of 3\]$/m);
    expect(err).toContain("up of 3 stacks of network: 2 interrupted, 1 not started.");
  },
);

test("interrupts the running stacks of a fleet once when its terminal is closed, and waits until they have ended", async () => {
  using engine = new FakeEngine(up, stacks);
  const { command, ended, logged } = await started(engine);
  for (const stream of [command.stdout, command.stderr]) stream?.destroy();
  command.kill("SIGHUP");
  await logged("quick interrupted", "slow interrupted");
  // The kernel and the shell both send it.
  command.kill("SIGHUP");
  command.kill("SIGTERM");
  expect((await ended).code).toBe(130);
  expect(engine.lines()).toEqual(["quick interrupted", "quick runs", "slow interrupted", "slow interrupted", "slow runs"]);
});
