import { describe, expect, it } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import { createDeviceFixture, textOf } from "./fixture.ts";

const { accessToken, refreshToken, code } = deviceDemo;

describe("tokens of the simulated service", () => {
  it("issues tokens in the simulator for an authorization code, once, with exactly its redirect URI", async () => {
    const { exchange, callWithToken } = createDeviceFixture();
    expect(await exchange(code, `${deviceDemo.redirectUri}/`)).toMatchObject({ status: 400, body: { Code: "InvalidGrant.RedirectUri" } });
    const answer = await exchange(code);
    expect(answer).toMatchObject({ status: 200, body: { TokenType: "Bearer", ExpiresIn: 604_799 } });
    expect(textOf(answer, "Scope")).toContain("demo:user:basic:read demo:user:phone:read demo:iot:scene:read");
    expect(await callWithToken("GetUserPhone", {}, { token: textOf(answer, "AccessToken") })).toMatchObject({ status: 200 });
    expect(await exchange(code)).toMatchObject({ status: 400, body: { Code: "InvalidGrant.Code" } });
  });

  it("rejects an expired authorization code in the simulator, and one of another account", async () => {
    const { exchange, simulator } = createDeviceFixture();
    const consent = { user: deviceDemo.user, account: demo.owner, redirectUri: deviceDemo.redirectUri, scopes: [] };
    const fresh = simulator.device.consent(consent);
    expect(await exchange(fresh, deviceDemo.redirectUri, demo.consumer)).toMatchObject({ body: { Code: "InvalidGrant.Code" } });
    simulator.advance(601_000);
    expect(await exchange(fresh)).toMatchObject({ body: { Code: "InvalidGrant.Code" } });
  });

  it("rotates tokens in the simulator when the world is configured so", async () => {
    const { refresh } = createDeviceFixture({ rotate: true });
    const next = textOf(await refresh(refreshToken), "RefreshToken");
    expect(next).not.toBe(refreshToken);
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { Code: "InvalidGrant.RefreshToken" } });
    expect(await refresh(next)).toMatchObject({ status: 200 });
  });

  it("keeps the refresh token valid in the simulator when access tokens are revoked", async () => {
    const { callWithToken, refresh, revoke } = createDeviceFixture();
    expect(await revoke(accessToken)).toMatchObject({ status: 200 });
    expect(await callWithToken("GetUserPhone")).toMatchObject({ status: 401, body: { Code: "InvalidAccessToken.Revoked" } });
    const answer = await refresh(refreshToken);
    expect(await callWithToken("GetUserPhone", {}, { token: textOf(answer, "AccessToken") })).toMatchObject({ status: 200 });
  });

  it("rejects renewing and revoking another account's tokens in the simulator", async () => {
    const { callWithToken, refresh, revoke } = createDeviceFixture();
    expect(await refresh(refreshToken, demo.consumer)).toMatchObject({ status: 400 });
    await revoke(refreshToken, demo.consumer);
    expect(await callWithToken("GetUserPhone")).toMatchObject({ status: 200 });
  });

  it("keeps tokens and codes out of the simulator's call log, whatever the outcome of the call", async () => {
    const { simulator, exchange, refresh, revoke, callWithToken, send } = createDeviceFixture();
    await exchange(code);
    await refresh(refreshToken);
    await callWithToken("GetUserPhone");
    await send({
      method: "POST",
      url: "https://openapi.aligenie.com/v1.0/oauth2/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `GrantType=authorization_code&Code=${code}`,
    });
    await revoke(refreshToken);
    const log = JSON.stringify(simulator.calls);
    expect(simulator.calls).toHaveLength(5);
    for (const secret of [code, accessToken, refreshToken, "13800000000"]) expect(log).not.toContain(secret);
    expect(log).toContain('"Code":"[secret]"');
  });
});
