import { describe, expect, it } from "vitest";
import { isRecord, parseJson } from "../../../../provider/kernel/json.ts";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import type { Transport } from "../../../../provider/wire/transport.ts";
import { type Kind, createHarness } from "../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../support/resource-suite.ts";
import { aShare } from "../../../support/resource-scenarios.ts";
import { tagsIn } from "../../../support/share-content.ts";

/** Keys of members that every object inherits. */
const inherited = ["constructor", "toString", "hasOwnProperty", "__proto__"];
const tagsOfKeys = (value: string): Values => Object.fromEntries(inherited.map((key) => [key, value]));

/** The service with lists of shares that omit `Tags`. */
function withoutTags(transport: Transport): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    const body = parseJson(answer.body);
    const shares: readonly unknown[] = isRecord(body) && Array.isArray(body["ResourceShares"]) ? body["ResourceShares"] : [];
    for (const share of shares) if (isRecord(share)) delete share["Tags"];
    return { ...answer, body: JSON.stringify(body) };
  };
}

/** The service with association records whose ARNs, properties and messages are empty texts. */
function withEmptyTexts(transport: Transport): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    const body = parseJson(answer.body);
    const records: readonly unknown[] =
      isRecord(body) && Array.isArray(body["ResourceShareAssociations"]) ? body["ResourceShareAssociations"] : [];
    const emptied = { ResourceArn: "", TargetProperty: "", ResourceProperty: "", AssociationStatusMessage: "" };
    for (const record of records) if (isRecord(record)) Object.assign(record, emptied);
    return { ...answer, body: JSON.stringify(body) };
  };
}

describe("null", () => {
  it.each<[Kind, Values, Values]>([
    ["ResourceShare", { name: "a" }, { tags: null, targets: null, resourceGroupId: null, exclusive: null, adopt: null, account: null }],
    ["ResourceShare", { name: "a", targets: ["1"] }, { targets: [null, { id: "1", property: null }], resources: [null] }],
    ["ResourceShare", { name: "a", tags: { a: "1" } }, { tags: { a: "1", b: null } }],
    ["ShareAssociation", { shareId: "rs-1", targets: ["1"] }, { resources: null, resourceArns: null, permissionNames: [null] }],
    ["SharePermission", { shareId: "rs-1", permissionName: "P" }, { region: null, nothing: null }],
    ["InvitationAcceptor", { shareId: "rs-1", leaveOnDelete: true }, { invitationId: null, senderAccountId: null, leaveOnDelete: null }],
    ["DirectorySharing", {}, { adopt: null }],
    ["DeviceAction", { action: "executeScene", args: { sceneId: "s" } }, { args: { sceneId: "s", extra: null }, triggers: null }],
  ])("treats null as absent in the arguments of %s: %o with %o", (kind, inputs, nulls) => {
    const driver = createHarness().run().driver(kind);
    const check = (values: Values) => driver.check(values, { urn: "it" });
    expect(check({ ...inputs, ...nulls })).toEqual(check(inputs));
  });

  it("reports no difference between null in a state and an absent value in a program", () => {
    const driver = createHarness().run().driver("ResourceShare");
    const state = { name: "a", tags: null, targets: [null, "1"], associations: [], creating: null };
    expect(driver.diff("rs-1", state, { name: "a", targets: ["1"], exclusive: null }, { urn: "it" }).changed).toEqual([]);
  });

  it("rejects null for a required argument like a missing one", () => {
    const { failures } = createHarness().run().driver("ResourceShare").check({ name: null }, { urn: "it" });
    expect(failures).toEqual([{ property: "name", reason: "is required" }]);
  });
});

