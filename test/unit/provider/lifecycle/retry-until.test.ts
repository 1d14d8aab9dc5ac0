import { isAmbiguous } from "../../../../provider/client/errors/failures.ts";
import { describe, expect, it } from "vitest";
import { ProtocolError, TransportError, UnsettledError } from "../../../../provider/kernel/errors.ts";
import { pollUntil, retryWhileInProgress } from "../../../../provider/lifecycle/retry-until.ts";
import { conflict, contextAt, denied, failingUntil, lost, refusal } from "./fixture.ts";

describe("a call that something stands in the way of", () => {
  it("retries a blocked call until nothing blocks it and reports what it waits for", async () => {
    const context = contextAt();
    const { attempt } = failingUntil(context, 7000, conflict);
    expect(await retryWhileInProgress(context, "association", attempt)).toBe("done");
    expect(context.messages[0]).toBe("waiting because of AssociateConflict (no), association");
    expect(context.messages.at(-1)).toBe("done, association");
  });

  it("ends a blocked call exactly at the deadline", async () => {
    const context = contextAt(5000);
    context.clock.advance(2000);
    const { attempt, tries } = failingUntil(context, Infinity, conflict);
    const ended = await retryWhileInProgress(context, "association", attempt).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(UnsettledError);
    expect(ended).toMatchObject({ subject: "association", polls: tries.length, elapsedMs: 3000 });
    expect(context.clock.now()).toBe(5000);
    expect(context.messages.at(-1)).toBe("waiting because of AssociateConflict (no), association");
  });

  it("reports no progress for a blocked call whose retry succeeds at once", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, 1, conflict);
    expect(await retryWhileInProgress(context, "association", attempt)).toBe("done");
    expect([tries.length, context.messages]).toEqual([2, []]);
  });

  it("reports no progress when the first call succeeds", async () => {
    const context = contextAt();
    expect(await retryWhileInProgress(context, "association", async () => "done")).toBe("done");
    expect(context.messages).toEqual([]);
  });

  it("stops retrying a blocked call after any other failure", async () => {
    const context = contextAt();
    const { attempt, tries } = failingUntil(context, 1000, denied);
    await expect(retryWhileInProgress(context, "association", attempt)).rejects.toBe(denied);
    expect(tries).toEqual([0]);
  });
});

describe("a repeated read", () => {
  it("repeats a read that gets no answer, but not a denied one", async () => {
    const context = contextAt();
    const { attempt } = failingUntil(context, 3000, lost);
    expect(await pollUntil(context, "share", async () => ({ value: await attempt() }))).toBe("done");
    expect(context.messages[0]).toMatch(/^no answer \(.+\), share$/);
    await expect(pollUntil(context, "share", () => Promise.reject(denied))).rejects.toBe(denied);
  });
});

describe("a failure", () => {
  it.each<[string, boolean, Error]>([
    ["an answer that never came", true, lost],
    ["a call that was never sent", false, new TransportError({ operation: "Do", problem: "refused", ambiguous: false })],
    ["an answer that is not understood", true, new ProtocolError({ operation: "Do", status: 200, problem: "no JSON" })],
    ["a fault of the service", true, refusal("InternalError", "fault")],
    ["a throttle", false, refusal("Throttling", "throttled")],
    ["a conflict", false, conflict],
  ])("classifies the failure %s as ambiguous: %s", (_, ambiguous, error) => {
    expect(isAmbiguous(error)).toBe(ambiguous);
  });
});
