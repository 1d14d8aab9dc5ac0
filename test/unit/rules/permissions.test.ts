import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { matches } from "../../../provider/kernel/wildcard.ts";
import { createTagOf } from "../../../provider/resources/share/creation/create-tag.ts";
import { createTagKey } from "../../../provider/resources/tags/tag-calls.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { scenarios, tokens } from "../../support/resource-scenarios.ts";
import { refresh, up, updateIfChanged, urn } from "../../support/resource-suite.ts";

/** The operations of no task: only functions of programs call them. */
const onlyFunctions = [
  // One a line: `npm run scaffold` adds to them.
  "ListPermissionVersions",
  "ListTagResources",
  "RejectResourceShareInvitation",
];

const page = readFileSync(join(__dirname, "../../../docs/permissions.md"), "utf8");
const policies = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) =>
  ((JSON.parse(text) as { Statement?: { Action: string[] }[] }).Statement ?? []).flatMap(({ Action }) => Action),
);
const operationsOf = (actions: readonly string[]) => actions.map((action) => action.replace("resourcesharing:", ""));
const [owner = [], receiver = [], readOnly = []] = policies.map(operationsOf);
const addedFor = (feature: RegExp) => {
  const row = page.split("\n").find((line) => line.startsWith("|") && feature.test(line.split("|")[1] ?? ""));
  return [...(row?.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name).filter((name) => name in sharing);
};

const [, ofDirectory = ""] = page.split("## Directory");
const directory = [...(ofDirectory.split("##")[0] ?? "").matchAll(/resourcesharing:(\w+)/g)].map(([, name = ""]) => name);

/** The policy of each kind of resource, and what its features add. */
const policyOf: Readonly<Record<Token, readonly [policy: readonly string[], added: readonly string[]]>> = {
  ResourceShare: [owner, [...addedFor(/ShareTags/), ...addedFor(/permissionNames/), ...addedFor(/resourceGroupId/)]],
  // It takes its resources along with their permissions, so that the service's defaults do not matter.
  ShareAssociation: [owner, addedFor(/permissionNames/).filter((name) => name !== "ListPermissions")],
  SharePermission: [owner, addedFor(/SharePermission/)],
  ShareTags: [owner, addedFor(/ShareTags/)],
  InvitationAcceptor: [receiver, []],
  DirectorySharing: [directory, []],
};

const operationOn = (name: string) => ({ urn: `urn:pulumi:test::policies::resourceshare::${name}` });
const switches = (...ids: string[]) => ids.map((id) => ({ type: "VSwitch", id }));

/** Creates, reads, changes and deletes; returns the operations called. */
async function live({ run }: Pick<ReturnType<typeof createHarness>, "run">, token: Token, inputs: object, changed: object): Promise<void> {
  const driver = run().driver(token);
  const made = await driver.create({ ...inputs }, operationOn(token));
  expect(made.failure).toBeUndefined();
  const read = await driver.read(made.id, made.state, operationOn(token));
  const updated = await driver.update(made.id, read?.state ?? {}, { ...changed }, operationOn(token));
  expect(updated.failure).toBeUndefined();
  await run().driver(token).delete(made.id, updated.state, operationOn(token));
}

/** Lets a creation end before its tags are removed, and creates again. */
async function resume({ run, simulator }: ReturnType<typeof createHarness>, inputs: object): Promise<void> {
  const operation = operationOn("resumed");
  const { id } = await run()
    .driver("ResourceShare")
    .create({ ...inputs }, operationOn("other"));
  simulator.outOfBand.tag(id, { [createTagKey]: createTagOf({ urn: operation.urn, origin: undefined }) });
  const made = await run()
    .driver("ResourceShare")
    .create({ ...inputs }, operation);
  expect(made).toMatchObject({ id });
  expect(made.failure).toBeUndefined();
}

/** Denies an account all other operations; returns a function that returns those that it has called since. */
function allowOnly({ simulator }: ReturnType<typeof createHarness>, allowed: readonly string[], accountId: string = demo.owner) {
  const denied = Object.keys(sharing).filter((name) => !allowed.includes(name));
  simulator.world.accounts.set(accountId, { ...simulator.world.account(accountId), denied });
  const before = simulator.calls.length;
  return () =>
    new Set(
      simulator.calls
        .slice(before)
        .filter(({ account, operation }) => account === accountId && operation in sharing)
        .map(({ operation }) => operation),
    );
}

function only(allowed: readonly string[], accountId?: string) {
  const harness = createHarness();
  return { harness, used: allowOnly(harness, allowed, accountId) };
}

test.each(tokens)("allows the whole life of a %s, and adds no permission that its features do not need", async (token) => {
  const harness = createHarness();
  const { prepare, changes, runner = {} } = scenarios[token];
  let inputs = await prepare(harness);
  const [policy, added] = policyOf[token];
  const used = allowOnly(harness, [...policy, ...added], runner.accountId);
  const [driver, self] = [harness.run(runner).driver(token), urn(token)];
  let made = await up(driver, inputs, self);
  for (const [name, value] of changes) {
    made = (await refresh(driver, made, self)) ?? made;
    inputs = { ...inputs, [name]: value };
    made = await updateIfChanged(driver, made, inputs, self);
  }
  await driver.delete(made.id, made.state, { urn: self });
  expect(harness.simulator.calls.filter(({ code }) => code === "NoPermission")).toEqual([]);
  expect([...used()]).toEqual(expect.arrayContaining([...added]));
  expect(onlyFunctions.filter((name) => used().has(name))).toEqual([]);
});

test("denies what a policy does not allow", async () => {
  const { harness } = only(owner.filter((name) => name !== "UpdateResourceShare"));
  const driver = harness.run().driver("ResourceShare");
  const { id, state } = await driver.create({ name: "a" }, operationOn("a"));
  const { failure } = await driver.update(id, state, { name: "b" }, operationOn("a"));
  expect(failure?.message).toMatch(/allow the credentials of account \d+ the action resourcesharing:UpdateResourceShare/);
});

test("grants exactly the calls for shares and associations, and for resuming a creation, in the owner's policy", async () => {
  const { harness, used } = only(owner);
  await live(
    harness,
    "ResourceShare",
    { name: "a", resources: switches("vsw-1"), targets: [demo.member] },
    { name: "b", resources: switches("vsw-2") },
  );
  await resume(harness, { name: "c", resources: switches("vsw-3"), tags: { one: "1" } });
  expect([...used()].toSorted()).toEqual(owner.toSorted());
});

test("grants exactly the calls to accept and leave in the receiver's policy", async () => {
  const { harness, used } = only(receiver, demo.consumer);
  const share = await harness
    .run()
    .driver("ResourceShare")
    .create({ name: "a", allowExternalTargets: true, resources: switches("vsw-1"), targets: [demo.consumer] }, operationOn("share"));
  const inputs = { shareId: share.id, senderAccountId: demo.owner };
  await live({ run: () => harness.run({ accountId: demo.consumer }) }, "InvitationAcceptor", inputs, inputs);
  expect([...used()].toSorted()).toEqual(receiver.toSorted());
});

const allowsToRead = (name: string) => matches(readOnly, name);

test("allows exactly the operations that read in the policy for all reading tasks", () => {
  const operations = Object.values(sharing);
  expect(operations.filter(({ name }) => allowsToRead(name))).toEqual(operations.filter(({ reads }) => reads));
});

test("names the task of each operation of the sharing API, except those that only functions of programs call", () => {
  const [tasks = ""] = page.split("All of them:");
  const named = new Set(Array.from(tasks.matchAll(/[A-Z]\w+/g), ([name]) => name));
  expect(
    Object.keys(sharing)
      .filter((name) => !named.has(name))
      .toSorted(),
  ).toEqual(onlyFunctions.toSorted());
});

test.each(tokens)("a refresh of %s calls no operation that its row of the page leaves out", async (token) => {
  const { prepare, options, runner } = scenarios[token];
  const harness = createHarness(options);
  const made = await up(harness.run(runner).driver(token), await prepare(harness), urn(token));
  harness.simulator.forgetCalls();
  await refresh(harness.run(runner).driver(token), made, urn(token));
  const called = harness.simulator.calls.map(({ operation }) => operation).filter((name) => name in sharing);
  const row = page.split("\n").find((line) => /^\| (`pulumi refresh`|…) of /.test(line) && line.includes(`\`${token}\``));
  const named = Array.from((row?.split("|")[2] ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name);
  expect(called).not.toEqual([]);
  expect(called.filter((name) => !named.includes(name))).toEqual([]);
});
