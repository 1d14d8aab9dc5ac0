import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { createFixture, createShare } from "../fixture.ts";

test("runs at its speed from the moment at which it was set", async () => {
  const { simulator, clock } = await createFixture();
  const start = simulator.now();
  clock.advance(1_000);
  simulator.speed = 60;
  clock.advance(1_000);
  expect(simulator.now() - start).toBe(61_000);
  simulator.speed = 0.5;
  clock.advance(1_000);
  simulator.advance(7);
  expect(simulator.now() - start).toBe(61_507);
});

test("settles nothing while it is stopped, except what is advanced over", async () => {
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

test.for([-1, Number.NaN, Number.POSITIVE_INFINITY])("rejects the speed %s and keeps the present one", async (speed) => {
  const { simulator } = await createFixture();
  expect(() => {
    simulator.speed = speed;
  }).toThrow(`the speed ${speed} is no number from 0 on`);
  expect(simulator.speed).toBe(1);
});
