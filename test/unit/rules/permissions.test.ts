import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { matches } from "../../../provider/kernel/wildcard.ts";
import { createTagOf } from "../../../provider/resources/share/creation/create-tag.ts";
import { createTagKey } from "../../../provider/resources/tags/tag-calls.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";

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

function only(allowed: readonly string[], accountId: string = demo.owner) {
  const harness = createHarness();
  const { world } = harness.simulator;
  const denied = Object.keys(sharing).filter((name) => !allowed.includes(name));
  world.addAccount({ ...world.account(accountId), denied });
  const used = () => new Set(harness.simulator.calls.filter((call) => call.account === accountId).map(({ operation }) => operation));
  return { harness, used };
}

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
  expect([...used()].filter((name) => name in sharing).toSorted()).toEqual(owner.toSorted());
});

test("adds the documented permissions for tags", async () => {
  const { harness, used } = only([...owner, ...addedFor(/ShareTags/)]);
  await live(harness, "ResourceShare", { name: "a", tags: { one: "1" } }, { name: "a", tags: { two: "2" } });
  expect([...used()]).toEqual(expect.arrayContaining(addedFor(/ShareTags/)));
});

test("adds the documented permissions for permissionNames", async () => {
  const { harness, used } = only([...owner, ...addedFor(/permissionNames/)]);
  const share = { name: "a", resources: switches("vsw-1"), targets: [demo.member] };
  await live(harness, "ResourceShare", { ...share, permissionNames: ["AliyunRSPermissionVSwitchReadOnly"] }, share);
  expect([...used()]).toEqual(
    expect.arrayContaining(addedFor(/permissionNames/).filter((name) => name !== "AssociateResourceSharePermission")),
  );
});

test("adds the documented permissions for moving a share", async () => {
  const { harness, used } = only([...owner, ...addedFor(/resourceGroupId/)]);
  await live(harness, "ResourceShare", { name: "a" }, { name: "a", resourceGroupId: demo.groups.shared });
  expect([...used()]).toEqual(expect.arrayContaining(addedFor(/resourceGroupId/)));
});

test("grants exactly the calls to accept and leave in the receiver's policy", async () => {
  const { harness, used } = only(receiver, demo.consumer);
  const share = await harness
    .run()
    .driver("ResourceShare")
    .create({ name: "a", allowExternalTargets: true, resources: switches("vsw-1"), targets: [demo.consumer] }, operationOn("share"));
  const inputs = { shareId: share.id, senderAccountId: demo.owner };
  await live({ run: () => harness.run({ accountId: demo.consumer }) }, "InvitationAcceptor", inputs, inputs);
  expect([...used()].filter((name) => name in sharing).toSorted()).toEqual(receiver.toSorted());
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
