import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Kind } from "../../support/harness.ts";
import { answering, openResource } from "../../support/resource-fixture.ts";
import { invitation, permission } from "../../support/resource-scenarios.ts";

describe("lists that are some seconds behind", () => {
  it("associates a target again while stale lists show its earlier association as ended, also without times in records", async () => {
    const { again, simulator, outOfBand, faults, entities, clock, shareId } = await openResource("ShareAssociation", {
      share: { targets: [demo.member] },
    });
    outOfBand.disassociate(shareId, demo.member);
    await clock.sleep(10_000);
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
    const transport = answering(simulator.transport, (body) => body.replace(/,"(Create|Update)Time":"[^"]*"/g, ""));
    await again({ transport }).up({ targets: [demo.member] });
    expect(entities()).toEqual([demo.member]);
  });

  const readOnly = { permissionName: permission("VSwitch", "ReadOnly") };
  it.each<readonly [Kind, inputs: Values, state: Values, operation: string]>([
    ["SharePermission", readOnly, readOnly, "AssociateResourceSharePermission"],
    ["ShareTags", { tags: { a: "1" } }, { tags: { a: "1" } }, "TagResources"],
    ["InvitationAcceptor", {}, { status: "Accepted" }, "AcceptResourceShareInvitation"],
  ])("keeps additions of a call with lost answers in the state while lists lag: %s", async (token, inputs, state, operation) => {
    const runner = token === "InvitationAcceptor" ? { accountId: demo.consumer } : {};
    const { create, faults, clock } = await openResource(token, { share: invitation, runner });
    await clock.sleep(10_000);
    faults.add({ operation, times: 99, fault: { kind: "lost" } });
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_500 } });
    expect(await create(inputs, 1_000)).toMatchObject({ failure: expect.any(Error), state });
  });
});
