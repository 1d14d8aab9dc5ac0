import { describe, expect, it } from "vitest";
import { createOnce, currentFrom, readCurrent, readUntilCurrent } from "../../../../provider/lifecycle/freshness.ts";
import type { Context } from "../../../../provider/lifecycle/resource.ts";
import { contextAt, denied, failingUntil, lost, slowly } from "./fixture.ts";

const id = "rs-1";

describe("a read", () => {
  it("counts a read as current five seconds after the process began, and after the last write to the object", async () => {
    const context = contextAt();
    expect(currentFrom(context, id)).toBe(5_000);
    context.clock.advance(20_000);
    context.client.writes.record(id);
    expect([currentFrom(context, id), currentFrom(context, "rs-2")]).toEqual([25_000, 5_000]);
  });

  it("accepts a read with the expected result at once, and any other one when it is current", async () => {
    const context = contextAt();
    const isSeen = (found: string) => found === "seen";
    expect(await readUntilCurrent(context, id, async () => "seen", isSeen)).toBe("seen");
    expect(context.clock.now()).toBe(0);
    expect(await readUntilCurrent(context, id, async () => "absent", isSeen)).toBe("absent");
    expect(context.clock.now()).toBe(5_000);
    expect(await readUntilCurrent(context, id, async () => "absent", isSeen)).toBe("absent");
    expect(context.clock.now()).toBe(5_000);
  });

  it("accepts a current read although other resources write to the object meanwhile", async () => {
    const context = contextAt();
    const read = async () => context.client.writes.record(id);
    await readUntilCurrent(context, id, read, () => false);
    expect(context.clock.now()).toBe(5_000);
  });

  it("repeats a read that was sent too early to be current, however late its answer comes", async () => {
    const context = contextAt();
    const read = () => slowly(context, () => (context.clock.now() < 4_000 ? "absent" : "seen"));
    expect(await readUntilCurrent(context, id, read, (found) => found === "seen")).toBe("seen");
  });

  it("repeats a read without its snapshot before it reports an object as absent", async () => {
    const context = contextAt(60_000, true);
    context.clock.advance(20_000);
    const read = async (latest: Context) => (latest.isSnapshot ? "absent" : "seen");
    expect(await readUntilCurrent(context, id, read, (found) => found === "seen")).toBe("seen");
  });

  it("delays a read that must be current until five seconds after the process began", async () => {
    const context = contextAt();
    expect(await readCurrent(context, id, async () => context.clock.now())).toBe(5_000);
  });
});

describe("a call that must not be done twice", () => {
  it("returns the result of an unsafe call without an answer when a read finds it, without a second call", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    expect(await createOnce(context, id, attempt, async () => (context.clock.now() >= 5000 ? "found" : undefined))).toBe("found");
    expect(tries).toEqual([0]);
  });

  it("repeats an unsafe call without an answer when reads find nothing for five seconds, three times in all", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0, 5000, 10_000]);
  });

  it("sends no second unsafe call after its deadline, although it has read the state", async () => {
    const context = contextAt(5000);
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0]);
    expect(context.clock.now()).toBe(5000);
  });

  it("sends the repetitions of an unsafe call unbatched", async () => {
    const context = contextAt();
    const passed: unknown[] = [];
    const attempt = (options: unknown) => {
      passed.push(options);
      return Promise.reject(lost);
    };
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    expect(passed).toEqual([false, true, true].map((isUnbatched) => ({ isUnbatched })));
  });

  it("neither repeats an unsafe call nor reads when the service has refused it", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, denied);
    await expect(createOnce(context, id, attempt, () => Promise.reject(new Error("not read")))).rejects.toBe(denied);
    expect(tries).toEqual([0]);
  });
});
