import { beforeAll, expect, test } from "vitest";
import { deviceDemo } from "../../simulator/index.ts";
import { pushDeviceNotification } from "../support/device-actions.ts";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order: of a program with a session from a code.
const content = "call 13800000000 two";
const count = (operation: string) => service.simulator.calls.filter((call) => call.operation === operation).length;

/** A redirect URI that must reach the service unchanged, although its host is not in lower case. */
const redirectUri = "https://App.example/oauth/callback";

const withSession = `
import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";
const config = new pulumi.Config();
const session = rs.device.session({ code: config.requireSecret("code"), redirectUri: config.require("redirectUri") });
const phone = rs.device.getUserPhoneOutput({}, { session });
export const isThere = phone.apply(({ phone }) => phone !== undefined);
export const now = session.refreshToken;
export const later = session.refreshTokenAfter(phone);
`;

const withAction = `
import * as rs from "pulumi-resourceshare";
rs.device.executeSceneOutput({ sceneId: "${deviceDemo.scenes.goodNight}" }, { runOnPreview: process.env.RUN === "1" });
export const ranAt = new rs.DeviceAction("push", ${JSON.stringify(pushDeviceNotification(content))}).ranAt;
`;

const { service, project } = await openStackOfFile({ files: { "index.ts": withSession } });
beforeAll(async () => {
  const world = service.simulator.device;
  world.settings.rotate = true;
  const grant = { user: deviceDemo.user, account: service.simulator.keys[0]?.accountId ?? "", redirectUri };
  const code = world.consent({ ...grant, scopes: ["demo:user:phone:read", "demo:user:basic:read"] });
  await project.succeed(["config", "set", "--secret", "code", code]);
  await project.succeed(["config", "set", "redirectUri", redirectUri]);
});

test("exchanges no authorization code of a session in a preview, and reports that", async () => {
  const { stdout, stderr } = await project.succeed(["preview"]);
  expect(service.simulator.calls.map(({ operation }) => operation)).not.toContain("OAuth2TokenEndpoint");
  expect(stdout + stderr).toContain("which first exchanges the session's code");
});

// (promise P-user-tokens)
test("exchanges the authorization code of a session once in an `up`, and keeps the refresh token secret everywhere", async () => {
  const { stdout, stderr } = await project.up();
  expect(count("OAuth2TokenEndpoint")).toBe(1);
  const { stdout: shown } = await project.succeed(["stack", "output", "--json", "--show-secrets"]);
  const { now, later, isThere } = JSON.parse(shown) as Record<string, unknown>;
  expect({ isThere, later }).toEqual({ isThere: true, later: now });
  expect(later).toMatch(/^refresh-/);
  expect(project.outputs()["later"]).toMatchObject({ ciphertext: expect.any(String) });
  for (const text of [project.stateText(), stdout, stderr]) expect(text).not.toContain(String(later));
});

test("runs an action of a session in a preview only with `runOnPreview`", async () => {
  project.write({ "index.ts": withAction });
  await project.succeed(["preview"]);
  expect(count("ExecuteScene")).toBe(0);
  await project.succeed(["preview"], { env: { RUN: "1" } });
  expect(count("ExecuteScene")).toBe(1);
});

test("records a DeviceAction with an ambiguous failure, does not repeat it, and quotes its text nowhere", async () => {
  const message = `cannot push text: ${content}`;
  service.simulator.faults.add({
    operation: "PushDeviceNotification",
    fault: { kind: "error", status: 500, code: "InternalError", message, executed: true },
  });
  const { code, stdout, stderr } = await project.run(["up", "--yes", "--skip-preview"]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain("it may have taken effect all the same");
  expect(stdout + stderr).not.toContain("13800000000");
  const made = project.resource("push");
  expect(made.outputs?.["failure"]).toContain("[secret]");
  expect(JSON.stringify([made.outputs?.["failure"], made.initErrors])).not.toContain("13800000000");
  await project.up();
  expect(count("PushDeviceNotification")).toBe(1);
  expect(project.resource("push").initErrors ?? []).toEqual([]);
});
