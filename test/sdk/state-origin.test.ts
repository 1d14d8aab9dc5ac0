import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { backendIn, normalizedBackend, stateOrigin } from "../../sdk/state-origin.ts";

const folder = mkdtempSync(join(tmpdir(), "origin-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder that holds the login of a backend. */
function loginOf(current: string): string {
  const home = join(folder, encodeURIComponent(current));
  mkdirSync(home);
  writeFileSync(join(home, "credentials.json"), JSON.stringify({ current, accessTokens: { [current]: "canary" } }));
  return home;
}

describe("the origin of a stack's state", () => {
  it("is a digest that differs between backends", () => {
    const [one, other] = ["s3://one", "s3://other"].map((PULUMI_BACKEND_URL) => stateOrigin({ PULUMI_BACKEND_URL }));
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).not.toBe(one);
  });

  // (promise P-backend-digest)
  it("is equal for one backend, whatever the credentials and options", () => {
    const origins = ["https://key:secret@state.example.com/?region=a", "https://state.example.com"];
    expect(new Set(origins.map((PULUMI_BACKEND_URL) => stateOrigin({ PULUMI_BACKEND_URL }))).size).toBe(1);
  });

  it("uses the CLI's login when neither environment nor project names a backend", () => {
    const origin = stateOrigin({ PULUMI_HOME: loginOf("s3://login") });
    expect(origin).toBe(stateOrigin({ PULUMI_BACKEND_URL: "s3://login" }));
    expect(stateOrigin({ PULUMI_CREDENTIALS_PATH: loginOf("s3://path"), PULUMI_HOME: "/nowhere" })).not.toBe(origin);
  });

  it("defaults to Pulumi Cloud without a login", () => {
    expect(stateOrigin({ PULUMI_HOME: join(folder, "nothing") })).toBe(stateOrigin({ PULUMI_BACKEND_URL: "https://api.pulumi.com/" }));
  });

  it.each([
    ["name: shop\nbackend:\n  # ours\n  url: s3://state?region=eu\nruntime: nodejs\n", "s3://state?region=eu"],
    ['backend: { url: "s3://state" }\n', "s3://state"],
    ["backend:\r\n  url: 's3://state'\r\n", "s3://state"],
    ['{ "backend": { "url": "s3://state" } }', "s3://state"],
    ["name: shop\nconfig:\n  url: s3://other\n", undefined],
    ["backend:\nconfig:\n  url: s3://other\n", undefined],
  ])("reads the backend of the project file %j", (text, backend) => {
    expect(backendIn(text)).toBe(backend);
  });

  it.each([
    ["file://~", `file://${homedir()}`],
    ["file://./state", "file:///project/state"],
    ["file:///state", "file:///state"],
    ["https://user:secret@example.com/a/?b=c#d", "https://example.com/a"],
    ["not an address", ""],
  ])("writes %s in one form", (url, form) => {
    expect(normalizedBackend(url, "/project")).toBe(form);
  });
});
