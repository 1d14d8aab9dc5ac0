import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { createFixture, createShare } from "../fixture.ts";

test("settles nothing in the simulator while the speed is 0, until its clock is advanced", async () => {
  const fixture = await createFixture();
  const { simulator, clock } = fixture;
  simulator.speed = 0;
  const id = await createShare(fixture, { Targets: [demo.member] });
  const statuses = () => [...(simulator.world.shares.get(id)?.live.values() ?? [])].map(({ status }) => status);
  clock.advance(60_000);
  expect(statuses()).toEqual(["Associating"]);
  simulator.advance(200);
  expect(statuses()).toEqual(["Associated"]);
});
