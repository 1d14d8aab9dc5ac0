import { describe, expect, it } from "vitest";
import { UpdateResourceShare } from "../../../../../provider/api/shares.ts";
import { ResourceShare } from "../../../../../provider/resources/share/resource-share.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { denied, openResource } from "../../../../support/resource-fixture.ts";
import { permission, switches } from "../../../../support/resource-scenarios.ts";

const net = { name: "net", ...switches, tags: { team: "net" } };
const open = (settings = {}) => openResource("ResourceShare", settings);

describe("ResourceShare", () => {
  it("returns all outputs of a ResourceShare", async () => {
    const time = "2026-01-01T00:00:00.000Z";
    const of = (kind: string, entityType: string, entityId: string) => ({ kind, entityType, entityId, status: "Associated" });
    const { up } = await open();
    expect((await up(net)).state).toEqual({
      ...net,
      allowExternalTargets: false,
      exclusive: false,
      owner: demo.owner,
      status: "Active",
      accountId: demo.owner,
      regionId: "cn-hangzhou",
      createTime: time,
      updateTime: time,
      associations: [
        {
          ...of("Resource", "VSwitch", "vsw-1"),
          arn: `acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-1`,
          external: false,
          createTime: time,
        },
        { ...of("Target", "Account", demo.member), external: false, createTime: time },
      ],
    });
  });

  it("warns in a preview that `adopt` has no effect for another share than the one that the resource has", async () => {
    const { up, driver, self, warnings } = await open();
    const { id, state } = await up({ name: "net" });
    for (const adopt of [id, "rs-other"]) {
      driver.check({ name: "net", adopt }, { urn: self });
      driver.diff(id, state, { name: "net", adopt }, { urn: self });
    }
    expect(warnings()).toEqual([`adopt: has no effect, because this resource has ${id} already: take it out`]);
  });

  it("warns in a preview of a share with the name of another one in the same account and region", async () => {
    const { as, driver, warnings } = await open();
    const check = (name: string, inputs = {}, regionId = "cn-hangzhou") =>
      driver.check({ name: "net", ...inputs }, { urn: as(name).self, region: { regionId, source: "" } }).failures;
    for (const name of ["it", "it", "copy"]) expect(check(name)).toEqual([]);
    for (const other of [check("copy", {}, "cn-shanghai"), check("copy", { account: "consumer" }), check("copy", { name: "other" })])
      expect(other).toEqual([]);
    expect(warnings()).toEqual(["name: ResourceShare it has the same name: give each its own"]);
  });

  it.each([net, { name: "net" }])("fails an update of a share that is gone, also when the changes of %j are taken back", async (inputs) => {
    const { up, change, again, outOfBand } = await open();
    const made = await up(inputs);
    outOfBand.deleteShare(made.id);
    outOfBand.settleNow();
    const failed = await change(made, { ...inputs, name: "other" });
    const returned = await again().change(failed, inputs);
    for (const { failure } of [failed, returned]) {
      expect(failure?.message).toMatch(/^ResourceShare rs-000001 does not exist any more.*: run `pulumi refresh`, then `pulumi up`/);
    }
  });

  it("keeps no id of a share that its creating call did not return and that cannot be read, so that the next run resumes it", async () => {
    const { create, again, faults, shares, tags } = await open();
    faults.add({ operation: "CreateResourceShare", times: 1, fault: { kind: "garbage" } });
    faults.add({ operation: "ListResourceShareAssociations", nth: 3, times: 1000, fault: { kind: "garbage" } });
    await expect(create(net, 2_000)).rejects.toThrow(/ListResourceShareAssociations/);
    faults.clear();
    const [left = ""] = shares();
    expect(tags(left)).toHaveProperty("resourceshare:creating");
    expect((await again().up(net)).id).toBe(left);
    expect(tags(left)).toEqual(net.tags);
  });

  it("keeps the create tag in the state when a share whose creation got no answer can neither be changed nor read again", async () => {
    const { again, faults, simulator } = await open();
    faults.add({ operation: "CreateResourceShare", times: 1, fault: { kind: "garbage" } });
    faults.add({ operation: "AssociateResourceShare", times: 99, fault: denied });
    faults.add({ operation: "UntagResources", times: 99, fault: denied });
    const transport: Transport = (request, signal) => {
      if (request.headers["x-acs-action"] === "UntagResources") faults.add({ operation: "ListResourceShares", times: 99, fault: denied });
      return simulator.transport(request, signal);
    };
    const { apps, core, sandbox } = demo.folders;
    const targets = [demo.member, demo.network, demo.sandbox, apps, core, sandbox];
    const made = await again({ transport }).create({ ...net, targets });
    expect(made.failure?.message).toMatch(/NoPermission/);
    expect(made.state).toMatchObject({ name: net.name, creating: true });
  });

  it("plans an update of a share while it has its create tag or an association in progress, not for an open invitation", async () => {
    const { up, diff } = await open();
    const inputs = { ...net, allowExternalTargets: true, targets: [demo.member, demo.consumer] };
    const made = await up(inputs);
    const needs = (state: object) => diff({ ...made, state: { ...made.state, ...state } }, inputs).needsReconcile;
    const associations = (made.state["associations"] as { readonly entityId: string }[]).map((one) =>
      one.entityId === demo.member ? { ...one, status: "Associating" } : one,
    );
    expect([needs({}), needs({ creating: true }), needs({ associations })]).toEqual([false, true, true]);
  });

  it("reads a ResourceShare with all its contents and without defaults by its id alone", async () => {
    const { up, again, outOfBand, clock } = await open();
    const resources = [{ type: "PrefixList", id: "pl-demo01" }, ...net.resources];
    const { id } = await up({ ...net, resources, permissionNames: [permission("VSwitch", "ReadOnly")] });
    outOfBand.associate(id, { targets: [demo.network] });
    outOfBand.tag(id, { theirs: "1" });
    await clock.sleep(1000);
    expect((await again().read(id))?.inputs).toEqual({
      name: "net",
      resources,
      targets: [demo.network, demo.member],
      permissionNames: [permission("VSwitch", "ReadOnly")],
      tags: { team: "net", theirs: "1" },
    });
  });

  it("never gives a resource its type's default permission when the permissions do not fit into the creating call", async () => {
    const { up, simulator } = await open();
    const others = ["Image", "KMSInstance", "PrefixList", "ServiceCatalogPortfolio", "Snapshot"];
    const permissionNames = [...others.map((type) => `AliyunRSDefaultPermission${type}`), permission("VSwitch", "ReadOnly")];
    const made = await up({ ...net, permissionNames });
    const [created, ...rest] = simulator.calls.filter(({ operation }) => /^(Create|Associate)/.test(operation));
    expect(Object.keys(created?.parameters ?? {}).filter((name) => name.startsWith("Resources"))).toEqual([]);
    expect(rest.map(({ operation }) => operation)).toEqual(["AssociateResourceSharePermission", "AssociateResourceShare"]);
    expect(made.state).toMatchObject({ permissionNames, resources: net.resources });
  });

  it("makes the preview reject closing a share that lists a target outside the directory, and name the target", async () => {
    const { up, again } = await open();
    const made = await up({ name: "net", allowExternalTargets: true, targets: [demo.member, demo.consumer] });
    const { update } = again();
    const reason = `targets[1]: "${demo.consumer}" is outside the resource directory: take it out, or keep allowExternalTargets: true`;
    await expect(update(made, { name: "net", targets: [demo.member, demo.consumer] })).rejects.toThrow(reason);
    const closed = await update(made, { name: "net", targets: [demo.member] });
    expect(closed.state).toMatchObject({ allowExternalTargets: false, targets: [demo.member] });
  });

  it("warns in the preview that an exclusive share will lose what the program does not list", async () => {
    const { up, again } = await open();
    const made = await up(net);
    const { diff, warnings } = again();
    diff(made, { ...net, exclusive: true });
    expect(warnings()).toEqual([
      "exclusive: what is in the share and not listed here will be removed; `resourceshare diff --live` shows it",
    ]);
    const later = again();
    later.diff({ ...made, state: { ...made.state, exclusive: true } }, { ...net, exclusive: true });
    later.diff(made, net);
    expect(later.warnings()).toEqual([]);
  });

  it("rejects the owner of a share as its target in the preview of a change", async () => {
    const { up, again } = await open();
    const made = await up(net);
    const reason = `targets[0]: "${demo.owner}" is the account of the share itself, which has access already: take it out`;
    expect(() => again().diff(made, { ...net, targets: [demo.member, demo.owner] })).toThrow(reason);
  });

  it("rejects an ARN of another account than the share owner's in a preview, unless the share moves to another account", async () => {
    const { up, again } = await open();
    const made = await up(net);
    const resourceArns = [`acs:kms:cn-hangzhou:${demo.member}:instance/kst-1`];
    const reason = `resourceArns[0]: belongs to account ${demo.member}, the share to ${demo.owner}: only its owner can share it`;
    expect(() => again().diff(made, { ...net, resourceArns })).toThrow(reason);
    const moved = { ...net, targets: [demo.owner], resourceArns, account: "member" };
    expect(again().diff(made, moved).replaces).toEqual(["account"]);
  });

  it("imports a closed share with a target that is a service, and keeps the service in the share", async () => {
    const { up, again, process } = await open();
    const { id } = await up({ name: "net", allowExternalTargets: true, targets: [demo.member, demo.service] });
    const client = await process.host.client(undefined, undefined);
    await client.call(UpdateResourceShare, { ResourceShareId: id, ResourceShareName: "net", AllowExternalTargets: false });
    const { read, check, warnings } = again();
    const { inputs = {} } = (await read(id)) ?? {};
    expect(inputs).toMatchObject({ targets: [demo.member] });
    expect(check(inputs)).toEqual([]);
    expect(warnings()).toEqual([expect.stringMatching(`${demo.service} of ${id} is not imported`)]);
  });

  it("reconciles an adopted share with the program and keeps what other callers have added", async () => {
    const { up, again, simulator, tags } = await open();
    const made = await up({ name: "old", targets: [demo.network], tags: { theirs: "1" } });
    const adopted = await again()
      .as("mine")
      .up({ ...net, adopt: made.id });
    expect(adopted.state).toMatchObject(net);
    expect(simulator.grants().map(({ target }) => target.id)).toEqual([demo.network, demo.member]);
    expect(tags(made.id)).toEqual({ theirs: "1", team: "net" });
  });

  it("does not delete a share that another resource has adopted, and reports that", async () => {
    const { up, again, shares } = await open();
    const made = await up(net);
    const { as, remove, warnings } = again();
    await as("renamed").up({ ...net, adopt: made.id });
    await remove(made);
    expect(shares()).toEqual([made.id]);
    expect(warnings()).toEqual([`${made.id} is not deleted: its replacement or another resource of the program has the same share`]);
  });

  it("does not delete an unfinished share that its own forced replacement has resumed, and reports that", async () => {
    const { create, again, faults, shares } = await open();
    faults.add({ operation: "UntagResources", times: 1, fault: denied });
    const made = await create(net);
    expect(made.state).toMatchObject({ creating: true });
    // For `--replace` the engine asks for no difference, so this run does not know which share the state has.
    const { up, self, process, warnings } = again();
    expect((await up(net)).id).toBe(made.id);
    await process.driverOfProcess("ResourceShare").delete(made.id, made.state, { urn: self });
    expect(shares()).toEqual([made.id]);
    expect(warnings().at(-1)).toMatch(`${made.id} is not deleted: its replacement`);
  });

  it("moves a share to a resource group, and reports no change when the program no longer names one", async () => {
    const { up, refresh, update, outOfBand, calls, writes, simulator } = await open();
    const grouped = { ...net, resourceGroupId: demo.groups.network };
    const made = await up(grouped);
    outOfBand.moveToGroup(made.id, demo.groups.shared);
    const seen = await refresh(made);
    expect(seen?.state["resourceGroupId"]).toBe(demo.groups.shared);
    const repaired = seen && (await update(seen, grouped));
    expect(simulator.world.shares.get(made.id)?.groupId).toBe(demo.groups.network);
    if (repaired === undefined) throw new Error("the share is not there");
    const from = calls().length;
    expect(await update(repaired, net)).toBe(repaired);
    const renamed = await update(repaired, { ...net, name: "net2" });
    expect(writes(from)).toEqual(["UpdateResourceShare"]);
    expect(renamed.state["resourceGroupId"]).toBe(demo.groups.network);
  });
});

