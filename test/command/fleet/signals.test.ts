import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { runCommand } from "../fixture.ts";
import { FakeEngine } from "./fake-engine.ts";

/** Ends at the first interruption, and for the stack `slow` at the second one. */
const up = `
  let left = stack === "slow" ? 2 : 1;
  process.on("SIGINT", () => {
    left -= 1;
    log("interrupted");
    if (left === 0) process.exit(255);
  });
  setInterval(() => {}, 1000);
  log("runs");
`;
const stacks = `stack("quick"), stack("slow"), { ...stack("later"), dependsOn: ["quick"] }`;

test.each(["SIGINT", "SIGTERM"] as const)(
  "passes %s on as an interruption, starts no other stack, and ends at the second one",
  async (signal) => {
    using engine = new FakeEngine(up, stacks);
    const logged = async (...lines: readonly string[]): Promise<void> => {
      await expect.poll(() => engine.lines(), { timeout: 15_000 }).toEqual(expect.arrayContaining([...lines]));
    };
    const started = Promise.withResolvers<ChildProcess>();
    const { folder: cwd, env } = engine;
    const running = runCommand(["fleet", "up", "--file", "fleet.mjs"], { cwd, env, onStart: started.resolve });
    const command = await started.promise;
    await logged("quick runs", "slow runs");
    command.kill(signal);
    await logged("quick interrupted", "slow interrupted");
    command.kill(signal);
    const { code, err } = await running;
    expect(code).toBe(130);
    expect(engine.lines()).toEqual(["quick interrupted", "quick runs", "slow interrupted", "slow interrupted", "slow runs"]);
    expect(err).toMatch(/^Interrupted: no further stack starts/m);
    expect(err).toMatch(/^quick: interrupted/m);
    expect(err).toMatch(/^later: not started \[3 of 3\]$/m);
    expect(err).toContain("up of 3 stacks of network: 2 interrupted, 1 not started.");
  },
);
