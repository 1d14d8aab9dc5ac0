import { describe, expect, it } from "vitest";
import { z } from "zod";
import { InputError, UnsettledError } from "../../../../provider/kernel/errors.ts";
import { createDriver } from "../../../../provider/lifecycle/create-driver.ts";
import type { OperationContext } from "../../../../provider/lifecycle/driver.ts";
import { PartialUpdateError } from "../../../../provider/lifecycle/partial-update-error.ts";
import { type Context, type Resource, UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { denied, refusal, thing } from "./fixture.ts";

const inputs = z.object({
  name: z.string(),
  shareId: z.string().optional(),
  parts: z.array(z.strictObject({ id: z.string() })).optional(),
  tags: z.record(z.string().min(2, "has at least two characters"), z.string()).optional(),
  owner: z.string().optional(),
  adopt: z.string().optional(),
});
const outputs = z.object({ status: z.string(), items: z.array(z.string()) });
const self = "it";
const ready: Values = { name: "a", status: "ready", items: ["1"] };
const where = { accountId: demo.owner, regionId: "cn-hangzhou" };
const nothing = async () => undefined;
const refuse = (failure: Error) => () => Promise.reject(failure);

/** The members of a resource that is ready after each update. */
const readyThing: Partial<Resource> = {
  inputs,
  outputs,
  replaceOn: ["name", "shareId"],
  onCreateOnly: ["adopt"],
  computed: ["owner"],
  claims: (objectId, { shareId, name }) => [shareId ?? objectId].flatMap((id) => claimOf(id, name)),
  needsReconcile: ({ status }) => status !== "ready",
  create: async (_context, wanted) => ({ id: "t-1", known: { ...wanted, status: "new", items: [] } }),
  read: nothing,
  reconcile: async (_context, _id, before, wanted) => ({ ...before, ...wanted, status: "ready" }),
  delete: nothing,
};

const claimOf = (objectId: unknown, name: unknown) =>
  typeof objectId === "string" && typeof name === "string" ? [{ objectId, property: "name", part: name }] : [];

const driverOf = (members: Partial<Resource> = {}) => createDriver(thing({ ...readyThing, ...members }), createHarness().run().host);

describe("arguments of any resource", () => {
  it.each<[string, Values, Partial<OperationContext>, number]>([
    ["within a share that both name in the program", { name: "a", shareId: UNKNOWN }, { urns: { shareId: "net" } }, 1],
    ["within a share whose id is known", { name: "a", shareId: "rs-1" }, {}, 1],
    ["within an adopted object", { name: "a", adopt: "t-9" }, { isNew: true }, 1],
    ["but not because of `adopt` on what exists", { name: "a", adopt: "t-9" }, {}, 0],
  ])("claims the arguments of a resource %s", (_, values, operationContext, failed) => {
    const driver = driverOf(
      operationContext.urns === undefined && values["shareId"] === undefined ? { inputs: inputs.omit({ shareId: true }) } : {},
    );
    expect(driver.check(values, { urn: self, ...operationContext }).failures).toEqual([]);
    expect(driver.check(values, { urn: "other", ...operationContext }).failures).toHaveLength(failed);
  });
});

it.each([
  ["of a new resource", true, [expect.stringMatching(/^adopt: `pulumi up` changes what it adopts .*`resourceshare diff --live`/)]],
  ["of an existing one not", false, []],
])("warns that a preview does not read an adopted object: %s", (_, isNew, warnings) => {
  const run = createHarness().run();
  createDriver(thing(readyThing), run.host).check({ name: "a", adopt: "t-9" }, { urn: self, isNew });
  expect(run.warnings()).toEqual(warnings);
});

describe("the order of lists", () => {
  const parts = (...ids: string[]) => ids.map((id) => ({ id }));
  const sorting = {
    canonical: ({ parts: list, ...values }: Values) => ({
      ...values,
      parts: Array.isArray(list) ? list.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)) : list,
    }),
  };

  it("keeps list arguments in the order of the previous arguments", async () => {
    const driver = driverOf({
      ...sorting,
      read: async () => ({ name: "a", parts: parts("1", "2", "3", "4"), status: "ready", items: [] }),
    });
    const state = { ...ready, parts: parts("3", "2", "1") };
    const previous = { name: "a", parts: parts("3", "2", "1") };
    const { inputs: checked } = driver.check({ name: "a", parts: parts("1", "3", "4") }, { urn: self, previous });
    expect(checked["parts"]).toEqual(parts("3", "4", "1"));
    const { state: updated } = await driver.update("t-1", state, checked, { urn: self });
    expect(updated["parts"]).toEqual(parts("3", "4", "1"));
    const found = await driver.read("t-1", updated, { urn: self });
    expect(found?.inputs["parts"]).toEqual(parts("3", "4", "1", "2"));
  });

  it("keeps list outputs after an update in the order of the state, as the preview has shown them", async () => {
    const driver = driverOf({ reconcile: async (_context, _id, _before, wanted) => ({ ...wanted, status: "ready", items: ["1", "2"] }) });
    const { state } = await driver.update("t-1", { ...ready, items: ["2", "1"] }, { name: "a", owner: "x" }, { urn: self });
    expect(state["items"]).toEqual(["2", "1"]);
  });

  it("sorts list arguments canonically in a first check, and reports no difference for it", () => {
    const driver = driverOf(sorting);
    expect(driver.check({ name: "a", parts: parts("2", "1") }, { urn: self, previous: {} }).inputs["parts"]).toEqual(parts("1", "2"));
    const state = { ...ready, parts: parts("1", "2") };
    expect(driver.diff("t-1", state, { name: "a", parts: parts("2", "1") }, { urn: self }).changed).toEqual([]);
  });
});

