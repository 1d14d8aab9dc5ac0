import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharing } from "../../../provider/api/operations.ts";
import { matches } from "../../../provider/kernel/wildcard.ts";
import { createTagOf } from "../../../provider/resources/share/creation/unfinished-shares.ts";
import { createTagKey } from "../../../provider/resources/tags/tag-calls.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { scenarios, switches, tokens } from "../../support/resource-scenarios.ts";
import { type Harness, refresh, up, updateIfChanged, urn } from "../../support/resource-suite.ts";

/** The operations that no task of docs/permissions.md needs. */
const withoutTask = [
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

/** Lets a creation end before its tags are removed, and creates again. */
async function resume({ run, simulator }: Harness): Promise<void> {
  const inputs = { name: "resumed", ...switches, tags: { one: "1" } };
  const { id } = await up(run().driver("ResourceShare"), inputs, urn("ResourceShare", "other"));
  simulator.outOfBand.tag(id, { [createTagKey]: createTagOf({ urn: urn("ResourceShare"), origin: undefined }) });
  expect((await up(run().driver("ResourceShare"), inputs, urn("ResourceShare"))).id).toBe(id);
}

/** Denies an account all other operations; returns a function that returns those that it has called since. */
function allowOnly({ simulator }: Harness, allowed: readonly string[], accountId: string = demo.owner) {
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

/** Goes through the life of a kind of resource with the policy of its page; returns the harness and the operations called. */
async function live(token: Token) {
  const harness = createHarness();
  const { prepare, changes, runner = {} } = scenarios[token];
  let inputs = await prepare(harness);
  const used = allowOnly(harness, policyOf[token].flat(), runner.accountId);
  const [driver, self] = [harness.run(runner).driver(token), urn(token)];
  let made = await up(driver, inputs, self);
  for (const [name, value] of changes) {
    made = (await refresh(driver, made, self)) ?? made;
    inputs = { ...inputs, [name]: value };
    made = await updateIfChanged(driver, made, inputs, self);
  }
  await driver.delete(made.id, made.state, { urn: self });
  return { harness, used };
}

test.each(tokens)(
  "allows creation, update and deletion of a %s by the access policies, and no operation that its features do not need",
  async (token) => {
    const { harness, used } = await live(token);
    expect(harness.simulator.calls.filter(({ code }) => code === "NoPermission")).toEqual([]);
    expect([...used()]).toEqual(expect.arrayContaining([...policyOf[token][1]]));
    expect(withoutTask.filter((name) => used().has(name))).toEqual([]);
  },
);

test("denies a call that the access policy does not allow", async () => {
  const harness = createHarness();
  allowOnly(
    harness,
    owner.filter((name) => name !== "UpdateResourceShare"),
  );
  const driver = harness.run().driver("ResourceShare");
  const made = await up(driver, { name: "a" }, urn("ResourceShare"));
  const changing = updateIfChanged(driver, made, { name: "b" }, urn("ResourceShare"));
  await expect(changing).rejects.toThrow(/allow the credentials of account \d+ the action resourcesharing:UpdateResourceShare/);
});

test("grants exactly the calls for shares and associations, and for resuming a creation, in the owner's policy", async () => {
  const harness = createHarness();
  const used = allowOnly(harness, owner);
  const [driver, self] = [harness.run().driver("ResourceShare"), urn("ResourceShare")];
  const made = await up(driver, { name: "a", ...switches }, self);
  const inputs = { name: "b", resources: [{ type: "VSwitch", id: "vsw-2" }] };
  const updated = await updateIfChanged(driver, (await refresh(driver, made, self)) ?? made, inputs, self);
  await driver.delete(updated.id, updated.state, { urn: self });
  await resume(harness);
  expect([...used()].toSorted()).toEqual(owner.toSorted());
});

test("grants exactly the calls to accept and leave in the receiver's policy", async () => {
  const { used } = await live("InvitationAcceptor");
  expect([...used()].toSorted()).toEqual(receiver.toSorted());
});

const allowsToRead = (name: string) => matches(readOnly, name);

test("allows exactly the operations that read in the access policy for all reading tasks", () => {
  const operations = Object.values(sharing);
  expect(operations.filter(({ name }) => allowsToRead(name))).toEqual(operations.filter(({ reads }) => reads));
});

test("documents a task in docs/permissions.md for each operation, except those without a task", () => {
  const [tasks = ""] = page.split("All of them:");
  const named = new Set(Array.from(tasks.matchAll(/[A-Z]\w+/g), ([name]) => name));
  expect(
    Object.keys(sharing)
      .filter((name) => !named.has(name))
      .toSorted(),
  ).toEqual(withoutTask.toSorted());
});

test.each(tokens)("refreshes %s with only the operations that its row of the access policies has", async (token) => {
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
