import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResourceShare } from "../../sdk/index.ts";
import { skipMarkedTraces } from "../../sdk/skip-stack-traces.ts";

const errors: { prepareStackTrace?: unknown } = Error;
const before = { format: errors.prepareStackTrace, limit: Error.stackTraceLimit };
const format = (error: Error) => `${error.message} with sources`;

beforeEach(() => {
  errors.prepareStackTrace = format;
});
afterEach(() => {
  errors.prepareStackTrace = before.format;
  Error.stackTraceLimit = before.limit;
  vi.unstubAllEnvs();
});

/** What is read of a trace while sources are not looked up for notes. */
function traceOf(make: () => Error): string | undefined {
  const lookUpAgain = skipMarkedTraces();
  try {
    return make().stack;
  } finally {
    lookUpAgain();
  }
}

test("a note's trace costs no look at sources", () => {
  expect(traceOf(() => new Error())).toBe("Error");
});

test("an error with a message keeps its trace", () => {
  expect(traceOf(() => new TypeError("no name"))).toBe("no name with sources");
});

test("the trace that tells where a resource is declared is looked up", () => {
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  expect(traceOf(() => new Error())).toBe(" with sources");
});

test("whoever looks for leaking promises sees the traces of notes", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "1");
  expect(traceOf(() => new Error())).toBe(" with sources");
});

test("without a format of its own the process is left alone", () => {
  errors.prepareStackTrace = undefined;
  expect(traceOf(() => new Error("plain"))).toMatch(/^Error: plain\n +at /);
  expect(errors.prepareStackTrace).toBeUndefined();
});

test("a resource that cannot be made leaves the format as it was", () => {
  expect(() => new ResourceShare("", { name: "n" })).toThrow(/name/);
  expect(errors.prepareStackTrace).toBe(format);
});
