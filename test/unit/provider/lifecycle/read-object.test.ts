import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createDriver } from "../../../../provider/lifecycle/create-driver.ts";
import type { Resource, Values } from "../../../../provider/lifecycle/resource.ts";
import { createHarness } from "../../../support/harness.ts";
import { thing } from "./fixture.ts";

const self = "it";
const ready: Values = { name: "a" };

const members: Partial<Resource> = {
  inputs: z.object({ name: z.string(), tags: z.record(z.string(), z.string()).optional(), owner: z.string().optional() }),
  outputs: z.object({ unverified: z.boolean().optional() }),
  computed: ["owner"],
  idForm: { pattern: /^t-/, reason: "must be a t-id" },
  needsReconcile: ({ unverified }) => unverified === true,
};

describe("a read", () => {
  const listed = { ...ready, tags: { aa: "1" } };
  const times = async (found: (now: number) => Values | undefined, state: Values, isLookup = false) => {
    const harness = createHarness();
    const read = async () => found(harness.clock.now());
    const driver = createDriver(thing({ ...members, read }), harness.run().host);
    const since = harness.clock.now();
    const result = await driver.read("t-1", state, { urn: self, isLookup });
    return { tags: result?.state["tags"], afterMs: harness.clock.now() - since };
  };

  it("accepts a read at once that shows the arguments of the state", async () => {
    expect(await times(() => ({ ...listed, owner: "x" }), listed)).toEqual({ tags: { aa: "1" }, afterMs: 0 });
  });

  it.each<[string, Values | undefined, unknown]>([
    ["an absence", undefined, undefined],
    ["a missing argument", ready, undefined],
    ["another value", { ...listed, tags: { aa: "2" } }, { aa: "2" }],
  ])("repeats a read of an object until it is current before it reports %s", async (_, found, tags) => {
    expect(await times(() => found, listed)).toEqual({ tags, afterMs: 5_000 });
    expect(await times((now) => (now < 3_000 ? found : listed), listed)).toMatchObject({ tags: { aa: "1" } });
  });

  it("accepts the first read of an object that a lookup names, however old it is", async () => {
    expect(await times(() => listed, { name: "b" }, true)).toEqual({ tags: { aa: "1" }, afterMs: 0 });
  });

  it("waits for a current read of an object whose state a failed change has left unverified", async () => {
    expect(await times((now) => (now < 3_000 ? listed : ready), { ...listed, unverified: true })).toEqual({
      tags: undefined,
      afterMs: 5_000,
    });
  });
});
