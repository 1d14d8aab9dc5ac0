import { expect, test } from "vitest";
import * as pulumi from "@pulumi/pulumi";
import { invokeDevice, invokeDeviceOutput } from "../../../../sdk/device/invoke.ts";
import { session } from "../../../../sdk/device/session.ts";

/** Runs a function as in a preview. */
async function inPreview<T>(work: () => Promise<T>): Promise<T> {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) }, "p", "s", true);
  return work();
}

test("rejects an account beside a session in a device function by name", async () => {
  const options = { session: session({ accessToken: "a" }), account: "other" };
  await expect(invokeDevice("getUserPhone", {}, options)).rejects.toThrow(/^getUserPhone: account: does not go with a session/);
});

test("rejects an argument of a device function in a preview that an update would reject", async () => {
  await inPreview(async () => {
    await expect(invokeDevice("executeScene", { scneId: "x" })).rejects.toThrow(/scneId/);
    expect(await invokeDevice("executeScene", { sceneId: "x" })).toBeUndefined();
  });
});

test("returns the refresh token from a device function in a preview as unknown", async () => {
  await inPreview(async () => {
    const { refreshToken } = session({ code: "c", redirectUri: "https://app.example/" });
    const output: object = refreshToken;
    expect("isKnown" in output && (await output.isKnown)).toBe(false);
    expect(await pulumi.isSecret(refreshToken)).toBe(true);
  });
});

test("rejects an option of a device function that does not exist", async () => {
  // A program in JavaScript may pass any option.
  const options: object = { region: "cn-shanghai" };
  await expect(invokeDevice("getUserPhone", {}, options)).rejects.toThrow(/^getUserPhone: region: is not an option/);
});

test("returns a secret result of a device function as unknown and secret while its dependency is only planned", async () => {
  await inPreview(async () => {
    const planned: object = { __pulumiResource: true, __pulumiCustomResource: true, id: pulumi.output(pulumi.unknown) };
    const output = invokeDeviceOutput("getUserPhone", {}, { dependsOn: planned as pulumi.Resource }, true);
    const members: object = output;
    expect("isKnown" in members && (await members.isKnown)).toBe(false);
    expect(await pulumi.isSecret(output)).toBe(true);
  });
});
