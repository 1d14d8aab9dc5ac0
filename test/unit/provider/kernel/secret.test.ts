import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret } from "../../../../provider/kernel/secret.ts";

describe("secret", () => {
  const secret = new Secret("canary");

  // (promise P-errors)
  it.each([
    ["as a text", String(secret)],
    ["joined to other texts", [secret, "x"].join()],
    ["as JSON", JSON.stringify({ secret })],
    ["inspected", inspect({ secret }, { depth: 10, showHidden: true })],
    ["formatted", format("%s %o %j", secret, secret, secret)],
    ["in an error", inspect(new Error("x", { cause: { secret } }))],
    ["copied", JSON.stringify({ ...secret })],
    ["cloned", inspect(structuredClone({ a: { ...secret } }))],
  ])("does not show the secret %s", (_how, shown) => {
    expect(shown).not.toContain("canary");
  });

  it("returns the value of a secret by `open` only", () => {
    expect(secret.open()).toBe("canary");
  });
});
