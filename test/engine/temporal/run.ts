// Runs examples/temporal on a real Temporal server with two workers: one is killed in the middle, and a later run is cancelled.
import assert from "node:assert/strict";
import { after } from "../../../simulator/index.ts";
import { isAlive } from "../processes.ts";
import { enginesOf, openTemporalProject, type Running } from "./temporal-project.ts";

const names = ["network-cn-beijing", "network-cn-hangzhou", "platform-cn-beijing", "platform-cn-hangzhou"];
const accounts = ["network", "platform"];
const up = ["start.mts", "up", "--heartbeat-timeout", "10"];

await using project = await openTemporalProject({ pace: { associate: after(600_000) } });
const { simulator } = project.stack.service;
process.once("exit", (code) => void (code !== 0 && process.stderr.write(project.printed())));
let settling: NodeJS.Timeout | undefined;

const compiled = await project.start("node_modules/typescript/bin/tsc", "-p", ".").ended;
assert.equal(compiled.code, 0, compiled.stdout);
pass("the example compiles");

const workers = [project.start("worker.mts", ...accounts), project.start("worker.mts", ...accounts)];
const first = project.start(...up);
await until("two shares wait for their associations", isPending);
const killed = workers.find((worker) => enginesOf(worker).length > 0);
assert.ok(killed, "no worker runs an engine");
await kill(killed);
pass("a worker is killed while its stacks run");
settle();
assert.deepEqual(await statusesOf(first), succeeded());
pass("the other worker resumes them, and runs the rest of the fleet");
assert.deepEqual(shares(), names);
assert.equal(simulator.grants().length, 4);
pass("each share exists once, with its target");

const removed = await project.start("start.mts", "destroy").ended;
assert.equal(removed.code, 0, removed.stderr);
assert.deepEqual(shares(), []);
pass("a destroy removes all shares");

stopSettling();
simulator.forgetCalls();
const cancelled = project.start(...up);
await until("two shares wait for their associations", isPending);
const progress = await project.start("start.mts", "progress").ended;
assert.match(progress.stdout, /'share-network-cn-hangzhou': 'running'/);
assert.match(progress.stdout, /'share-network-cn-beijing': 'waiting'/);
pass("a query reports the progress");
cancelled.child.kill("SIGINT");
settle();
const end = await cancelled.ended;
assert.equal(end.code, 1, end.stdout);
assert.match(end.stderr, /canceled/);
assert.deepEqual(shares(), ["network-cn-hangzhou", "platform-cn-hangzhou"]);
pass("Ctrl-C lets the running stacks finish their started operations, and starts no other");
assert.deepEqual(await statusesOf(project.start(...up)), succeeded());
assert.deepEqual(shares(), names);
stopSettling();
pass("the next run resumes, with no lock to remove");

function succeeded(): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`share-${name}`, "succeeded"]));
}

/** The status of each stack that a successful run of the fleet prints. */
async function statusesOf({ ended }: Running): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0, stderr);
  return Object.fromEntries(Array.from(stdout.matchAll(/'(share-\S+)': '(\S+)'/g), ([, name, status]) => [name, status]));
}

/** Whether the shares of the first region are made, and their associations are polled. */
function isPending(): boolean {
  const callsOf = (operation: string) => simulator.calls.filter((call) => call.operation === operation).length;
  return callsOf("CreateResourceShare") >= 2 && callsOf("ListResourceShareAssociations") >= 2;
}

/** The names of the shares that are not deleted. */
function shares(): string[] {
  return [...simulator.world.shares.values()].flatMap(({ name, status }) => (status === "Deleted" ? [] : [name])).toSorted();
}

async function kill(worker: Running): Promise<void> {
  const engines = enginesOf(worker);
  worker.child.kill("SIGKILL");
  await until("its engines have ended", () => !engines.some(isAlive));
}

/** Settles what is associated, and what is associated from now on. */
function settle(): void {
  settling = setInterval(() => simulator.outOfBand.settleNow(), 200);
}

function stopSettling(): void {
  clearInterval(settling);
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = Date.now() + 180_000;
  while (!isSo()) {
    assert.ok(Date.now() < end, `not reached in three minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function pass(what: string): void {
  process.stdout.write(`✓ ${what}\n`);
}