describe("tags whose keys every object inherits", () => {
  it.each(["ResourceShare", "ShareTags"] as const)(
    "sets, compares, changes and removes tags whose keys every object inherits by %s",
    async (kind) => {
      const harness = createHarness();
      const self = urn(kind);
      const driver = harness.run().driver(kind);
      const base = kind === "ShareTags" ? { shareId: await aShare(harness) } : { name: "network" };
      const made = await up(driver, { ...base, tags: { ...tagsOfKeys("1"), kept: "1" } }, self);
      const shareId = String(made.id.split("/")[0]);
      expect(tagsIn(harness, shareId)).toEqual({ ...tagsOfKeys("1"), kept: "1" });
      expect(await updateIfChanged(driver, made, { ...base, tags: { ...tagsOfKeys("1"), kept: "1" } }, self)).toBe(made);
      const changed = await updateIfChanged(driver, made, { ...base, tags: { ...tagsOfKeys("2"), kept: "1" } }, self);
      expect(tagsIn(harness, shareId)).toEqual({ ...tagsOfKeys("2"), kept: "1" });
      const removed = await updateIfChanged(driver, changed, { ...base, tags: { kept: "1" } }, self);
      expect(tagsIn(harness, shareId)).toEqual({ kept: "1" });
      expect((await refresh(driver, removed, self))?.state["tags"]).toEqual({ kept: "1" });
    },
  );

  it("lets one resource only claim a tag whose key every object inherits", () => {
    const driver = createHarness().run().driver("ShareTags");
    const inputs = { shareId: "rs-1", tags: { constructor: "1" } };
    checkedBy(driver, inputs, "first");
    expect(driver.check(inputs, { urn: "second" }).failures.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("tag constructor of rs-1"),
    ]);
  });
});

describe("a list of shares that leaves tags out", () => {
  it("lists shares without tags, for ResourceShare and ShareTags alike", async () => {
    const harness = createHarness();
    const run = harness.run({ transport: withoutTags(harness.simulator.transport) });
    const share = await up(run.driver("ResourceShare"), { name: "network", tags: { a: "1" } }, urn("ResourceShare"));
    expect((await refresh(run.driver("ResourceShare"), share, urn("ResourceShare")))?.state["tags"]).toBeUndefined();
    const more = await up(run.driver("ShareTags"), { shareId: share.id, tags: { b: "1" } }, urn("ShareTags"));
    expect(await refresh(run.driver("ShareTags"), more, urn("ShareTags"))).toBeUndefined();
  });

  it("leaves no desired tag in the state that was not added", async () => {
    const harness = createHarness();
    const driver = harness.run({ transport: withoutTags(harness.simulator.transport) }).driver("ResourceShare");
    const self = urn("ResourceShare");
    const made = await up(driver, { name: "network" }, self);
    harness.simulator.faults.add({ operation: "TagResources", times: 100, fault: { kind: "error", status: 403, code: "NoPermission" } });
    const { failure, state } = await driver.update(made.id, made.state, checkedBy(driver, { name: "network", tags: { a: "1" } }, self), {
      urn: self,
    });
    expect(failure?.message).toContain("NoPermission");
    expect(state["tags"]).toBeUndefined();
    expect(driver.diff(made.id, state, { name: "network", tags: { a: "1" } }, { urn: self }).changed).toContain("tags");
  });
});

describe("association records with empty texts", () => {
  const arn = "acs:ecs:cn-hangzhou:1000000000000001:image/m-demo01";

  it.each([false, true])("finds a resource that is listed by its ARN, in a share with exclusive %s", async (exclusive) => {
    const harness = createHarness();
    const driver = harness.run({ transport: withEmptyTexts(harness.simulator.transport) }).driver("ResourceShare");
    const self = urn("ResourceShare");
    const inputs = { name: "network", exclusive, resources: [{ type: "VSwitch", id: "vsw-demo01" }], resourceArns: [arn] };
    const made = await up(driver, inputs, self);
    const refreshed = await refresh(driver, made, self);
    expect(refreshed?.state).toEqual(made.state);
    expect(refreshed && (await updateIfChanged(driver, refreshed, inputs, self))).toBe(refreshed);
  });

  it("removes what is not listed in a share that is exclusive", async () => {
    const harness = createHarness();
    const driver = harness.run({ transport: withEmptyTexts(harness.simulator.transport) }).driver("ResourceShare");
    const self = urn("ResourceShare");
    const inputs = { name: "network", exclusive: true, resources: [{ type: "VSwitch", id: "vsw-demo01" }] };
    const made = await up(driver, inputs, self);
    harness.simulator.outOfBand.associate(made.id, { resources: [{ type: "VSwitch", id: "vsw-demo02" }] });
    const refreshed = await refresh(driver, made, self);
    expect(refreshed?.state["resources"]).toEqual([
      { type: "VSwitch", id: "vsw-demo01" },
      { type: "VSwitch", id: "vsw-demo02" },
    ]);
    const updated = refreshed && (await updateIfChanged(driver, refreshed, inputs, self));
    expect(updated?.state["resources"]).toEqual(inputs.resources);
  });
});
