import { expect, test } from "vitest";
import { z } from "zod";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { packageSchema } from "../../provider/schema/index.ts";
import { schemaOf } from "../../provider/schema/package.ts";

function thing(inputs: z.ZodObject, outputs: z.ZodObject = z.object({})): Resource {
  const never = () => Promise.reject(new Error("not called"));
  return {
    token: "Thing",
    summary: "A thing.",
    inputs,
    outputs,
    replaceOn: [],
    onCreateOnly: [],
    check: () => [],
    canonical: (values) => values,
    claims: () => [],
    needsReconcile: () => false,
    create: never,
    read: never,
    reconcile: never,
    delete: never,
  };
}

const inputsOf = (shape: z.ZodRawShape) => schemaOf([thing(z.object(shape))]).resources["Thing"]?.inputs;

test.each<[string, z.ZodType, object]>([
  ["a text with rules is a text", z.string().min(1).regex(/x/), { kind: "string" }],
  ["a flag is a flag", z.boolean(), { kind: "boolean" }],
  ["a whole number is one", z.int(), { kind: "integer" }],
  ["choices are listed", z.enum(["a", "b"]), { kind: "choice", of: ["a", "b"] }],
  ["a list says of what", z.array(z.string()).max(5), { kind: "list", of: { kind: "string" } }],
  ["a map says of what", z.record(z.string(), z.unknown()), { kind: "map", of: { kind: "anything" } }],
  ["alternatives are listed", z.union([z.string(), z.number()]), { kind: "either", of: [{ kind: "string" }, { kind: "number" }] }],
  ["what is refined is what it was", z.string().refine(() => true), { kind: "string" }],
])("%s", (_title, type, shape) => {
  expect(inputsOf({ it: type })?.["it"]?.shape).toEqual(shape);
});

test("fields of nested objects keep their meaning", () => {
  expect(inputsOf({ it: z.object({ id: z.string().describe("Its id"), note: z.string().optional() }) })?.["it"]?.shape).toEqual({
    kind: "object",
    properties: {
      id: { shape: { kind: "string" }, description: "Its id", required: true },
      note: { shape: { kind: "string" }, description: "", required: false },
    },
  });
});

test("what has a default may be left out, and is always there as an output", () => {
  const schema = schemaOf([thing(z.object({ flag: z.boolean().default(false).describe("A flag") }))]).resources["Thing"];
  expect(schema?.inputs["flag"]).toEqual({ shape: { kind: "boolean" }, description: "A flag", required: false, default: false });
  expect(schema?.outputs["flag"]?.required).toBe(true);
});

test("outputs are the arguments and what the service adds", () => {
  const schema = schemaOf([thing(z.object({ name: z.string() }), z.object({ status: z.string() }))]).resources["Thing"];
  expect(Object.keys(schema?.outputs ?? {})).toEqual(["name", "status"]);
});

test("the package's schema is plain JSON", () => {
  const schema = packageSchema();
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test("every argument and output of the package says what it means", () => {
  const silent = Object.values(packageSchema().resources).flatMap(({ token, inputs, outputs }) =>
    Object.entries({ ...inputs, ...outputs }).flatMap(([name, { description }]) => (description === "" ? [`${token}.${name}`] : [])),
  );
  expect(silent).toEqual([]);
});
