import { describe, expect, it } from "vitest";
import { ZodObject, type ZodType } from "zod";
import { sharing } from "../../../../provider/api/operations.ts";

const operations = Object.entries(sharing);

/** Operations that are not safe to retry: a second call makes a second object, or the service does not document that it changes nothing. */
const notIdempotent = ["AssociateResourceShare", "CreateResourceShare"];

const has = (shape: ZodType, field: string) => shape instanceof ZodObject && Object.hasOwn(shape.shape, field);

describe("the operations", () => {
  it.each(operations)("exports the operation %s under its own name, with the API's version", (name, operation) => {
    expect(operation).toMatchObject({ name, version: "2020-01-10", style: { kind: "rpc" }, security: "AK" });
  });

  it.each(operations)("lists each error code of the operation %s once", (_name, { errors }) => {
    expect(new Set<string>(errors).size).toBe(errors.length);
  });

  it.each(operations)(
    "treats the operation %s as idempotent if it only reads, and limits its calls per second",
    (_name, { reads, idempotent, limit }) => {
      expect(!reads || idempotent).toBe(true);
      expect([10, 20]).toContain(limit?.calls);
      expect(limit?.windowMs).toBe(1000);
    },
  );

  it.each(operations.filter(([, { request }]) => has(request, "NextToken")))(
    "names the list of pages in the operation %s",
    (_name, operation) => {
      expect(operation.items).toBeDefined();
      expect(has(operation.response, "NextToken")).toBe(true);
    },
  );

  it("declares that operations which are not safe to retry are not idempotent", () => {
    expect(
      operations
        .filter(([, { idempotent }]) => !idempotent)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(notIdempotent.toSorted());
  });
});
