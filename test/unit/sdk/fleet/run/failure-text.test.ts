import { expect, test } from "vitest";
import { failureText } from "../../../../../sdk/fleet/run/failure-text.ts";
import { PulumiCommandError } from "../../../../../sdk/fleet/run/pulumi-command.ts";

test("adds the advice to log in to the failure of a `pulumi` without a backend", () => {
  const failed = (stderr: string) => failureText(new PulumiCommandError({ stdout: "", stderr, code: 255 }));
  expect(failed("error: PULUMI_ACCESS_TOKEN must be set")).toMatch(/^PULUMI_ACCESS_TOKEN must be set: run pulumi login/);
  expect(failed("error: no stack")).toBe("no stack");
});
