import { describe, expect, it } from "vitest";
import { ApiError, TransportError } from "../../../../provider/kernel/errors.ts";
import type { Outcome } from "../../../../provider/lifecycle/driver.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import type { Fault } from "../../../../simulator/gateway/faults.ts";
import { createPlayingList, executeScene, executeSmartHomeScene, pushDeviceNotification } from "../../../support/device-actions.ts";
import { createHarness } from "../../../support/harness.ts";

const self = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:DeviceAction::it";
const push = pushDeviceNotification("dinner");
const play = createPlayingList("1");

/** The simulator, and the engine's calls for the resource in one run after another. */
function openFixture() {
  const harness = createHarness();
  const runs = () => harness.run();
  const done = () => harness.simulator.device.done.map(({ operation }) => operation);
  const fail = (operation: string, fault: Fault) => harness.simulator.faults.add({ operation, fault });
  const create = (inputs: Values, run = runs()) => run.driver("DeviceAction").create(inputs, { urn: self });
  /** The next `up`: an update when something differs or the last one failed. */
  const up = async (made: Outcome, inputs: Values, run = runs()): Promise<Outcome> => {
    const driver = run.driver("DeviceAction");
    const { changed, needsReconcile } = driver.diff(made.id, made.state, inputs, { urn: self });
    if (changed.length === 0 && !needsReconcile && made.failure === undefined) return made;
    return driver.update(made.id, made.state, inputs, { urn: self });
  };
  return { ...harness, runs, done, fail, create, up };
}

const unclear: Fault[] = [
  { kind: "lost" },
  { kind: "truncated" },
  { kind: "garbage" },
  { kind: "hang", executed: true },
  { kind: "error", status: 500, code: "InternalError", executed: true },
];

