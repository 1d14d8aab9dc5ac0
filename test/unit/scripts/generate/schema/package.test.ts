import { expect, test } from "vitest";
import { z } from "zod";
import { withVocabulary } from "../../../../../provider/api/vocabulary.ts";
import { packageSchema } from "../../../../../scripts/generate/schema/index.ts";
import { schemaOf } from "../../../../../scripts/generate/schema/package.ts";
import { thing } from "../../../provider/lifecycle/fixture.ts";

const inputsOf = (shape: z.ZodRawShape) => schemaOf([thing({ inputs: z.object(shape) })]).resources["Thing"]?.inputs;

test.each<[string, z.ZodType, object]>([
  ["describes a string with rules as a string", z.string().min(1).regex(/x/), { kind: "string" }],
  [
    "names the vocabulary of a string, also of an optional one",
    withVocabulary(z.string(), "ShareStatus").optional().describe("its state"),
    { kind: "string", vocabulary: "ShareStatus" },
  ],
  ["describes a boolean", z.boolean(), { kind: "boolean" }],
  ["describes a whole number", z.int(), { kind: "integer" }],
  ["lists the choices of an enumeration", z.enum(["a", "b"]), { kind: "choice", of: ["a", "b"] }],
  ["describes the elements of a list", z.array(z.string()).max(5), { kind: "list", of: { kind: "string" } }],
  ["describes the values of a map", z.record(z.string(), z.unknown()), { kind: "map", of: { kind: "anything" } }],
  [
    "lists the alternatives of a union",
    z.union([z.string(), z.number()]),
    { kind: "either", of: [{ kind: "string" }, { kind: "number" }] },
  ],
  ["describes a refined string as a string", z.string().refine(() => true), { kind: "string" }],
])("converts a type of arguments for the schema: it %s", (_title, type, shape) => {
  expect(inputsOf({ it: type })?.["it"]?.shape).toEqual(shape);
});

test("keeps the descriptions of nested properties in the schema", () => {
  expect(inputsOf({ it: z.object({ id: z.string().describe("Its id"), note: z.string().optional() }) })?.["it"]?.shape).toEqual({
    kind: "object",
    properties: {
      id: { shape: { kind: "string" }, description: "Its id", required: true },
      note: { shape: { kind: "string" }, description: "", required: false },
    },
  });
});

test("makes an argument with a default optional in the schema, and its output required", () => {
  const schema = schemaOf([thing({ inputs: z.object({ flag: z.boolean().default(false).describe("A flag") }) })]).resources["Thing"];
  expect(schema?.inputs["flag"]).toEqual({ shape: { kind: "boolean" }, description: "A flag", required: false, default: false });
  expect(schema?.outputs["flag"]?.required).toBe(true);
});

test("lists the arguments and the service's properties as outputs in the schema", () => {
  const schema = schemaOf([thing({ inputs: z.object({ name: z.string() }), outputs: z.object({ status: z.string() }) })]).resources[
    "Thing"
  ];
  expect(Object.keys(schema?.outputs ?? {})).toEqual(["name", "status"]);
});

test("makes the package's schema plain JSON", () => {
  const schema = packageSchema();
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test("describes every argument and output of the package in the schema", () => {
  const undescribed = Object.values(packageSchema().resources).flatMap(({ token, inputs, outputs }) =>
    Object.entries({ ...inputs, ...outputs }).flatMap(([name, { description }]) => (description === "" ? [`${token}.${name}`] : [])),
  );
  expect(undescribed).toEqual([]);
});

test("names the arguments and results of functions in the schema in camelCase, at any depth", () => {
  const { functions, deviceFunctions } = packageSchema();
  const names = (value: unknown): string[] =>
    typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)]) : [];
  const all = [...Object.values(functions), ...Object.values(deviceFunctions)].flatMap(({ args, result }) => names({ args, result }));
  expect(all).toEqual(expect.arrayContaining(["resourceShareId", "deviceOpenId"]));
  expect(all.filter((name) => /^[A-Z]/.test(name))).toEqual([]);
});
