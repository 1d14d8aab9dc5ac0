import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { ApiError, InputError } from "../../../../provider/kernel/errors.ts";
import { forProgram } from "../../../../sdk/binding/program-error.ts";

async function failed(reason: Error): Promise<unknown> {
  try {
    return await forProgram("getResourceShare", Promise.reject(reason));
  } catch (error) {
    return error;
  }
}

test("prints the message of a function's error alone, with the name of the function", async () => {
  const error = await failed(InputError.of("nam", "is not an argument"));
  expect(error).toBeInstanceOf(InputError);
  expect(String(error)).toBe("InputError: getResourceShare: nam: is not an argument");
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  // What Pulumi prints for a promise that the program does not await, once the program has ended.
  expect(error).toHaveProperty("stack", "getResourceShare: nam: is not an argument");
});

test("keeps the error code of a refused function for programs", async () => {
  const fields = { operation: "ListResourceShares", code: "NoPermission", status: 403, category: "denied", transient: false } as const;
  const error = await failed(new ApiError({ ...fields, serviceMessage: "no" }));
  expect(error).toMatchObject({ code: "NoPermission", message: "ListResourceShares failed: NoPermission: no" });
  expect(pulumi.RunError.isInstance(error)).toBe(true);
});

test("keeps the stack trace of a defect in a function that Pulumi prints", async () => {
  expect(pulumi.RunError.isInstance(await failed(new TypeError("x is undefined")))).toBe(false);
});
