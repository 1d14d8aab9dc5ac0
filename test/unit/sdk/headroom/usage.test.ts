import { afterEach, beforeEach, expect, test } from "vitest";
import { createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { demo, paces } from "../../../../simulator/index.ts";
import type { Transport } from "../../../../provider/wire/transport.ts";
import { readUsage } from "../../../../sdk/headroom/usage.ts";
import { served, type Served, share } from "../../cli/fixture.ts";

let service: Served;
beforeEach(async () => {
  service = await served();
});
afterEach(() => service[Symbol.asyncDispose]());

test("counts the usage of quotas by shares, shared resources and open invitations as the service does", async () => {
  const client = service.client();
  const vswitches = ["vsw-demo01", "vsw-demo02"].map((id) => ["VSwitch", id] as const);
  await share(client, { name: "one", resources: vswitches, targets: [demo.folders.apps] });
  await share(client, { name: "two", resources: vswitches.slice(0, 1), targets: [demo.consumer], external: true });
  const { world } = service.simulator;
  expect(await readUsage(client)).toEqual({
    shares: 2,
    sharedResources: world.sharedResources(demo.owner),
    pendingInvitations: world.openInvitationsFrom(demo.owner),
  });
  expect([world.sharedResources(demo.owner), world.openInvitationsFrom(demo.owner)]).toEqual([3, 1]);
});

test("counts a resource once in the usage of a quota when its association settles between two lists", async () => {
  await using slow = await served({ pace: { ...paces.fast, associate: 3_600_000 } });
  await share(slow.client(), { name: "one", resources: [["VSwitch", "vsw-demo01"]] });
  let last: Promise<unknown> = Promise.resolve();
  const settling: Transport = (request, signal) => {
    const answer = last.then(() => slow.simulator.transport(request, signal));
    last = answer.then(({ body }) => (body.includes('"ResourceShareAssociations"') ? slow.simulator.outOfBand.settleNow() : undefined));
    return answer;
  };
  const clients = createClients(readConfiguration({}, slow.environment()), { transport: settling });
  expect(await readUsage(clients.client())).toMatchObject({ sharedResources: 1 });
});
