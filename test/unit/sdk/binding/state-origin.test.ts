import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { stateOrigin } from "../../../../sdk/binding/state-origin.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);

/** A folder that holds the login of a backend. */
function loginOf(current: string): string {
  const home = join(folder, encodeURIComponent(current));
  mkdirSync(home);
  writeFileSync(join(home, "credentials.json"), JSON.stringify({ current, accessTokens: { [current]: "canary" } }));
  return home;
}

describe("the origin of a stack's state", () => {
  it("computes the origin of a state as a digest that differs between backends", () => {
    const [one, other] = ["s3://one", "s3://other"].map((PULUMI_BACKEND_URL) => stateOrigin({ PULUMI_BACKEND_URL }));
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(other).not.toBe(one);
  });

  // (promise P-backend-digest)
  it("computes an equal origin of a stack's state for one backend, whatever the credentials and options", () => {
    const origins = ["s3://key:secret@state?region=a&profile=b&awssdk=v2", "s3://state?endpoint=&s3ForcePathStyle=true"];
    expect(new Set(origins.map((PULUMI_BACKEND_URL) => stateOrigin({ PULUMI_BACKEND_URL }))).size).toBe(1);
  });

  it("uses the CLI's login for a state's origin when neither environment nor project names a backend", () => {
    const origin = stateOrigin({ PULUMI_HOME: loginOf("s3://login") });
    expect(origin).toBe(stateOrigin({ PULUMI_BACKEND_URL: "s3://login" }));
    expect(stateOrigin({ PULUMI_CREDENTIALS_PATH: loginOf("s3://path"), PULUMI_HOME: "/nowhere" })).not.toBe(origin);
  });

  it("uses Pulumi Cloud for a state's origin without a login", () => {
    expect(stateOrigin({ PULUMI_HOME: join(folder, "nothing") })).toBe(stateOrigin({ PULUMI_BACKEND_URL: "https://api.pulumi.com/" }));
  });
});
