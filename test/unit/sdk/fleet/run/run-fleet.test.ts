import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import type { FleetStack } from "../../../../../sdk/fleet/fleet.ts";
import { detailOf } from "../../../../../sdk/fleet/report/summary.ts";
import type { Operation } from "../../../../../sdk/fleet/run/results.ts";
import { runFleet } from "../../../../../sdk/fleet/run/run-fleet.ts";
import type { Selection } from "../../../../../sdk/fleet/run/selection.ts";
import { type Shard, shardOf } from "../../../../../sdk/fleet/run/shard.ts";
import { statusOf } from "../../../../../sdk/fleet/run/stack-status.ts";
import { acceptor, association, record, remove, same, share as edgeShare, update } from "../../../access/diff/steps.ts";
import { stackOf } from "../sample.ts";
import { type Answers, FakeBackend, fakeOpener, fleetOf, noProgress } from "./fake-pulumi.ts";

/** Runs stacks, and returns how each of them ended. */
async function ran(
  backend: Pick<FakeBackend, "answers">,
  stacks: readonly FleetStack[],
  operation: Operation,
  shard?: Shard,
  environment: NodeJS.ProcessEnv = {},
) {
  const opener = fakeOpener(fleetOf(stacks), backend.answers, environment);
  const result = await runFleet(opener, { operation, selection: { shard }, progress: noProgress, quotas: {} });
  return result.stacks.map(({ name, status, because }) => [name, status, ...because].join(" "));
}

const first = { index: 1, count: 2 };
const second = { index: 2, count: 2 };
/** A name of a stack in a shard, of which there are endless ones. */
const named = (prefix: string, { index, count }: Shard) => {
  const indexes = Array.from({ length: 50 }, (_, number) => `${prefix}-${number}`);
  return indexes.find((name) => shardOf(name, count) === index) ?? "";
};
const share = stackOf(named("share", first));
const accept = stackOf(named("accept", second), { dependsOn: [share.name] });

test("skips the acceptors of a shard until the owners in another one have succeeded, and destroys in the opposite order", async () => {
  const backend = new FakeBackend();
  const stacks = [share, accept];
  expect(await ran(backend, stacks, "up", second)).toEqual([`${accept.name} skipped ${share.name}`]);
  expect(await ran(backend, stacks, "up", first)).toEqual([`${share.name} succeeded`]);
  expect(await ran(backend, stacks, "up", second)).toEqual([`${accept.name} succeeded`]);
  expect(await ran(backend, stacks, "destroy", first)).toEqual([`${share.name} skipped ${accept.name}`]);
  expect(await ran(backend, stacks, "destroy", second)).toEqual([`${accept.name} succeeded`]);
  expect(await ran(backend, stacks, "destroy", first)).toEqual([`${share.name} succeeded`]);
});

test("says which stack has to be destroyed with or before one that a `destroy` of a fleet skips", async () => {
  const backend = new FakeBackend();
  await ran(backend, [share, accept], "up");
  const destroyed = async (selection: Selection) => {
    const opener = fakeOpener(fleetOf([share, accept]), backend.answers);
    const { stacks } = await runFleet(opener, { operation: "destroy", selection, progress: noProgress, quotas: {} });
    return stacks.map(detailOf);
  };
  const reason = `${accept.name} depends on it and is not destroyed`;
  expect(await destroyed({ only: ["share-*"] })).toEqual([`${reason}: destroy it first, or add it to --only`]);
  expect(await destroyed({ shard: first })).toEqual([`${reason}: destroy it first`]);
});

test("says which stack has to be updated with or before one that an `up` of a fleet skips", async () => {
  const updated = async (selection: Selection) => {
    const opener = fakeOpener(fleetOf([share, accept]), new FakeBackend().answers);
    const { stacks } = await runFleet(opener, { operation: "up", selection, progress: noProgress, quotas: {} });
    return stacks.map(detailOf);
  };
  const reason = `${share.name} is not deployed, or its last update did not succeed`;
  expect(await updated({ only: ["accept-*"] })).toEqual([`${reason}: update it first, or add it to --only`]);
  expect(await updated({ shard: second })).toEqual([`${reason}: update it first`]);
});

test("skips the acceptors of a shard when the owner in another one has failed", async () => {
  const backend = new FakeBackend([share.name]);
  expect(await ran(backend, [share, accept], "up", first)).toEqual([`${share.name} failed`]);
  expect(await ran(backend, [share, accept], "up", second)).toEqual([`${accept.name} skipped ${share.name}`]);
});

