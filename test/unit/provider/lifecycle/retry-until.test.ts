import { isAmbiguous } from "../../../../provider/client/errors/failures.ts";
import { describe, expect, it } from "vitest";
import { ApiError, type Category, ProtocolError, TransportError, UnsettledError } from "../../../../provider/kernel/errors.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import {
  createOnce,
  meansGone,
  pollUntil,
  pollWhileInvisible,
  readLasting,
  retryWhileInvisible,
  retryConflicts,
  visibilityMs,
  waitUntilVisible,
} from "../../../../provider/lifecycle/retry-until.ts";

const apiError = (code: string, status: number, category: Category) =>
  new ApiError({
    operation: "Do",
    code,
    status,
    category,
    serviceMessage: "no",
    transient: category === "fault" || category === "throttled",
  });
const conflict = apiError("AssociateConflict", 409, "conflict");
const absent = apiError("EntityNotExists.ResourceShare", 404, "absent");
const denied = apiError("NoPermission", 403, "denied");
const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

function waiting(deadline = 60_000) {
  const clock = new VirtualClock(0);
  const messages: string[] = [];
  return { clock, deadline, messages, reportProgress: (progress: string) => void messages.push(progress) };
}

/** Returns what `read` returns now, six seconds later: an answer shows the service as it was when it was asked for. */
async function slowly<T>({ clock }: ReturnType<typeof waiting>, read: () => T): Promise<T> {
  const answer = read();
  await clock.sleep(6000);
  return answer;
}

/** A function that fails until a moment and counts its calls. */
function failingUntil(context: ReturnType<typeof waiting>, ms: number, error: Error) {
  const tries: number[] = [];
  const attempt = async () => {
    tries.push(context.clock.now());
    if (context.clock.now() < ms) throw error;
    return "done";
  };
  return { tries, attempt };
}

describe("a call that something stands in the way of", () => {
  it("retries a blocked call until nothing blocks it and reports what it waits for, and until when", async () => {
    const context = waiting();
    const { attempt } = failingUntil(context, 7000, conflict);
    expect(await retryConflicts(context, "association", attempt)).toBe("done");
    expect(context.messages[0]).toBe("1 s of 60 s: waiting because of AssociateConflict (no), association");
    expect(context.messages.at(-1)).toMatch(/^[78] s: done after \d+ tries, association$/);
  });

  it("ends a blocked call exactly at the deadline", async () => {
    const context = waiting(5000);
    context.clock.advance(2000);
    const { attempt, tries } = failingUntil(context, Infinity, conflict);
    const ended = await retryConflicts(context, "association", attempt).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(UnsettledError);
    expect(ended).toMatchObject({ subject: "association", polls: tries.length, elapsedMs: 3000 });
    expect(context.clock.now()).toBe(5000);
    expect(context.messages.at(-1)).toMatch(/^[12] s of 3 s: /);
  });

  it.each([
    ["in its way", retryConflicts],
    ["in the way of a fresh share", retryWhileInvisible],
  ])("passes the deadline to a call when something may block %s", async (_, call) => {
    const context = waiting();
    expect(await call(context, "association", async (options) => options)).toEqual({ deadline: context.deadline });
  });

  it("reports nothing of a retry that succeeds at once", async () => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, 1, conflict);
    expect(await retryConflicts(context, "association", attempt)).toBe("done");
    expect([tries.length, context.messages]).toEqual([2, []]);
  });

  it("reports nothing when the first call succeeds", async () => {
    const context = waiting();
    expect(await retryConflicts(context, "association", async () => "done")).toBe("done");
    expect(context.messages).toEqual([]);
  });

  it("does not retry after any other failure", async () => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, 1000, denied);
    await expect(retryConflicts(context, "association", attempt)).rejects.toBe(denied);
    expect(tries).toEqual([0]);
  });
});

describe("a call on a share that may be fresh", () => {
  it("reports a share as absent only after five seconds", async () => {
    const visible = waiting();
    expect(await retryWhileInvisible(visible, "tagging", failingUntil(visible, 5000, absent).attempt)).toBe("done");
    expect(visible.messages[0]).toBe("1 s of 60 s: the share is not visible yet, tagging");
    const gone = waiting();
    await expect(retryWhileInvisible(gone, "tagging", failingUntil(gone, Infinity, absent).attempt)).rejects.toBe(absent);
    expect(gone.clock.now()).toBeGreaterThanOrEqual(5000);
    expect(gone.clock.now()).toBeLessThan(8000);
  });

  it("asks again for five seconds, however late the answers come", async () => {
    const context = waiting();
    const attempt = () =>
      slowly(context, () => context.clock.now() < 4000).then((isHidden) => (isHidden ? Promise.reject(absent) : "done"));
    expect(await retryWhileInvisible(context, "tagging", attempt)).toBe("done");
  });

  it.each([denied, new Error("absent")])("does not retry on a fresh share after another failure: %s", async (error) => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, 1000, error);
    await expect(retryWhileInvisible(context, "tagging", attempt)).rejects.toBe(error);
    expect(tries).toEqual([0]);
  });

  it("waits for conflicts on a fresh share too", async () => {
    const context = waiting();
    expect(await retryWhileInvisible(context, "tagging", failingUntil(context, 20_000, conflict).attempt)).toBe("done");
  });
});

