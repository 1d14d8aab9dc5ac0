import { describe, expect, it } from "vitest";
import { ZodObject, type ZodType } from "zod";
import { sharing } from "../../provider/api/operations.ts";

const operations = Object.entries(sharing);

const has = (shape: ZodType, field: string) => shape instanceof ZodObject && Object.hasOwn(shape.shape, field);

describe("the operations", () => {
  it("are the 25 of the specification", () => {
    expect(operations).toHaveLength(25);
  });

  it.each(operations)("%s bears the name that it is found by, and the API's version", (name, operation) => {
    expect(operation).toMatchObject({ name, version: "2020-01-10", style: { kind: "rpc" }, security: "AK" });
  });

  it.each(operations)("%s lists no code twice", (_name, { errors }) => {
    expect(new Set<string>(errors).size).toBe(errors.length);
  });

  it.each(operations)("%s may be repeated if it only reads, and has a limit of one second", (_name, { reads, repeatable, limit }) => {
    expect(!reads || repeatable).toBe(true);
    expect([10, 20]).toContain(limit?.calls);
    expect(limit?.windowMs).toBe(1000);
  });

  it.each(operations.filter(([, { request }]) => has(request, "NextToken")))("%s names the list of its pages", (_name, operation) => {
    expect(operation.items).toBeDefined();
    expect(has(operation.response, "NextToken")).toBe(true);
  });

  it("may not be repeated when they create what has no name of its own", () => {
    expect(operations.filter(([, { repeatable }]) => !repeatable).map(([name]) => name)).toEqual([
      "CreateResourceShare",
      "AssociateResourceShare",
    ]);
  });
});
