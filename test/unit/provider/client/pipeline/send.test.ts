import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import { sharing } from "../../../../../provider/api/operations.ts";
import { CreateResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { TransportError } from "../../../../../provider/kernel/errors.ts";
import { clientOf, rejection, service } from "../fixture.ts";

describe("an answer that never comes", () => {
  it("never reports that a read without an answer may have taken effect", async () => {
    const { transport } = service(() => Promise.reject(new Error("the connection was reset")));
    const error = await rejection(clientOf(transport, { maxAttempts: 1 }).call(ListResourceShares, { ResourceOwner: "Self" }));
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).not.toContain("effect");
  });

  it("treats every operation that only reads as idempotent", () => {
    const reads = [...Object.values(sharing), ...Object.values(device)].filter((operation) => operation.reads);
    expect(reads.filter(({ idempotent }) => !idempotent)).toEqual([]);
  });

  it("converts a late answer to a TransportError with the time waited", async () => {
    const { transport } = service(() => new Promise(() => undefined));
    const client = clientOf(transport, { requestTimeoutMs: 1500 });
    const begin = client.clock.now();
    const error = await rejection(client.call(CreateResourceShare, { ResourceShareName: "a" }));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ ambiguous: true, problem: "no answer within 1.5 s, the value of `requestTimeoutSeconds`" });
    expect(client.clock.now() - begin).toBe(1500);
  });

  it("aborts the request at the transport when the answer exceeds the timeout", async () => {
    let ended: unknown;
    const { transport } = service(
      (_request, signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject((ended = signal.reason)))),
    );
    await rejection(clientOf(transport).call(CreateResourceShare, { ResourceShareName: "a" }));
    expect(String(ended)).toContain("no answer within 30 s");
  });
});
