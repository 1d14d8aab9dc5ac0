import { describe, expect, it } from "vitest";
import { ApiError, TransportError } from "../../../../provider/kernel/errors.ts";
import type { Outcome } from "../../../../provider/lifecycle/driver.ts";
import { DeviceAction } from "../../../../provider/resources/device-action.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import type { Fault } from "../../../../simulator/gateway/faults.ts";
import { createPlayingList, executeScene, executeSmartHomeScene, pushDeviceNotification } from "../../../support/device-actions.ts";
import { openResource } from "../../../support/resource-fixture.ts";

const push = pushDeviceNotification("dinner");
const play = createPlayingList("1");

/** The simulator, and the engine's calls for the resource in one run after another. */
async function open() {
  const fixture = await openResource("DeviceAction");
  const { simulator, again, faults } = fixture;
  const fail = (operation: string, fault: Fault) => faults.add({ operation, fault });
  const done = () => simulator.device.done.map(({ operation }) => operation);
  /** The next `up`: an update when something differs or the last one failed. */
  const next = async (made: Outcome, inputs: Values): Promise<Outcome> => {
    const { diff, change } = again();
    const { changed, needsReconcile } = diff(made, inputs);
    return changed.length === 0 && !needsReconcile && made.failure === undefined ? made : change(made, inputs);
  };
  return { ...fixture, fail, done, next };
}

const unclear: Fault[] = [
  { kind: "lost" },
  { kind: "truncated" },
  { kind: "garbage" },
  { kind: "hang", executed: true },
  { kind: "error", status: 500, code: "InternalError", executed: true },
];

