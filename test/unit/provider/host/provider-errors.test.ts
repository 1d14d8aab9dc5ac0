import { expect, test } from "vitest";
import { KeptError, presentable, presentableFailure } from "../../../../provider/host/provider-errors.ts";
import { InputError, WaitError } from "../../../../provider/kernel/errors.ts";
import { isPrintable } from "../../../../provider/kernel/printable.ts";

test.each([
  InputError.of("name", "is required"),
  new WaitError("share rs-1", ["vsw-1: Unavailable"]),
  new Error("share rs-1 does not exist any more"),
])("reports an error for users unchanged and without a trace: %s", (error) => {
  const { message } = error;
  const shown = presentable(error, "read of Thing");
  expect(shown.message).toBe(message);
  // The line that Pulumi's dynamic provider prints.
  expect(`${String(shown)}: ${shown.stack}`).toBe(`read of Thing: ${message}`);
});

test.each([new TypeError("x is undefined"), new RangeError("too deep"), new Error("")])(
  "reports a defect of the package with its trace and how to report it: %s",
  (error) => {
    expect(presentable(error, "create of Thing").message).toMatch(/\n\s+at [\s\S]*please report it with the lines above/);
  },
);

test("names the property in a failure's reason, because the engine would print it in Go's notation", () => {
  const inputs = { name: "my network", token: "canary", targets: ["1"], region: "two\nlines" };
  const failures = ["name", "token", "targets", "targets[0]", "region"].map((property) => ({ property, reason: "is wrong" }));
  expect(failures.map((failure) => presentableFailure(failure, inputs, ["token"]))).toEqual([
    { property: "name", reason: "is wrong" },
    ...["token", "targets", "targets[0]", "region"].map((property) => ({ property: "", reason: `${property}: is wrong` })),
  ]);
});

test("reports a thrown value that is no Error, too", () => {
  expect(presentable("boom", "read of Thing").message).toMatch(/^boom\n.*read of Thing/);
});

test("has a reason for every error that keeps a state", () => {
  expect(new KeptError(new Error(""), "rs-1", {}).reasons).toEqual(["Error"]);
});

test("reports any error of the provider as one printable line, and the trace of a defect as printable lines", () => {
  expect(presentable(new Error("a\u001B[2J\n::error::x"), "read of Thing").message).toBe("a [2J ::error::x");
  const { message } = presentable(new TypeError("a\u001B[2J\n::error::x"), "read of Thing");
  expect(message.split("\n").filter((line) => !isPrintable(line))).toEqual([]);
});
