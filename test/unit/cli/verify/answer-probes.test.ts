import { expect, test } from "vitest";
import { createClients } from "../../../../provider/client/client-registry.ts";
import { demo } from "../../../../simulator/index.ts";
import { share } from "../fixture.ts";
import { configuration, readsOnly, runAgainst, simulated } from "./fixture.ts";

test("finds no difference in the details of a target that has failed because of a resource", async () => {
  const simulator = simulated();
  const client = createClients(configuration, { transport: simulator.transport, clock: simulator.clock }).client();
  const id = await share(client, { name: "net" });
  simulator.outOfBand.associate(id, { resources: [{ type: "VSwitch", id: "vsw-demo03" }], targets: [demo.folders.apps] });
  simulator.outOfBand.settleNow();
  simulator.outOfBand.failAssociation(id, "vsw-demo03", {});
  const { results } = await runAgainst(simulator, { permitted: readsOnly });
  expect(results.filter(({ result }) => result === "differs")).toEqual([]);
});