describe("the outputs of a share that a change leaves as they are", () => {
  type State = Parameters<NonNullable<typeof ResourceShare.stable>>[0];
  const association = (status: string) => ({ kind: "Target" as const, entityType: "Account", entityId: "11", status, external: false });
  const always = ["owner", "createTime", "creating"];
  const group = "resourceGroupId";

  it.each<[title: string, state: Partial<State>, changed: readonly string[], expected: readonly string[]]>([
    ["all, where only the name changes", {}, ["name"], [...always, group, "associations", "status"]],
    ["all, where only the tags change", {}, ["tags"], [...always, group, "associations", "status"]],
    ["all except the group, where the group changes", {}, [group], [...always, "associations", "status"]],
    ["not the associations, where an entity changes", {}, ["name", "targets"], [...always, group]],
    ["not the associations, where a permission changes", {}, ["permissionNames"], [...always, group]],
    [
      "not the associations, while one is in progress",
      { associations: [association("Associated"), association("Associating")] },
      [],
      [...always, group],
    ],
    ["not the associations, while the share is pending", { status: "Pending" }, [], [...always, group]],
    ["not the status of an open share, which others change", { allowExternalTargets: true }, [], [...always, group, "associations"]],
    ["not the status of a share that opens or closes", {}, ["allowExternalTargets"], [...always, group, "associations"]],
  ])("predicts outputs that a change leaves as they are: %s", (_title, state, changed, expected) => {
    const settled = { name: "net", status: "Active", associations: [association("Associated")] };
    expect(ResourceShare.stable?.({ ...settled, ...state }, changed)).toEqual(expected);
  });
});
