import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import { sharing } from "../../../../../provider/api/operations.ts";
import { ListResourceShares } from "../../../../../provider/api/shares.ts";
import { clientOf, rejection, service } from "../fixture.ts";

const { transport } = service(() => Promise.reject(new Error("the connection was reset")));

describe("an answer that never comes", () => {
  it("never reports that a read without an answer may have taken effect", async () => {
    const error = await rejection(clientOf(transport, { maxAttempts: 1 }).call(ListResourceShares, { ResourceOwner: "Self" }));
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).not.toContain("effect");
  });

  it("treats every operation that only reads as idempotent", () => {
    const reads = [...Object.values(sharing), ...Object.values(device)].filter((operation) => operation.reads);
    expect(reads.filter(({ idempotent }) => !idempotent)).toEqual([]);
  });
});
