import * as pulumi from "@pulumi/pulumi";
import { beforeAll, beforeEach } from "vitest";

/** The resources that the test at hand has registered. */
export const registrations: pulumi.runtime.MockResourceArgs[] = [];

/** Runs the tests of a file as programs of the stack `test`, whose configuration is empty at first. */
export function recordRegistrations(): void {
  beforeAll(async () => {
    const newResource = (args: pulumi.runtime.MockResourceArgs) => {
      registrations.push(args);
      return { id: args.id || `id-of-${args.name}`, state: { ...args.inputs, status: "Active" } };
    };
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "shop", "test");
  });
  beforeEach(() => {
    registrations.splice(0);
    pulumi.runtime.setAllConfig({});
  });
}

/** The value of an output. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