describe("a difference", () => {
  const state = { ...ready, owner: "x", adopt: "t-1" };
  it.each<[string, Values, object]>([
    ["none", { name: "a" }, { changed: [], replaces: [] }],
    ["one that replaces the object", { name: "b", tags: { aa: "1" } }, { changed: ["name", "tags"], replaces: ["name"] }],
    ["one of an output that the program names", { name: "a", owner: "y" }, { changed: ["owner"], replaces: [] }],
    ["none of what counts at the creation only", { name: "a", adopt: "t-2" }, { changed: [], replaces: [] }],
    ["one of what is not known yet", { name: "a", tags: { aa: UNKNOWN } }, { changed: ["tags"], replaces: [] }],
  ])("computes the difference between state and arguments: %s", (_, wanted, difference) => {
    expect(driverOf().diff("t-1", state, wanted, { urn: self })).toEqual({ ...difference, needsReconcile: false });
  });

  it("treats list outputs that an older state lacks as empty", () => {
    const evaluated: Values[] = [];
    const unfinished = (before: Values) => evaluated.push(before) > 0;
    expect(driverOf({ needsReconcile: unfinished }).diff("t-1", { name: "a" }, { name: "a" }, { urn: self }).needsReconcile).toBe(true);
    expect(evaluated).toEqual([{ name: "a", items: [] }]);
  });

  it("makes a diff reject a part that another resource claims", () => {
    const driver = driverOf();
    for (const urn of [self, "other"]) driver.check({ name: urn }, { urn });
    driver.diff("t-1", ready, { name: "a", shareId: "rs-1" }, { urn: self });
    expect(() => driver.diff("t-2", ready, { name: "a", shareId: "rs-1" }, { urn: "other" })).toThrow(InputError);
  });

  it("claims nothing for a resource name that the program does not declare, as in a refresh before a rename", () => {
    const driver = driverOf();
    const owned = { name: "a", shareId: "rs-1" };
    driver.diff("t-1", ready, owned, { urn: "former" });
    expect(driver.check(owned, { urn: self }).failures).toEqual([]);
  });
});