describe("DeviceAction", () => {
  it.each([
    ["executeScene", "sceneId", "is missing: without it, no scene may be executed"],
    ["pushDeviceNotification", "body", "is missing: without it, no message may be sent"],
  ])("warns about a DeviceAction with %s without %s", (action, name, reason) => {
    expect(DeviceAction.advise?.({ action, args: {} })).toEqual([{ property: `args.${name}`, reason }]);
    expect(DeviceAction.advise?.({ action, args: { [name]: UNKNOWN } })).toEqual([]);
    expect(DeviceAction.advise?.({ action: "createPlayingList", args: {} })).toEqual([]);
  });

  it.each([executeScene, push, play, executeSmartHomeScene])("runs the DeviceAction $action once", async (inputs) => {
    const { create, next, done } = await open();
    const made = await create(inputs);
    expect(made.failure).toBeUndefined();
    expect(made.state).toMatchObject({ ...inputs, result: {}, ranAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await next(made, inputs)).toBe(made);
    expect(done().map((name) => name.toLowerCase())).toEqual([inputs.action.toLowerCase()]);
  });

  it.each<[string, Values]>([
    ["triggers", { ...executeScene, triggers: ["a", { b: 2 }] }],
    ["args", { ...executeScene, args: { sceneId: deviceDemo.scenes.goodMorning } }],
    ["action", executeSmartHomeScene],
  ])("runs a DeviceAction again, in place, when its %s change", async (name, changed) => {
    const { create, diff, next, done } = await open();
    const first = { ...executeScene, triggers: ["a", { b: 1 }] };
    const second = { triggers: first.triggers, ...changed };
    const made = await create(first);
    expect(diff(made, second)).toMatchObject({ replaces: [], changed: expect.arrayContaining([name]) });
    const later = await next(made, second);
    expect(later).toMatchObject({ id: made.id, state: changed });
    expect(done()).toHaveLength(2);
    expect(await next(later, second)).toBe(later);
  });

  it("replaces a DeviceAction when account or region change", async () => {
    const { create, diff } = await open();
    const made = await create(executeScene);
    expect(diff(made, { ...executeScene, account: "other", region: "cn-beijing" }).replaces).toEqual(["account", "region"]);
  });

  it.each(unclear)("keeps a DeviceAction as done after %o of its first run, and the next `up` does not run it", async (fault) => {
    const { create, next, done, fail, warnings } = await open();
    fail("PushDeviceNotification", fault);
    const inputs = { ...push, triggers: ["release 1"] };
    const made = await create(inputs);
    expect(made.failure?.message).toMatch(/it may have taken effect all the same/);
    expect(made.failure?.message).not.toContain("run again later");
    expect(made.state).toMatchObject({ ...inputs, ranAt: expect.any(String), failure: made.failure?.message });
    expect(warnings()).toEqual([expect.stringMatching(/not repeated by itself: change `triggers`/)]);
    const later = await next(made, inputs);
    expect(later.failure).toBeUndefined();
    expect(done()).toHaveLength(1);
    const again = await next(later, { ...push, triggers: 2 });
    expect(again.state["failure"]).toBeUndefined();
    expect(done()).toHaveLength(2);
  });

  it("records the run of a DeviceAction during which the update is cancelled", async () => {
    const { again, fail, clock, next, done } = await open();
    const canceller = new AbortController();
    fail("PushDeviceNotification", { kind: "latency", ms: 10_000 });
    const running = again({ cancellation: canceller.signal }).create(push);
    await clock.sleep(1_000);
    canceller.abort(new Error("cancelled"));
    await next(await running, push);
    expect(done()).toHaveLength(1);
  });

  it("shows no argument of a DeviceAction when the service quotes it", async () => {
    const { create, fail } = await open();
    const text = "call 13800000000 two";
    const message = `cannot push text: ${text} (${encodeURIComponent(text)}, ${text.slice(5, 16)})`;
    fail("PushDeviceNotification", { kind: "error", status: 500, code: "InternalError", message, executed: true });
    const made = await create({ ...push, args: { body: { ...push.args.body, placeHolder: { content: text } } } });
    expect(made.failure?.message).toContain("cannot push text: [secret]");
    expect(made.state["failure"]).toBe(made.failure?.message);
    for (const part of [text, "13800000000", encodeURIComponent(text)]) expect(made.failure?.message).not.toContain(part);
  });

  it.each<[string, Fault, abstract new (...args: never[]) => Error, number, number]>([
    [
      "counts a later run as done, and does not repeat it in the next up, after an ambiguous failure",
      { kind: "lost" },
      TransportError,
      2,
      2,
    ],
    ["repeats a later run in the next up after a refusal", { kind: "error", status: 403, code: "Forbidden.Scope" }, ApiError, 1, 2],
  ])("records the failure of a DeviceAction: it %s", async (_, fault, failure, version, runs) => {
    const { create, next, done, fail } = await open();
    const made = await create({ ...executeScene, triggers: { v: 1 } });
    fail("ExecuteScene", fault);
    const inputs = { ...executeScene, triggers: { v: 2 } };
    const second = await next(made, inputs);
    expect(second.failure).toBeInstanceOf(failure);
    expect(second.state).toMatchObject({ triggers: { v: version } });
    expect((await next(second, inputs)).failure).toBeUndefined();
    expect(done()).toHaveLength(runs);
  });

  it("keeps no id when the service refuses the first run of a DeviceAction", async () => {
    const { create, done } = await open();
    await expect(create({ ...executeScene, args: { sceneId: "other" } })).rejects.toThrow(
      /EntityNotExists.Scene: There is no such scene; check the ids: getSceneList, .* return those of the user/,
    );
    expect(done()).toEqual([]);
  });

  it("does not record a DeviceAction as done when only the token request failed", async () => {
    const { create, fail, simulator, done } = await open();
    simulator.advance(604_800_000);
    fail("OAuth2TokenEndpoint", { kind: "lost" });
    await expect(create(executeScene)).rejects.toThrow(/OAuth2TokenEndpoint got no answer/);
    expect(done()).toEqual([]);
  });

  it("reads a DeviceAction from its state, and rejects its import by an id", async () => {
    const { create, again } = await open();
    const made = await create(executeScene);
    expect((await again().refresh(made))?.state).toEqual(made.state);
    await expect(again().read("executeScene/x")).rejects.toThrow("DeviceAction cannot be imported");
  });

  it("undoes nothing when a DeviceAction is deleted, and reports that", async () => {
    const { create, again, calls } = await open();
    const made = await create(executeScene);
    const before = calls().length;
    const { remove, warnings } = again();
    await remove(made);
    expect(warnings()).toEqual([expect.stringContaining("the effect of executeScene is not undone")]);
    expect(calls(before).filter((name) => name !== "GetCallerIdentity")).toEqual([]);
  });

  it.each<[Values, string[]]>([
    [{}, ["action", "args"]],
    [{ action: "getUserPhone", args: {} }, ["action"]],
    [{ action: "executeScene", args: { scneId: "x" } }, ["args.scneId"]],
    [
      { ...push, args: { body: { sendTarget: {}, placeHolder: { Key: 1 } } } },
      ["args.body.messageTemplateId", "args.body.placeHolder.Key", "args.body.encodeType", "args.body.encodeKey"],
    ],
    [{ ...push, args: { body: { ...push.args.body, sendTarget: 1 } } }, ["args.body.sendTarget"]],
    [{ ...executeScene, argz: {} }, ["argz"]],
  ])("names every wrong argument of the DeviceAction %o, without a call", async (inputs, properties) => {
    const { check, calls } = await open();
    expect(check(inputs).map(({ property }) => property)).toEqual(properties);
    expect(calls()).toEqual([]);
  });

  it.each<Values>([
    { action: UNKNOWN, args: { anything: 1 } },
    { action: "executeScene", args: UNKNOWN },
    { action: "executeScene", args: { sceneId: UNKNOWN }, triggers: UNKNOWN },
    { ...push, args: { body: { ...push.args.body, sendTarget: UNKNOWN, encodeKey: UNKNOWN, placeHolder: { a: UNKNOWN } } } },
    { ...push, args: { body: { ...push.args.body, sendTarget: { targetType: UNKNOWN, targetIdentity: "x" } } } },
    { ...push, args: { body: { ...push.args.body, sendTarget: { targetType: "DEVICE_UNION_ID" }, organizationId: UNKNOWN } } },
  ])("accepts unknown values in the arguments of a DeviceAction (%#)", async (inputs) => {
    const { check } = await open();
    expect(check(inputs)).toEqual([]);
  });
});
