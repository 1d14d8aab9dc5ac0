import { expect, test } from "vitest";
import { KeptError, presentable } from "../../provider/dynamic/failures.ts";
import { InputError, WaitError } from "../../provider/kernel/errors.ts";
import { isPrintable } from "../../provider/kernel/printable.ts";

test.each([
  InputError.of("name", "is required"),
  new WaitError("share rs-1", ["vsw-1: Unavailable"]),
  new Error("share rs-1 does not exist any more"),
])("a sentence for users stays as it is and has no stack: %s", (error) => {
  const { message } = error;
  expect(presentable(error, "create of Thing")).toMatchObject({ message, stack: "" });
});

test.each([new TypeError("x is undefined"), new RangeError("too deep"), new Error("")])(
  "a mistake of the package keeps its trace and says how to report it: %s",
  (error) => {
    expect(presentable(error, "create of Thing").message).toMatch(/\n\s+at [\s\S]*please report it with the lines above/);
  },
);

test("what is no error at all is reported too", () => {
  expect(presentable("boom", "read of Thing").message).toMatch(/^boom\n.*read of Thing/);
});

test("what is kept always has a reason", () => {
  expect(new KeptError(new Error(""), "rs-1", {}).reasons).toEqual(["Error"]);
});

test("an error of any origin is one printable line, and the trace of a defect has printable lines", () => {
  expect(presentable(new Error("a\u001B[2J\n::error::x"), "read of Thing").message).toBe("a [2J ::error::x");
  const { message } = presentable(new TypeError("a\u001B[2J\n::error::x"), "read of Thing");
  expect(message.split("\n").filter((line) => !isPrintable(line))).toEqual([]);
});