test.each([1, 25])("skips the acceptors of a shard after %i refreshes of an owner whose update failed", async (refreshes) => {
  const backend = new FakeBackend([share.name]);
  expect(await ran(backend, [share, accept], "up", first)).toEqual([`${share.name} failed`]);
  for (let count = 0; count < refreshes; count += 1) await ran(backend, [share, accept], "refresh", first);
  expect(await ran(backend, [share, accept], "up", second)).toEqual([`${accept.name} skipped ${share.name}`]);
  const opener = fakeOpener(fleetOf([share]), backend.answers);
  expect(await statusOf(opener, share)).toMatchObject({ last: { kind: "refresh" }, unfinished: ["its last update failed"] });
});

test("reports a destroyed stack of a fleet as destroyed, also after a refresh", async () => {
  const backend = new FakeBackend();
  for (const operation of ["up", "destroy", "refresh"] as const) await ran(backend, [share], operation);
  expect((await statusOf(fakeOpener(fleetOf([share]), backend.answers), share)).unfinished).toEqual(["is destroyed"]);
});

test("reports a lock of a fleet's stack in a backend of files, with the command that removes it", async () => {
  const backend = new FakeBackend();
  await ran(backend, [share], "up");
  const answers: Answers = (command, ...rest) => (command === "whoami" ? JSON.stringify({ url }) : backend.answers(command, ...rest));
  const url = `file://${temporaryFolder(onTestFinished)}`;
  const unfinished = async () => (await statusOf(fakeOpener(fleetOf([share]), answers), share)).unfinished;
  expect(await unfinished()).toEqual([]);
  const locks = join(fileURLToPath(url), ".pulumi/locks/organization/sample", share.name);
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, "a197be8d.json"), "{}");
  expect(await unfinished()).toEqual([
    `is locked: an operation runs, or was killed (then run pulumi cancel --yes --stack organization/sample/${share.name})`,
  ]);
});

test("starts the acceptors of a shard after a refresh of an owner whose update succeeded", async () => {
  const backend = new FakeBackend();
  await ran(backend, [share, accept], "up", first);
  await ran(backend, [share, accept], "refresh", first);
  expect(await ran(backend, [share, accept], "up", second)).toEqual([`${accept.name} succeeded`]);
});

test("starts no stack when the status of one in another shard cannot be read, and quotes no secret", async () => {
  const backend = new FakeBackend();
  await ran(backend, [share], "up");
  backend.unreadable = "error: the backend refuses the token canary-1234";
  const secret = { ...share, environment: { TOKEN: { env: "TOKEN" } } };
  await expect(ran(backend, [secret, accept], "up", second, { TOKEN: "canary-1234" })).rejects.toThrow(
    `stack ${share.name}: its status cannot be read, and selected stacks wait for it: the backend refuses the token [secret]`,
  );
  expect(backend.commands).not.toContain(`up ${accept.name}`);
});

test("destroys no owner before an acceptor in another shard whose only update was killed", async () => {
  const backend = new FakeBackend();
  expect(await ran(backend, [share, accept], "up", first)).toEqual([`${share.name} succeeded`]);
  backend.killUpdate(accept.name);
  expect(await ran(backend, [share, accept], "destroy", first)).toEqual([`${share.name} skipped ${accept.name}`]);
});

test("starts no process of the fleet without a use: one command to find a stack, one for the operation, and one to find other stacks", async () => {
  const backend = new FakeBackend();
  for (const operation of ["up", "up", "refresh", "destroy"] as const) await ran(backend, [share], operation);
  const { name } = share;
  expect(backend.commands).toEqual([
    ...[`stack select ${name}`, `stack init ${name}`, `up ${name}`, "stack ls --json"],
    ...[`stack select ${name}`, `up ${name}`, "stack ls --json"],
    ...["refresh", "destroy"].flatMap((operation) => [`stack select ${name}`, `${operation} ${name}`]),
  ]);
});