describe("a repeated read", () => {
  it("continues after reads without an answer, but not after a denied one", async () => {
    const context = waiting();
    const { attempt } = failingUntil(context, 3000, lost);
    expect(await pollUntil(context, "share", async () => ({ value: await attempt() }))).toBe("done");
    expect(context.messages[0]).toMatch(/^1 s of 60 s: no answer \(.+\), share$/);
    await expect(pollUntil(context, "share", () => Promise.reject(denied))).rejects.toBe(denied);
  });

  it("continues as long as a fresh object may be invisible, and no longer", async () => {
    const context = waiting();
    expect(await pollWhileInvisible(context, async () => (context.clock.now() >= 5000 ? "seen" : undefined))).toBe("seen");
    const from = context.clock.now();
    expect(await pollWhileInvisible(context, async () => undefined)).toBeUndefined();
    expect(context.clock.now() - from).toBe(5000);
  });

  it("asks again when a fresh object was asked for too early, however late the answer comes", async () => {
    const context = waiting();
    const find = () => slowly(context, () => (context.clock.now() < 4000 ? undefined : "seen"));
    expect(await pollWhileInvisible(context, find)).toBe("seen");
  });
});

describe("a call that must not be done twice", () => {
  it("does not repeat an unsafe call when a read finds its result", async () => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    expect(await createOnce(context, attempt, async () => (context.clock.now() >= 4000 ? "found" : undefined))).toBe("found");
    expect(tries).toEqual([0]);
  });

  it("repeats an unsafe call when reads find nothing for five seconds, three times in all", async () => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0, 5000, 10_000]);
  });

  it("does not repeat an unsafe call after its deadline, although it read the state", async () => {
    const context = waiting(5000);
    const { attempt, tries } = failingUntil(context, Infinity, lost);
    await expect(createOnce(context, attempt, async () => undefined)).rejects.toBe(lost);
    expect(tries).toEqual([0]);
    expect(context.clock.now()).toBe(5000);
  });

  it("repeats an unsafe call outside batches and with its deadline", async () => {
    const context = waiting();
    const passed: unknown[] = [];
    const attempt = (options: unknown) => {
      passed.push(options);
      return Promise.reject(lost);
    };
    await expect(createOnce(context, attempt, async () => undefined)).rejects.toBe(lost);
    const { deadline } = context;
    expect(passed).toEqual([false, true, true].map((isUnbatched) => ({ deadline, isUnbatched })));
  });

  it("neither repeats an unsafe call nor reads when the service has refused it", async () => {
    const context = waiting();
    const { attempt, tries } = failingUntil(context, Infinity, denied);
    await expect(createOnce(context, attempt, () => Promise.reject(new Error("not read")))).rejects.toBe(denied);
    expect(tries).toEqual([0]);
  });

  it.each<[string, boolean, Error]>([
    ["an answer that never came", true, lost],
    ["a call that was never sent", false, new TransportError({ operation: "Do", problem: "refused", ambiguous: false })],
    ["an answer that is not understood", true, new ProtocolError({ operation: "Do", status: 200, problem: "no JSON" })],
    ["a fault of the service", true, apiError("InternalError", 500, "fault")],
    ["a throttle", false, apiError("Throttling", 400, "throttled")],
    ["a conflict", false, conflict],
  ])("classifies %s as ambiguous: %s", (_, ambiguous, error) => {
    expect(isAmbiguous(error)).toBe(ambiguous);
  });
});

describe("a read after a write of another process", () => {
  it("reads an object again that may have been removed a moment ago", async () => {
    const { clock } = waiting();
    const reads: number[] = [];
    const removed = await readLasting({ clock }, async () => (reads.push(clock.now()) === 1 ? "old" : undefined));
    expect([removed, reads]).toEqual([undefined, [0, visibilityMs]]);
    expect(await readLasting({ clock }, async () => "lasting")).toBe("lasting");
  });

  it("reads an absent object once", async () => {
    const { clock } = waiting();
    expect(await readLasting({ clock }, async () => undefined)).toBeUndefined();
    expect(clock.now()).toBe(0);
  });

  const unsettled = (elapsedMs: number) => new UnsettledError({ subject: "share", lastSeen: "Pending", polls: 1, elapsedMs });
  it.each<[string, unknown, number]>([
    ["an ambiguous failure", lost, visibilityMs],
    ["a wait that has just begun", unsettled(1000), visibilityMs - 1000],
    ["a wait that took longer", unsettled(visibilityMs + 1000), 0],
    ["a refusal", denied, 0],
    ["a value that is no error", "lost", 0],
  ])("waits until lists must show the write after %s", async (_, failure, waitedMs) => {
    const { clock } = waiting();
    await waitUntilVisible({ clock }, failure);
    expect(clock.now()).toBe(waitedMs);
  });
});

describe("an error that means that a share is gone", () => {
  it.each([
    [apiError("EntityNotExists.ResourceShare", 404, "absent"), true],
    [apiError("InvalidParameter.ResourceShareId", 400, "invalid"), true],
    [apiError("InvalidResourceId.NotFound", 404, "absent"), true],
    [apiError("ResourceNotFound", 404, "absent"), true],
    [apiError("ResourceShareStatusMismatchAction", 409, "conflict"), true],
    [apiError("EntityNotExists.Permission", 404, "absent"), false],
    [denied, false],
    [lost, false],
    [new Error("ResourceNotFound"), false],
  ])("decides that of %s: %j", (error, isGone) => {
    expect(meansGone(error)).toBe(isGone);
  });
});
