import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import { sharing } from "../../../../../provider/api/operations.ts";
import { DeleteResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { clientOf, ok, rejection, service } from "../fixture.ts";

const { transport } = service(() => Promise.reject(new Error("the connection was reset")));

describe("an answer that never comes", () => {
  it("reports that an unanswered write may have taken effect", async () => {
    const error = await rejection(clientOf(transport, { maxAttempts: 1 }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect(error).toMatchObject({ ambiguous: true });
    expect(String(error)).toContain("may have taken effect");
  });

  it("never reports that a read may have taken effect", async () => {
    const error = await rejection(clientOf(transport, { maxAttempts: 1 }).call(ListResourceShares, { ResourceOwner: "Self" }));
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).not.toContain("effect");
  });

  it("leaves no timer behind a call that has ended", async () => {
    const client = clientOf(service(() => ok()).transport);
    await client.call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    const ended = client.clock.now();
    // With a timer left, the virtual time would move to it.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(client.clock.now()).toBe(ended);
  });

  it("treats every operation that only reads as idempotent", () => {
    const reads = [...Object.values(sharing), ...Object.values(device)].filter((operation) => operation.reads);
    expect(reads.filter(({ repeatable }) => !repeatable)).toEqual([]);
  });
});
