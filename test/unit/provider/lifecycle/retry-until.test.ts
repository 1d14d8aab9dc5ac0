import { isAmbiguous } from "../../../../provider/client/errors/failures.ts";
import { describe, expect, it } from "vitest";
import { ApiError, type Category, ProtocolError, TransportError, UnsettledError } from "../../../../provider/kernel/errors.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { pollUntil, retryConflicts } from "../../../../provider/lifecycle/retry-until.ts";

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
const denied = apiError("NoPermission", 403, "denied");
const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

function waiting(deadline = 60_000) {
  const clock = new VirtualClock(0);
  const messages: string[] = [];
  return { clock, deadline, messages, reportProgress: (progress: string) => void messages.push(progress) };
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
    expect(context.messages.at(-1)).toMatch(/^[78] s: done, association$/);
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

describe("a repeated read", () => {
  it("continues after reads without an answer, but not after a denied one", async () => {
    const context = waiting();
    const { attempt } = failingUntil(context, 3000, lost);
    expect(await pollUntil(context, "share", async () => ({ value: await attempt() }))).toBe("done");
    expect(context.messages[0]).toMatch(/^1 s of 60 s: no answer \(.+\), share$/);
    await expect(pollUntil(context, "share", () => Promise.reject(denied))).rejects.toBe(denied);
  });
});

describe("a failure", () => {
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
