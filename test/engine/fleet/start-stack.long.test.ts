import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type ExpectStatic, test } from "vitest";
import { after, type SimulatorOptions } from "../../../simulator/index.ts";
import type { StackResult } from "../../../sdk/fleet/index.ts";
import { textOf } from "../../unit/rules/files.ts";
import { blocksOf } from "../../support/document.ts";
import { childrenOf, isAlive } from "../processes.ts";
import { openStack, type Stack } from "../stack.ts";
import { fleetEnvironment, files } from "./fleet-project.ts";

/** The program that the page shows. */
const program = blocksOf(textOf("docs/run-a-fleet.md")).find(({ file }) => file === "run.mjs")?.text ?? "";

interface Running {
  readonly child: ChildProcess;
  readonly result: Promise<StackResult>;
}

function start({ project, service }: Stack, ...words: string[]): Running {
  const env = fleetEnvironment(project, service);
  const child = spawn("node", ["run.mjs", ...words], { cwd: project.folder, env, stdio: ["ignore", "pipe", "inherit"] });
  return { child, result: text(child.stdout).then((printed): StackResult => JSON.parse(printed)) };
}

const open = (simulator: SimulatorOptions = {}) =>
  openStack({ env: ({ address }) => address, files: { ...files, "run.mjs": program }, simulator });

/** Waits until the share is made and its associations are in progress. */
async function untilPending(expect: ExpectStatic, { service: { simulator } }: Stack): Promise<void> {
  await expect
    .poll(() => simulator.calls.some(({ operation }) => operation === "ListResourceShareAssociations"), { timeout: 100_000 })
    .toBe(true);
}

function creations({ service: { simulator } }: Stack): number {
  return simulator.calls.filter(({ operation }) => operation === "CreateResourceShare").length;
}

test.concurrent("runs one stack of a fleet again after its process was killed, once the lock is removed", async ({ expect }) => {
  await using stack = await open();
  const { simulator } = stack.service;
  // No share is made, so that the next run need not wait for the lease of its creation.
  simulator.faults.add({ operation: "CreateResourceShare", times: 1000, fault: { kind: "throttled" } });
  const first = start(stack);
  await expect.poll(() => creations(stack), { timeout: 100_000 }).toBeGreaterThan(0);
  const pid = first.child.pid ?? 0;
  const engines = childrenOf(pid).map(([child]) => child);
  expect(engines).toHaveLength(1);
  first.result.catch(() => {});
  first.child.kill("SIGKILL");
  // The engine ends as soon as it prints: its pipe is closed.
  await expect.poll(() => engines.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  simulator.faults.clear();
  expect(await start(stack).result).toMatchObject({ status: "failed", reasons: [expect.stringContaining("currently locked")] });
  expect(await start(stack, "--unlock").result).toMatchObject({ status: "succeeded" });
  expect(simulator.world.shares.size).toBe(1);
});

test.concurrent("interrupts one stack of a fleet, and resumes it without a lock to remove", async ({ expect }) => {
  await using stack = await open({ pace: { associate: after(600_000) } });
  const first = start(stack);
  await untilPending(expect, stack);
  first.child.kill("SIGINT");
  stack.service.simulator.outOfBand.settleNow();
  expect(await first.result).toMatchObject({ status: "interrupted" });
  expect(await start(stack, "--unlock").result).toMatchObject({ status: "succeeded" });
  expect(creations(stack)).toBe(1);
});