describe("DeviceAction", () => {
  it.each([executeScene, push, play, executeSmartHomeScene])("runs $action once", async (inputs) => {
    const { create, up, done, simulator } = openFixture();
    const made = await create(inputs);
    expect(made.failure).toBeUndefined();
    expect(made.state).toMatchObject({ ...inputs, result: {}, ranAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await up(made, inputs)).toBe(made);
    expect(done()).toHaveLength(1);
    expect(simulator.device.done[0]?.operation.toLowerCase()).toBe(inputs.action.toLowerCase());
  });

  it("keeps the keys of free maps", async () => {
    const { create, simulator } = openFixture();
    await create(push);
    await create(play);
    expect(simulator.device.done.map(({ request }) => request)).toMatchObject([
      { body: { PlaceHolder: { content: "dinner" } } },
      { OpenCreatePlayingListRequest: { ExtendInfo: { Some: { Thing: 1 } } } },
    ]);
  });

  it.each<[string, Values]>([
    ["triggers", { ...executeScene, triggers: ["a", { b: 2 }] }],
    ["args", { ...executeScene, args: { sceneId: deviceDemo.scenes.goodMorning } }],
    ["action", { ...executeSmartHomeScene }],
  ])("runs the action again, in place, when its %s change", async (name, changed) => {
    const { create, up, done, runs } = openFixture();
    const first = { ...executeScene, triggers: ["a", { b: 1 }] };
    const second = { triggers: first.triggers, ...changed };
    const made = await create(first);
    const difference = runs().driver("DeviceAction").diff(made.id, made.state, second, { urn: self });
    expect(difference).toMatchObject({ replaces: [] });
    expect(difference.changed).toContain(name);
    const next = await up(made, second);
    expect(next).toMatchObject({ id: made.id, state: changed });
    expect(done()).toHaveLength(2);
    expect(await up(next, second)).toBe(next);
  });

  it("replaces the action when account or region change", async () => {
    const { create, runs } = openFixture();
    const made = await create(executeScene);
    const inputs = { ...executeScene, account: "other", region: "cn-beijing" };
    expect(runs().driver("DeviceAction").diff(made.id, made.state, inputs, { urn: self }).replaces).toEqual(["account", "region"]);
  });

  it.each(unclear)("keeps the action as done after %o of its first run, and the next up does not run it", async (fault) => {
    const { create, up, done, fail, runs } = openFixture();
    fail("PushDeviceNotification", fault);
    const run = runs();
    const made = await create(push, run);
    expect(made.failure?.message).toMatch(/it may have taken effect all the same/);
    expect(made.state).toMatchObject({ ...push, ranAt: expect.any(String), failure: made.failure?.message });
    expect(run.warnings()).toEqual([expect.stringMatching(/not repeated by itself: change `triggers`/)]);
    const next = await up(made, push);
    expect(next.failure).toBeUndefined();
    expect(done()).toHaveLength(1);
    const again = await up(next, { ...push, triggers: 2 });
    expect(again.state["failure"]).toBeUndefined();
    expect(done()).toHaveLength(2);
  });

  it("shows none of its arguments when the service quotes them", async () => {
    const { create, fail } = openFixture();
    const text = "call 13800000000 two";
    const message = `cannot push text: ${text} (${encodeURIComponent(text)}, ${text.slice(5, 16)})`;
    fail("PushDeviceNotification", { kind: "error", status: 500, code: "InternalError", message, executed: true });
    const made = await create({ ...push, args: { body: { ...push.args.body, placeHolder: { content: text } } } });
    expect(made.failure?.message).toContain("cannot push text: [secret]");
    expect(made.state["failure"]).toBe(made.failure?.message);
    for (const part of [text, "13800000000", encodeURIComponent(text)]) expect(made.failure?.message).not.toContain(part);
  });

  it("does not advise to rerun an action that may have taken effect", async () => {
    const { create, fail } = openFixture();
    fail("ExecuteScene", { kind: "error", status: 500, code: "InternalError", executed: true });
    const { failure } = await create(executeScene);
    expect(failure?.message).toContain("it may have taken effect all the same; the service itself failed");
    expect(failure?.message).not.toContain("run again later");
  });

  it("keeps the action as done after an ambiguous failure of a later run, too", async () => {
    const { create, up, done, fail } = openFixture();
    const made = await create({ ...executeScene, triggers: [1] });
    fail("ExecuteScene", { kind: "lost" });
    const second = await up(made, { ...executeScene, triggers: [2] });
    expect(second.failure).toBeInstanceOf(TransportError);
    expect(second.state).toMatchObject({ triggers: [2] });
    expect((await up(second, { ...executeScene, triggers: [2] })).failure).toBeUndefined();
    expect(done()).toHaveLength(2);
  });

  it("creates nothing when the service refuses the first run", async () => {
    const { create, done } = openFixture();
    await expect(create({ ...executeScene, args: { sceneId: "other" } })).rejects.toThrow(/EntityNotExists.Scene/);
    expect(done()).toEqual([]);
  });

  it("runs again in the next up when a later run was refused", async () => {
    const { create, up, done, fail } = openFixture();
    const made = await create({ ...executeScene, triggers: { v: 1 } });
    fail("ExecuteScene", { kind: "error", status: 403, code: "Forbidden.Scope" });
    const refused = await up(made, { ...executeScene, triggers: { v: 2 } });
    expect(refused.failure).toBeInstanceOf(ApiError);
    expect(refused.state).toMatchObject({ triggers: { v: 1 } });
    expect((await up(refused, { ...executeScene, triggers: { v: 2 } })).failure).toBeUndefined();
    expect(done()).toHaveLength(2);
  });

  it("does not count as done when only the token request failed", async () => {
    const { create, fail, simulator, done } = openFixture();
    simulator.advance(604_800_000);
    fail("OAuth2TokenEndpoint", { kind: "lost" });
    await expect(create(executeScene)).rejects.toThrow(/OAuth2TokenEndpoint got no answer/);
    expect(done()).toEqual([]);
  });

  it("does nothing after an abort", async () => {
    const { run, create, done } = openFixture();
    const withoutEngine = run({ assertEngineAlive: () => Promise.reject(new Error("the engine has ended")) });
    await expect(create(executeScene, withoutEngine)).rejects.toThrow("the engine has ended");
    expect(done()).toEqual([]);
  });

  it("reads the stored state, and cannot be imported by an id", async () => {
    const { create, runs } = openFixture();
    const made = await create(executeScene);
    const driver = runs().driver("DeviceAction");
    expect((await driver.read(made.id, made.state, { urn: self }))?.state).toEqual(made.state);
    await expect(driver.read("executeScene/x", {}, { urn: self })).rejects.toThrow("DeviceAction cannot be imported");
  });

  it("undoes nothing when it is deleted, and reports that", async () => {
    const { create, runs, calls } = openFixture();
    const made = await create(executeScene);
    const run = runs();
    const before = calls().length;
    await run.driver("DeviceAction").delete(made.id, made.state, { urn: self });
    expect(run.warnings()).toEqual([expect.stringContaining("the effect of executeScene is not undone")]);
    expect(
      calls()
        .slice(before)
        .filter((name) => name !== "GetCallerIdentity"),
    ).toEqual([]);
  });

  it.each<[Values, string[]]>([
    [{}, ["action", "args"]],
    [{ action: "getUserPhone", args: {} }, ["action"]],
    [{ action: "executeScene", args: { scneId: "x" } }, ["args.scneId"]],
    [{ action: "executeSmartHomeScene", args: { sceneId: 1 } }, ["args.familyId", "args.sceneId"]],
    [
      { ...push, args: { body: { sendTarget: {}, placeHolder: { Key: 1 } } } },
      ["args.body.messageTemplateId", "args.body.placeHolder.Key", "args.body.encodeType", "args.body.encodeKey"],
    ],
    [
      { ...push, args: { body: { ...push.args.body, sendTarget: { targetType: "DEVICE_UNION_ID", targetIdentity: "" }, encodeKey: 1 } } },
      ["args.body.sendTarget.targetIdentity", "args.body.encodeKey", "args.body.organizationId"],
    ],
    [
      { ...play, args: { ...play.args, deviceInfo: { idType: "UNION_ID" } } },
      ["args.deviceInfo.encodeType", "args.deviceInfo.encodeKey", "args.deviceInfo.id", "args.deviceInfo.organizationId"],
    ],
    [{ ...push, args: { body: { ...push.args.body, sendTarget: 1 } } }, ["args.body.sendTarget"]],
    [{ ...executeScene, argz: {} }, ["argz"]],
  ])("rejects %o by name, without a call", (inputs, properties) => {
    const { runs, calls } = openFixture();
    const { failures } = runs().driver("DeviceAction").check(inputs, { urn: self });
    expect(failures.map(({ property }) => property)).toEqual(properties);
    expect(calls()).toEqual([]);
  });

  it.each<Values>([
    { action: UNKNOWN, args: { anything: 1 } },
    { action: "executeScene", args: UNKNOWN },
    { action: "executeScene", args: { sceneId: UNKNOWN }, triggers: UNKNOWN },
    { ...push, args: { body: { ...push.args.body, sendTarget: UNKNOWN, encodeKey: UNKNOWN, placeHolder: { a: UNKNOWN } } } },
    { ...push, args: { body: { ...push.args.body, sendTarget: { targetType: UNKNOWN, targetIdentity: "x" } } } },
    { ...push, args: { body: { ...push.args.body, sendTarget: { targetType: "DEVICE_UNION_ID" }, organizationId: UNKNOWN } } },
  ])("accepts unknown values (%#)", (inputs) => {
    expect(openFixture().runs().driver("DeviceAction").check(inputs, { urn: self }).failures).toEqual([]);
  });
});
