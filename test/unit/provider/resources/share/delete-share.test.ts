import { expect, it } from "vitest";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { denied, openResource } from "../../../../support/resource-fixture.ts";

const net = { name: "net" };
const open = (settings = {}) => openResource("ResourceShare", settings);

/** The service with lists that refuse the id of a share that they do not show as existing. */
function refusingAbsentIds(transport: Transport): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    const isById = request.headers["x-acs-action"] === "ListResourceShares" && new URL(request.url).searchParams.has("ResourceShareIds.1");
    if (!isById || answer.body.includes('"ResourceShareStatus":"Active"')) return answer;
    const Code = "InvalidParameter.ResourceShareIds";
    return { ...answer, status: 400, body: JSON.stringify({ Code, Message: "The share does not exist.", RequestId: "R-1" }) };
  };
}

it("deletes a share, and treats it as absent, where lists refuse the id of an absent share", async () => {
  const { again, simulator, shares, outOfBand } = await open();
  const { up, remove, refresh } = again({ transport: refusingAbsentIds(simulator.transport) });
  await remove(await up(net));
  expect(shares()).toEqual([]);
  const other = await up({ name: "other" });
  outOfBand.deleteShare(other.id);
  expect(await refresh(other)).toBeUndefined();
});

it.each(["listed", "absent"] as const)(
  "ends the deletion of a share when it is gone, whether deleted shares are %s or not",
  async (deletedShares) => {
    const world = createHarness().simulator.save();
    const { up, remove, refresh, simulator } = await open({ world: { ...world, settings: { deletedShares } } });
    const made = await up(net);
    await remove(made);
    await remove(made);
    expect(await refresh(made)).toBeUndefined();
    simulator.advance(97 * 3_600_000);
    await remove(made);
  },
);

it("reports the share as deleted in the last progress line of a deletion", async () => {
  const { up, remove, progress } = await open({ pace: { deleteShare: 3000 } });
  const made = await up(net);
  await remove(made);
  expect(progress().slice(-2)).toEqual([`Deleting, deletion of ${made.id}`, `done, deletion of ${made.id}`]);
});

it.each([
  ["it is denied", denied],
  ["the share is reported as absent while it is visible", { ...denied, status: 404, code: "EntityNotExists.ResourceShare" }],
])("reports the refusal of a share's deletion when %s", async (_, fault) => {
  const { up, remove, faults, shares } = await open();
  const made = await up(net);
  faults.add({ operation: "DeleteResourceShare", times: 1000, fault });
  await expect(remove(made)).rejects.toThrow(fault.code);
  expect(shares()).toEqual([made.id]);
});

it("reports a timeout when the share does not become deleted", async () => {
  const { up, remove } = await open({ pace: { deleteShare: { reads: 1_000_000 } } });
  await expect(remove(await up(net), 4000)).rejects.toThrow(
    /deletion of rs-000001 has not settled after 4 s: Deleting at the last of \d+ polls/,
  );
});