describe("a creation that fails after its id is known", () => {
  const no = new Error("no");
  const late = new UnsettledError({ subject: "it", lastSeen: "nothing", polls: 1, elapsedMs: 1 });
  const seen = { name: "a", status: "half", items: ["1"] };
  const known = { name: "a", status: "new", items: [] };
  const makeNew = async () => ({ id: "t-1", known, isNew: true });
  it.each<[string, Partial<Resource>, Values | undefined, Error]>([
    ["nothing when nothing was made", { reconcile: refuse(no) }, undefined, no],
    ["nothing when no write was sent, whatever is there", { reconcile: refuse(no), read: async () => seen }, undefined, no],
    [
      "what is known when nothing was written, whatever a list shows",
      { reconcile: refuse(no), create: makeNew, read: async () => seen },
      known,
      no,
    ],
    [
      "the known state when the object cannot be read",
      { reconcile: refuse(no), create: makeNew, read: refuse(new Error("closed")) },
      known,
      no,
    ],
    ["what was known when it waits on", { reconcile: refuse(late) }, known, late],
    ["what was known when something was made", { reconcile: refuse(no), create: makeNew }, known, no],
    ["nothing when the object existed before and cannot be read", { read: refuse(no), create: async () => ({ id: "t-1" }) }, undefined, no],
    ["the state that the resource reports", { reconcile: refuse(new PartialUpdateError(no, seen)) }, seen, no],
  ])("keeps %s of a creation that fails after its id is known", async (_, members, state, failure) => {
    const made = driverOf(members).create({ name: "a" }, { urn: self });
    if (state === undefined) await expect(made).rejects.toBe(failure);
    else expect(await made).toMatchObject({ id: "t-1", state: { ...state, ...where }, failure });
  });

  it("keeps the state of a creation that has returned the id when its credentials can no longer be read", async () => {
    const { host } = createHarness().run();
    const client = await host.client(undefined, undefined);
    let isCreated = false;
    const callerAccount = () => (isCreated ? Promise.reject(no) : client.callerAccount());
    const create = async () => ((isCreated = true), { id: "t-1", known, isNew: true });
    const driver = createDriver(thing({ ...readyThing, create, reconcile: refuse(no) }), {
      ...host,
      client: async () => ({ ...client, callerAccount }),
    });
    const made = await driver.create({ name: "a" }, { urn: self });
    expect(made).toEqual({ id: "t-1", state: { ...known, ...where }, failure: no });
  });

  it("reports where a lookup found no object, and reports an absent object in a refresh as undefined", async () => {
    const driver = driverOf({ read: async () => undefined, idForm: { pattern: /^t-/, reason: "must be a t-id" } });
    await expect(driver.read("t-9", { name: "a" }, { urn: self, isLookup: true })).rejects.toThrow(
      `id: there is no Thing t-9 in account ${demo.owner} and region cn-hangzhou; check the id, \`account\` and \`region\``,
    );
    expect(await driver.read("t-9", { name: "a" }, { urn: self })).toBeUndefined();
  });

  it("reports that there is no object to adopt", async () => {
    const create = async () => ({ id: "t-9" });
    await expect(driverOf({ create }).create({ name: "a", adopt: "t-9" }, { urn: self })).rejects.toThrow(
      `adopt: there is no Thing t-9 in account ${demo.owner} and region cn-hangzhou; check the id, \`account\` and \`region\`, or remove \`adopt\` to create it`,
    );
  });
});

describe("an update", () => {
  const late: Values = { name: "a", status: "late", items: ["1"], parts: [{ id: "1" }], tags: { aa: "1" } };
  const wanted = { name: "a", parts: [{ id: "2" }], tags: { bb: "2" } };
  const spied = (found: Values | undefined, resource: Partial<Resource> = {}) => {
    const [read, begun]: [Values[], Values[]] = [[], []];
    const driver = driverOf({
      ...resource,
      read: async (_context, _id, state) => (read.push(state), found),
      reconcile: async (_context, _id, before, now) => (begun.push(before), { ...now, status: "ready" }),
    });
    return { driver, read, begun };
  };

  it("starts an update from a settled state without a read", async () => {
    const { driver, read, begun } = spied(undefined);
    const updated = await driver.update("t-1", ready, wanted, { urn: self });
    expect(updated).toEqual({ id: "t-1", state: { ...wanted, status: "ready", ...where } });
    expect([read, begun]).toEqual([[], [ready]]);
  });

  it("reads managed and desired entities before an update of a state that is not settled, and starts from them", async () => {
    const there = { ...late, parts: [{ id: "1" }, { id: "2" }], tags: { aa: "1", bb: "2" }, status: "half" };
    const { driver, read, begun } = spied(there);
    await driver.update("t-1", late, wanted, { urn: self });
    expect(read).toEqual([{ ...late, parts: [{ id: "1" }, { id: "2" }], tags: { aa: "1", bb: "2" } }]);
    expect(begun).toMatchObject([there]);
  });

  it.each<[string, Partial<Resource>, boolean, number]>([
    ["after one that has failed, from what it reads", {}, false, 1],
    ["that only stores other options, from the state", {}, true, 0],
    ["of an action, which no read shows, from the state", { isAction: true }, false, 0],
  ])("starts an update without a difference %s", async (_case, resource, isStoredAnew, reads) => {
    const { driver, read, begun } = spied({ ...ready, items: [] }, resource);
    await driver.update("t-1", ready, { name: "a" }, { urn: self, isStoredAnew });
    expect([read.length, begun]).toMatchObject([reads, [reads > 0 ? { items: [] } : ready]]);
  });

  it("starts an update from an empty state when the object in progress does not exist", async () => {
    const { driver, begun } = spied(undefined);
    await driver.update("t-1", late, wanted, { urn: self });
    expect(begun).toEqual([{ name: "a", status: "late", items: [], parts: [], tags: {} }]);
  });
});

