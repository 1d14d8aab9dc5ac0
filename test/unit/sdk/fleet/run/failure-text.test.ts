import { expect, test } from "vitest";
import { commandOn, failureText } from "../../../../../sdk/fleet/run/failure-text.ts";
import { stackOf } from "../sample.ts";
import { fleetOf } from "./fake-pulumi.ts";
import { PulumiCommandError } from "../../../../../sdk/fleet/run/pulumi-command.ts";

test("adds the advice to log in to the failure of a `pulumi` without a backend", () => {
  const failed = (stderr: string) => failureText(new PulumiCommandError({ stdout: "", stderr, code: 255 }));
  expect(failed("error: PULUMI_ACCESS_TOKEN must be set")).toMatch(/^PULUMI_ACCESS_TOKEN must be set: run pulumi login/);
  expect(failed("error: no stack")).toBe("no stack");
});

test("gives a command for a fleet's stack whose backend and folder a shell reads as they are", () => {
  const program = { kind: "folder", folder: `${process.cwd()}/the owner's`, property: "program" } as const;
  const fleet = { ...fleetOf([]), backend: "s3://bucket?region=a&profile=b" };
  expect(commandOn({ fleet }, stackOf("acme/share", { program }), "cancel --yes")).toBe(
    String.raw`PULUMI_BACKEND_URL='s3://bucket?region=a&profile=b' pulumi cancel --yes --cwd 'the owner'\''s' --stack acme/share`,
  );
});
