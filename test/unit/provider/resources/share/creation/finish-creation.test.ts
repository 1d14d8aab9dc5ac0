import { describe, expect, it } from "vitest";
import { ListResourceShares } from "../../../../../../provider/api/shares.ts";
import { createTagOf } from "../../../../../../provider/resources/share/creation/unfinished-shares.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../../provider/wire/transport.ts";
import { denied, openResource } from "../../../../../support/resource-fixture.ts";
import { switches } from "../../../../../support/resource-scenarios.ts";

const net = { name: "net", ...switches };
const open = (settings = {}) => openResource("ResourceShare", settings);

describe("the end of a creation", () => {
  // (promise P-one-owner)
  it.each([
    ["that is like this one", net],
    ["that differs from the program", { ...net, targets: [demo.network] }],
  ])("names a killed run's share %s that lists show only at the end of this creation, and keeps it", async (_, inputs) => {
    const { again, simulator, clock, shares, tags, calls, self } = await open({ pace: { visibility: 4_000, associate: 8_000 } });
    const transport: Transport = async (request, signal) => {
      if (shares().length > 0) throw new Error("killed");
      const answer = await simulator.transport(request, signal);
      if (shares().length > 0) throw new Error("killed");
      return answer;
    };
    const killed = again({ transport })
      .create(inputs, 1)
      .then(() => "created", String);
    while (shares().length === 0) await clock.sleep(1);
    const [left = ""] = shares();
    const { up, warnings } = again();
    const made = await up(net);
    expect(await killed).toContain("its time was over");
    expect(shares().toSorted()).toEqual([left, made.id].toSorted());
    expect(warnings()).toEqual([
      `share ${left} is a second one of this resource, which an interrupted run has created: ${made.id} is in the state, and ${left} stays as it is. Delete ${left}, unless another stack has it`,
    ]);
    expect(tags(left)).toEqual({ "resourceshare:creating": createTagOf({ urn: self, origin: undefined }) });
    expect(calls().at(-1)).toBe("UntagResources");
  });

  it("finishes a creation of a share although each list takes nine seconds", async () => {
    const { again, simulator, clock, tags } = await open();
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"]?.startsWith("List") === true) await clock.sleep(9_000);
      return simulator.transport(request, signal);
    };
    expect(tags((await again({ transport }).up(net)).id)).toEqual({});
  });

  it.each([true, false])("waits at the end of a creation until a list shows the share (trace: %s)", async (trace) => {
    const { again } = await open({ pace: { visibility: 4_500 } });
    const made = await again({ trace }).up({ name: "net" });
    const client = await again().process.host.client(undefined, undefined);
    const list = await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares);
    expect(list.map(({ ResourceShareId }) => ResourceShareId)).toEqual([made.id]);
  });

  // (promise P-adopted-share)
  it("removes the create tag of an adopted share with the last call, whatever resource it names", async () => {
    const { again, outOfBand, clock, calls, writes, tags } = await open();
    const { id } = await again().as("other").up(net);
    outOfBand.tag(id, { "resourceshare:creating": "of another resource" });
    await clock.sleep(1_000);
    const from = calls().length;
    await again().up({ ...net, name: "mine", adopt: id });
    expect(writes(from)).toEqual(["UpdateResourceShare", "UntagResources"]);
    expect(tags(id)).toEqual({});
  });

  it("keeps the id of a share whose creation fails and that lists do not show, so that a deletion deletes it", async () => {
    const { create, again, faults, shares } = await open({ pace: { visibility: 4_500 } });
    faults.add({ operation: "ChangeResourceGroup", times: 9, fault: denied });
    faults.add({ operation: "ListResourceShares", nth: 2, times: 99, fault: denied });
    const made = await create({ name: "net" });
    faults.clear();
    expect(made.failure).toBeDefined();
    expect((await again().refresh(made))?.id).toBe(made.id);
    await again().remove(made);
    expect(shares()).toEqual([]);
  });
});