describe("an update that fails", () => {
  it.each<[string, Error, Values | undefined, RegExp]>([
    ["is gone", refusal("NotFound", "absent"), undefined, /^Thing t-1 does not exist any more \(.*NotFound.*\): run `pulumi refresh`/],
    ["is there", refusal("NotFound", "absent"), ready, /^Do failed: NotFound/],
    ["is gone, and something else went wrong", denied, undefined, /^Do failed: NoPermission/],
    ["is gone, and it is no answer of the service", new Error("closed"), undefined, /^closed$/],
  ])("reports an update that fails because the object %s", async (_, error, found, messages) => {
    const driver = driverOf({ reconcile: refuse(error), read: async () => found });
    const { state, failure } = await driver.update("t-1", ready, { name: "a" }, { urn: self });
    expect(failure?.message).toMatch(messages);
    expect(state).toEqual({ ...ready, ...where });
  });
});

describe("a state", () => {
  it("rejects a state when the account of the credentials cannot be determined, unless the state has no account id", async () => {
    const { host } = createHarness().run();
    const client = await host.client(undefined, undefined);
    const unknown = { ...client, callerAccount: () => Promise.resolve(undefined) };
    const driver = createDriver(thing(readyThing), { ...host, client: () => Promise.resolve(unknown) });
    await expect(driver.delete("t-1", { ...ready, accountId: "1" }, { urn: self })).rejects.toThrow(/account 1, but .*`stsEndpoint`/);
    await expect(driver.delete("t-1", ready, { urn: self })).resolves.toBeUndefined();
  });
});

describe("an operation", () => {
  it("passes an operation its timeout, the resource's status row, and a shared snapshot only for reads", async () => {
    const harness = createHarness({ timeoutMs: 70_000 });
    const { host } = harness.run();
    const [contexts, messages]: [Context[], unknown[]] = [[], []];
    const collect = (message: string, place: unknown) => void messages.push([message, place]);
    const members: Partial<Resource> = {
      read: async (context, _id, state) => (contexts.push(context), { ...state, owner: "x" }),
      delete: async (context) => {
        contexts.push(context);
        context.reportProgress("going");
        context.warn("gone");
      },
    };
    const driver = createDriver(thing({ ...readyThing, ...members }), { ...host, log: { ...host.log, status: collect, warn: collect } });
    expect(await driver.read("t-1", { ...ready, accountId: demo.owner }, { urn: self, timeoutMs: 5000 })).toEqual({
      id: "t-1",
      state: { ...ready, owner: "x", ...where },
      inputs: { name: "a" },
    });
    await driver.delete("t-1", { ...ready, ...where }, { urn: self });
    expect(contexts.map(({ deadline }) => deadline - harness.clock.now())).toEqual([5000, 70_000]);
    expect(contexts.map(({ isSnapshot }) => isSnapshot)).toEqual([true, false]);
    expect(messages).toEqual(["going", "gone"].map((message) => [message, { urn: self }]));
  });
});
