import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResourceShare } from "../../../../sdk/index.ts";
import { skipLeakTraces } from "../../../../sdk/binding/skip-leak-traces.ts";

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

/** The stack trace while source look-ups for notes are off. */
function traceOf(make: () => Error): string | undefined {
  const lookUpAgain = skipLeakTraces();
  try {
    return make().stack;
  } finally {
    lookUpAgain();
  }
}

test("reads no sources for the stack trace of an error without a message", () => {
  expect(traceOf(() => new Error())).toBe("Error");
});

test("keeps the stack trace of an error with a message", () => {
  expect(traceOf(() => new TypeError("no name"))).toBe("no name with sources");
});

test("looks up sources for the stack trace that locates a resource's declaration", () => {
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  expect(traceOf(() => new Error())).toBe(" with sources");
});

test("keeps the stack traces of errors without a message when leaking promises are debugged", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "1");
  expect(traceOf(() => new Error())).toBe(" with sources");
});

test("changes no stack trace in a process without a trace format of its own", () => {
  errors.prepareStackTrace = undefined;
  expect(traceOf(() => new Error("plain"))).toMatch(/^Error: plain\n +at /);
  expect(errors.prepareStackTrace).toBeUndefined();
});

test("restores the process's trace format when a resource cannot be created", () => {
  expect(() => new ResourceShare("", { name: "n" })).toThrow(/name/);
  expect(errors.prepareStackTrace).toBe(format);
});