test("decides by the directory's members which targets of a fleet are external", async () => {
  const inputs = { name: "edge", allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: ["11", "12"] };
  const urn = "urn:pulumi:share::network::pulumi-nodejs:dynamic/resourceshare:ResourceShare::edge";
  const newState = { type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare", inputs };
  const preview = JSON.stringify({ steps: [{ op: "create", urn, newState }] });
  const opener = fakeOpener(fleetOf([share]), (command) => (command.startsWith("preview") ? preview : undefined));
  const run = { operation: "preview", selection: {}, progress: noProgress, quotas: {}, members: new Set(["11"]) } as const;
  const { access } = await runFleet(opener, run);
  expect(access.changes.map(({ target: { id, external } }) => [id, external])).toEqual([
    ["11", false],
    ["12", true],
  ]);
});

test("reports a preview of a fleet's stack as unknown only while a stack that it needs is not deployed", async () => {
  const backend = new FakeBackend();
  const answers: Answers = (command, stack, args) => {
    if (command.startsWith("preview") && stack === accept.name)
      throw new Error(`Required output 'shareId' does not exist on stack 'organization/network/${share.name}'.`);
    return backend.answers(command, stack, args);
  };
  const previewed = () => ran({ answers }, [share, accept], "preview");
  expect(await previewed()).toEqual([`${share.name} succeeded`, `${accept.name} unknown ${share.name}`]);
  await ran(backend, [share], "up");
  expect(await previewed()).toEqual([`${share.name} succeeded`, `${accept.name} failed`]);
});

test("reports access that an acceptor in another stack of a fleet has accepted as in force where it is lost", async () => {
  const target = "2000000000000001";
  const invited = { ...record("Target", "Account", target), status: "Associating" };
  const edge = edgeShare("a", ["v1"], [target]);
  const steps = [
    [remove({ ...edge, outputs: { associations: [record("Resource", "VSwitch", "v1"), invited] } })],
    [same(acceptor("accept", {}, target))],
  ];
  const opener = fakeOpener(fleetOf([share, accept]), (command, stack) =>
    command.startsWith("preview") ? JSON.stringify({ steps: steps[stack === share.name ? 0 : 1] }) : undefined,
  );
  const { access } = await runFleet(opener, { operation: "preview", selection: {}, progress: noProgress, quotas: {} });
  expect(access.changes.map(({ stack, change, pending }) => [stack, change, pending])).toEqual([[share.name, "lost", false]]);
});

test.each<[title: string, names: readonly string[], remarks: readonly string[]]>([
  ["the share is in", [share.name, accept.name], []],
  [
    "the share is not in",
    [accept.name],
    [`${accept.name}: the stack of share rs-a is not in this run or failed, so what changes in its access is not known`],
  ],
])("reports access that an acceptor changes in a run of a fleet which %s", async (_title, names, remarks) => {
  const target = "2000000000000001";
  const steps = new Map([
    [share.name, same(edgeShare("a", ["v1"], [target], { owner: "1" }))],
    [accept.name, remove(acceptor("accept", {}, target))],
  ]);
  const opener = fakeOpener(fleetOf([share, accept]), (command, stack) =>
    command.startsWith("preview") ? JSON.stringify({ steps: [steps.get(stack)] }) : undefined,
  );
  const selection = { names: new Set(names) };
  const { access } = await runFleet(opener, { operation: "preview", selection, progress: noProgress, quotas: {}, members: new Set() });
  expect([access.remarks, access.isIncomplete]).toEqual([remarks, remarks.length > 0]);
  expect(access.changes.map(({ change }) => change)).toEqual(remarks.length > 0 ? [] : ["lost"]);
});

test.each<[title: string, step: object, isKnown: boolean]>([
  ["changes", update(edgeShare("a", ["v1"], []), edgeShare("a", ["v1", "v2"], [])), false],
  ["keeps", same(edgeShare("a", ["v1"], [])), true],
])("reports whether access is known in a run of a fleet that %s a share to which another stack adds", async (_title, step, isKnown) => {
  const steps = new Map([
    [share.name, step],
    [accept.name, same(association("more", "rs-a", [], ["1000000000000002"]))],
  ]);
  const opener = fakeOpener(fleetOf([share, accept]), (command, stack) =>
    command.startsWith("preview") ? JSON.stringify({ steps: [steps.get(stack)] }) : undefined,
  );
  const run = { operation: "preview", selection: {}, progress: noProgress, quotas: {}, members: new Set<string>() } as const;
  const { access } = await runFleet(opener, run);
  const remark = `${share.name}: ${accept.name} adds to share rs-a too, so what changes in its access is not known`;
  expect([access.remarks, access.isIncomplete]).toEqual(isKnown ? [[], false] : [[remark], true]);
});
