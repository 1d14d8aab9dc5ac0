import fc from "fast-check";
import { expect, test } from "vitest";
import type { FleetStack } from "../../../../../sdk/fleet/fleet.ts";
import { planOf } from "../../../../../sdk/fleet/plan.ts";
import { runPlan } from "../../../../../sdk/fleet/run/run-plan.ts";
import { stackOf } from "../sample.ts";

interface Ran {
  /** The ends in their order: `a`, `a failed`, `b skipped because of a`, `c not-started`. */
  readonly log: readonly string[];
  /** The most stacks at once, of all and of one account and region. */
  readonly most: { readonly total: number; readonly beside: number };
}

/** Runs stacks, of which some fail; each takes one turn of the event loop for each letter of its name. */
async function ran(
  stacks: readonly FleetStack[],
  {
    failing = [],
    total = 10,
    perAccountAndRegion = 10,
    elsewhere = {},
    stopAfter,
    operation = "up",
  }: {
    readonly failing?: readonly string[];
    readonly total?: number;
    readonly perAccountAndRegion?: number;
    readonly elsewhere?: Readonly<Record<string, boolean>>;
    readonly stopAfter?: string;
    readonly operation?: "up" | "destroy";
  } = {},
): Promise<Ran> {
  const log: string[] = [];
  const running = new Set<FleetStack>();
  const most = { total: 0, beside: 0 };
  const stopping = new AbortController();
  await runPlan(planOf({ stacks }, operation), {
    concurrency: { total, perAccountAndRegion },
    elsewhere: new Map(Object.entries(elsewhere)),
    stopping: stopping.signal,
    run: async (stack) => {
      running.add(stack);
      most.total = Math.max(most.total, running.size);
      const beside = [...running].filter(({ account, region }) => account === stack.account && region === stack.region);
      most.beside = Math.max(most.beside, beside.length);
      for (const _letter of stack.name) await Promise.resolve();
      running.delete(stack);
      const isDone = !failing.includes(stack.name);
      log.push(isDone ? stack.name : `${stack.name} failed`);
      if (stack.name === stopAfter) stopping.abort();
      return isDone;
    },
    omit: ({ name }, status, because) =>
      log.push(because === undefined ? `${name} ${status}` : `${name} skipped because of ${because.join(", ")}`),
  });
  return { log, most };
}

test("runs a stack of a fleet after its dependencies, and independent ones in parallel", async () => {
  const { log, most } = await ran([stackOf("accept", { dependsOn: ["share-long"] }), stackOf("share-long"), stackOf("x")]);
  expect(log).toEqual(["x", "share-long", "accept"]);
  expect(most.total).toBe(2);
});

test("skips the dependents of a failed stack of a fleet, names that stack, and runs all others", async () => {
  const stacks = [
    stackOf("share"),
    stackOf("accept", { dependsOn: ["share"] }),
    stackOf("use", { dependsOn: ["accept"] }),
    stackOf("other-one"),
  ];
  const { log } = await ran(stacks, { failing: ["share"] });
  expect(log.toSorted()).toEqual(["accept skipped because of share", "other-one", "share failed", "use skipped because of share"]);
});

test("starts no later wave of a fleet when a stack of an earlier one fails", async () => {
  const stacks = [stackOf("canary"), stackOf("a", { wave: 2 }), stackOf("b", { wave: 3 })];
  expect((await ran(stacks, { failing: ["canary"] })).log).toEqual([
    "canary failed",
    "a skipped because of canary",
    "b skipped because of canary",
  ]);
});

test("runs at most as many stacks of a fleet as `concurrency` allows, in all and for one account and region", async () => {
  const stacks = ["owner", "other"].flatMap((account) => [1, 2, 3, 4].map((index) => stackOf(`${account}-${index}`, { account })));
  expect((await ran(stacks, { total: 3, perAccountAndRegion: 2 })).most).toEqual({ total: 3, beside: 2 });
  expect((await ran(stacks, { perAccountAndRegion: 1 })).most).toEqual({ total: 2, beside: 1 });
});

test("reports a stack of a fleet as not started when a stop has interrupted its dependency", async () => {
  const stacks = [stackOf("a"), stackOf("b", { dependsOn: ["a"] })];
  expect((await ran(stacks, { stopAfter: "a", failing: ["a"] })).log).toEqual(["a failed", "b not-started"]);
});

test("starts no stack of a fleet after a stop, and lets running stacks end", async () => {
  const stacks = [stackOf("a"), stackOf("long-one"), stackOf("b", { dependsOn: ["a"] }), stackOf("c", { dependsOn: ["long-one"] })];
  expect((await ran(stacks, { stopAfter: "a" })).log).toEqual(["a", "long-one", "b not-started", "c not-started"]);
});

test("runs a stack after a dependency of another shard that was updated, and skips it after one that failed", async () => {
  const stacks = [stackOf("accept"), stackOf("use")];
  const plan = stacks.map((stack, index) => ({ ...stack, dependsOn: [`share-${index}`] }));
  expect((await ran(plan, { elsewhere: { "share-0": true, "share-1": false } })).log).toEqual(["use skipped because of share-1", "accept"]);
});

test("ends every stack of a fleet exactly once, whatever fails, and whatever the order and the bounds are", async () => {
  const before = fc.array(fc.nat(9), { maxLength: 3 });
  const entries = fc.array(fc.record({ before, wave: fc.integer({ min: 1, max: 3 }), isFailing: fc.boolean() }), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(entries, fc.integer({ min: 1, max: 3 }), fc.constantFrom("up", "destroy"), async (rows, total, operation) => {
      // A stack depends on earlier ones of no later wave, so there is no cycle.
      const stacks = rows.map(({ before, wave }, index) => {
        const earlier = [...new Set(before)].filter((other) => other < index && (rows[other]?.wave ?? 9) <= wave);
        return stackOf(`s${index}`, { wave, dependsOn: earlier.map((other) => `s${other}`) });
      });
      const failing = stacks.flatMap(({ name }, index) => (rows[index]?.isFailing ? [name] : []));
      const { log } = await ran(stacks, { failing, total, operation });
      expect(log.map((line) => line.split(" ")[0]).toSorted()).toEqual(stacks.map(({ name }) => name).toSorted());
      if (failing.length === 0) expect(log.toSorted()).toEqual(stacks.map(({ name }) => name).toSorted());
    }),
  );
});
