import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../../provider/wire/transport.ts";
import { openResource } from "../../../../../support/resource-fixture.ts";
import { switches } from "../../../../../support/resource-scenarios.ts";

const net = { name: "net", ...switches };
const manyTargets = [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core, demo.folders.sandbox];
const manyTags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, String(index)]));

/** A fixture with the ids of the shares that have a create tag. */
async function open(settings = {}) {
  const fixture = await openResource("ResourceShare", settings);
  const allShares = () => [...fixture.simulator.world.shares.values()];
  const taggedShareIds = () => allShares().flatMap(({ id, tags }) => (tags.has("resourceshare:creating") ? [id] : []));
  return { ...fixture, taggedShareIds };
}

/** A fixture with a share of a process that was killed when the share was created. */
async function afterKill(inputs: Values = net) {
  const fixture = await open();
  let killed = false;
  const transport: Transport = async (request, signal) => {
    const answer = killed ? undefined : await fixture.simulator.transport(request, signal);
    killed ||= request.headers["x-acs-action"] === "CreateResourceShare";
    if (killed || answer === undefined) throw new Error("killed");
    return answer;
  };
  await fixture
    .again({ transport })
    .create(inputs, 10_000)
    .catch(() => undefined);
  const [left = ""] = fixture.taggedShareIds();
  return { ...fixture, left };
}

describe("a share that is being made", () => {
  it.each([
    ["lost", { kind: "lost" }, 0],
    ["lost and the share is invisible for five seconds", { kind: "lost" }, 5000],
    ["garbage", { kind: "garbage" }, 0],
    ["truncated", { kind: "truncated" }, 0],
    ["late", { kind: "hang", executed: true }, 0],
    ["an error, and no share was made", { kind: "error", status: 500, code: "InternalError" }, 0],
  ] as const)("creates a share once when the answer of the creating call is %s", async (_, fault, visibility) => {
    const { up, faults, shares, writes, taggedShareIds } = await open({ pace: { visibility } });
    faults.add({ operation: "CreateResourceShare", fault });
    const made = await up({ ...net, tags: { team: "net" } });
    expect(shares()).toEqual([made.id]);
    expect(made.state).toMatchObject({ name: "net", status: "Active", tags: { team: "net" } });
    expect(taggedShareIds()).toEqual([]);
    expect(writes().filter((name) => name === "CreateResourceShare")).toHaveLength(fault.kind === "error" ? 2 : 1);
  });

  it("does not accept a share with a copied create tag when the answer is lost", async () => {
    const { again, simulator, outOfBand } = await open();
    const other = await again().as("other").up({ name: "theirs" });
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"] !== "CreateResourceShare") return simulator.transport(request, signal);
      const [, tag = ""] = /Tag\.\d+\.Value=([0-9a-f]{16,})/.exec(`${request.url}&${request.body ?? ""}`) ?? [];
      outOfBand.tag(other.id, { "resourceshare:creating": decodeURIComponent(tag) });
      throw new Error("the call and its answer are lost");
    };
    await expect(again({ transport }).up(net)).rejects.toThrow(new RegExp(`share ${other.id} .*its name is "theirs" and not "net"`));
    expect(simulator.world.shares.get(other.id)?.name).toBe("theirs");
  });

  it("finds the share of a killed process in the next run, although an open invitation keeps it Pending", async () => {
    const inputs = { name: "net", allowExternalTargets: true, targets: [demo.consumer] };
    const { again, shares, left } = await afterKill(inputs);
    expect((await again().up(inputs)).id).toBe(left);
    expect(shares()).toEqual([left]);
  });

  it("creates a new share when the killed run's share was deleted", async () => {
    const { again, shares, outOfBand, clock, left } = await afterKill();
    outOfBand.deleteShare(left);
    await clock.sleep(1000);
    const made = await again().up(net);
    expect(made.id).not.toBe(left);
    expect(shares()).toEqual([made.id]);
  });

  it("lists shares once before all creations of a run and once at their end, whatever their number", async () => {
    const { as, simulator } = await open();
    await Promise.all(["a", "b", "c"].map((name) => as(name).up({ name })));
    const reads = simulator.calls.filter(({ parameters }) => JSON.stringify(parameters).includes("resourceshare:creating"));
    expect(reads.filter(({ operation }) => operation === "ListResourceShares")).toHaveLength(2);
  });

  it("removes the create tag in the last call of a creation, so that the next run finds a killed process's share", async () => {
    const { up, calls } = await open();
    await up({ ...net, resourceGroupId: demo.groups.network });
    expect(calls().at(-1)).toBe("UntagResources");
  });

  // (promise P-no-trace)
  it("sets no create tag without `trace`, and then reports what to do when the answer is lost", async () => {
    const { again, calls, faults, shares, taggedShareIds } = await open();
    const { up, as } = again({ trace: false });
    await up(net);
    expect(calls().slice(0, 2)).toEqual(["GetCallerIdentity", "CreateResourceShare"]);
    expect(calls()).not.toContain("UntagResources");
    expect(taggedShareIds()).toEqual([]);
    faults.add({ operation: "CreateResourceShare", fault: { kind: "lost" } });
    const lost = as("two").up({ ...net, name: "two" });
    await expect(lost).rejects.toThrow(/creation of share "two" got no answer, and without `trace`.*adopt/);
    expect(shares()).toHaveLength(2);
  });

  it.each([19, 20])("creates a share with %i tags beside its create tag", async (count) => {
    const { up, refresh, taggedShareIds } = await open();
    const made = await up({ ...net, tags: manyTags(count) });
    expect((await refresh(made))?.state["tags"]).toEqual(manyTags(count));
    expect(taggedShareIds()).toEqual([]);
  });

  it.each<[string, Values]>([
    ["what it holds is more than one call takes", { targets: manyTargets }],
    ["it is empty", { resources: [], targets: [] }],
    ["it has twenty tags", { tags: manyTags(20) }],
    ["it changes group and permissions", { permissionNames: ["AliyunRSPermissionVSwitchReadOnly"], resourceGroupId: demo.groups.network }],
  ])("settles a new share that is invisible for five seconds and %s", async (_, more) => {
    const { up, update, taggedShareIds } = await open({ pace: { visibility: 5000 } });
    const made = await up({ ...net, ...more });
    expect(made.state["status"]).toBe("Active");
    expect(taggedShareIds()).toEqual([]);
    expect(await update(made, { ...net, ...more })).toBe(made);
  });

  it("lets other resources use a new share at once although it is invisible for five seconds", async () => {
    const { again, simulator } = await open({ pace: { visibility: 5000 } });
    const { up, as } = again({ trace: false });
    const { id: shareId } = await up({ name: "net" });
    await Promise.all([
      as("more", "ShareAssociation").up({ shareId, ...switches }),
      as("may", "SharePermission").up({ shareId, permissionName: "AliyunRSPermissionImageReadOnly" }),
      as("tags", "ShareTags").up({ shareId, tags: { team: "net" } }),
    ]);
    expect(simulator.grants()).toHaveLength(1);
  });

  it("keeps no id of a share that the service refuses to create", async () => {
    const { create, shares } = await open();
    await expect(create({ ...net, targets: [demo.consumer] })).rejects.toThrow(/InvalidTarget/);
    expect(shares()).toEqual([]);
  });
});
