import { describe, expect, it } from "vitest";
import { Writes } from "../../../../provider/client/writes.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { ApiError, TransportError } from "../../../../provider/kernel/errors.ts";
import { callWhenVisible, createOnce, currentFrom, readCurrent, readUntilCurrent } from "../../../../provider/lifecycle/freshness.ts";
import type { Context } from "../../../../provider/lifecycle/resource.ts";

const id = "rs-1";
const refusal = (code: string, category: "absent" | "denied" | "conflict") =>
  new ApiError({ operation: "Do", code, status: 400, category, serviceMessage: "no", transient: false });
const absent = refusal("EntityNotExists.ResourceShare", "absent");
const denied = refusal("NoPermission", "denied");
const conflict = refusal("AssociateConflict", "conflict");
const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

/** The context of an operation in a process that begins at 0. */
function contextAt(deadline = 60_000, isSnapshot = false) {
  const clock = new VirtualClock(0);
  const messages: string[] = [];
  const reportProgress = (progress: string) => void messages.push(progress);
  // These members are all that the functions use.
  const context = {
    clock,
    deadline,
    isSnapshot,
    startedAt: 0,
    reportProgress,
    client: { writes: new Writes(clock) },
  } as unknown as Context;
  return Object.assign(context, { clock, messages });
}

/** A function that fails until a moment and counts its calls. */
function failingUntil(context: Context, ms: number, error: Error) {
  const tries: number[] = [];
  const attempt = async () => {
    tries.push(context.clock.now());
    if (context.clock.now() < ms) throw error;
    return "done";
  };
  return { tries, attempt };
}

/** Returns what `read` returns now, six seconds later: an answer shows the service as it was when it was asked for. */
async function slowly<T>({ clock }: Context, read: () => T): Promise<T> {
  const answer = read();
  await clock.sleep(6000);
  return answer;
}

describe("a read", () => {
  it("is current five seconds after the process began, and after the last write to the object", async () => {
    const context = contextAt();
    expect(currentFrom(context, id)).toBe(5_000);
    context.clock.advance(20_000);
    context.client.writes.record(id);
    expect([currentFrom(context, id), currentFrom(context, "rs-2")]).toEqual([25_000, 5_000]);
  });

  it("that is as hoped is accepted at once, and any other one when it is current", async () => {
    const context = contextAt();
    const isSeen = (found: string) => found === "seen";
    expect(await readUntilCurrent(context, id, async () => "seen", isSeen)).toBe("seen");
    expect(context.clock.now()).toBe(0);
    expect(await readUntilCurrent(context, id, async () => "absent", isSeen)).toBe("absent");
    expect(context.clock.now()).toBe(5_000);
    expect(await readUntilCurrent(context, id, async () => "absent", isSeen)).toBe("absent");
    expect(context.clock.now()).toBe(5_000);
  });

  it("becomes current although others write to the object meanwhile", async () => {
    const context = contextAt();
    const read = async () => context.client.writes.record(id);
    await readUntilCurrent(context, id, read, () => false);
    expect(context.clock.now()).toBe(5_000);
  });

  it("is repeated when it was asked too early, however late the answer comes", async () => {
    const context = contextAt();
    const read = () => slowly(context, () => (context.clock.now() < 4_000 ? "absent" : "seen"));
    expect(await readUntilCurrent(context, id, read, (found) => found === "seen")).toBe("seen");
  });

  it("of a snapshot is repeated without it before an absence is believed", async () => {
    const context = contextAt(60_000, true);
    context.clock.advance(20_000);
    const read = async (latest: Context) => (latest.isSnapshot ? "absent" : "seen");
    expect(await readUntilCurrent(context, id, read, (found) => found === "seen")).toBe("seen");
  });

  it("that must be current begins when it is", async () => {
    const context = contextAt();
    expect(await readCurrent(context, id, async () => context.clock.now())).toBe(5_000);
  });
});

describe("a call on a share that may be new", () => {
  it("reports the share as absent only after five seconds", async () => {
    const visible = contextAt();
    expect(await callWhenVisible(visible, id, "tagging", failingUntil(visible, 5_000, absent).attempt)).toBe("done");
    expect(visible.messages[0]).toBe("1 s of 60 s: the share is not visible yet, tagging");
    const gone = contextAt();
    const { attempt, tries } = failingUntil(gone, Infinity, absent);
    await expect(callWhenVisible(gone, id, "tagging", attempt)).rejects.toBe(absent);
    expect(tries.at(-1)).toBeGreaterThanOrEqual(5_000);
    expect(tries.at(-1)).toBeLessThan(8_000);
  });

  it("is made again however late the refusal comes", async () => {
    const context = contextAt();
    const attempt = () =>
      slowly(context, () => context.clock.now() < 4_000).then((isHidden) => (isHidden ? Promise.reject(absent) : "done"));
    expect(await callWhenVisible(context, id, "tagging", attempt)).toBe("done");
  });

  it.each([denied, new Error("absent")])("is not made again after another failure: %s", async (error) => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, 1_000, error);
    await expect(callWhenVisible(context, id, "tagging", attempt)).rejects.toBe(error);
    expect(tries).toEqual([0]);
  });

  it("waits for conflicts, and gets the deadline", async () => {
    const context = contextAt();
    expect(await callWhenVisible(context, id, "tagging", failingUntil(context, 20_000, conflict).attempt)).toBe("done");
    expect(await callWhenVisible(context, id, "tagging", async (options) => options)).toEqual({ deadline: context.deadline });
  });
});

describe("a call that must not be done twice", () => {
  it("does not repeat an unsafe call when a read finds its result", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    expect(await createOnce(context, id, attempt, async () => (context.clock.now() >= 5000 ? "found" : undefined))).toBe("found");
    expect(tries).toEqual([0]);
  });

  it("repeats an unsafe call when reads find nothing for five seconds, three times in all", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0, 5000, 10_000]);
  });

  it("does not repeat an unsafe call after its deadline, although it read the state", async () => {
    const context = contextAt(5000);
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0]);
    expect(context.clock.now()).toBe(5000);
  });

  it("repeats an unsafe call outside batches and with its deadline", async () => {
    const context = contextAt();
    const passed: unknown[] = [];
    const attempt = (options: unknown) => {
      passed.push(options);
      return Promise.reject(lost);
    };
    await expect(createOnce(context, id, attempt, async () => undefined)).rejects.toBe(lost);
    const { deadline } = context;
    expect(passed).toEqual([false, true, true].map((isUnbatched) => ({ deadline, isUnbatched })));
  });

  it("neither repeats an unsafe call nor reads when the service has refused it", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, Infinity, denied);
    await expect(createOnce(context, id, attempt, () => Promise.reject(new Error("not read")))).rejects.toBe(denied);
    expect(tries).toEqual([0]);
  });
});
