import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import { serve, type Served } from "../../../../simulator/http.ts";
import { createSimulator, type Simulator } from "../../../../simulator/simulator.ts";
import { createDeviceFixture, version } from "./fixture.ts";

const message = {
  SendTarget: { TargetType: "DEVICE_OPEN_ID", TargetIdentity: deviceDemo.devices.kitchen },
  MessageTemplateId: deviceDemo.template,
  PlaceHolder: { content: "dinner" },
  EncodeType: "UC_CLIENT_ID",
  EncodeKey: deviceDemo.project,
};
const list = { ContentType: "content", ContentList: [{ RawId: "1", Source: "s" }] };
const player = { EncodeType: "UC_CLIENT_ID", EncodeKey: deviceDemo.project, IdType: "OPEN_ID", Id: deviceDemo.devices.bedroom };

describe("the simulated user, device and content API", () => {
  it.each<[string, Record<string, string>, string]>([
    ["ExecuteScene", {}, "MissingParameter.SceneId"],
    ["ExecuteScene", { SceneId: "other" }, "EntityNotExists.Scene"],
    ["ExecuteSmartHomeScene", { FamilyId: "other", SceneId: deviceDemo.familyScene }, "EntityNotExists.Family"],
    ["PushDeviceNotification", {}, "MissingParameter.body"],
    ["PushDeviceNotification", { body: "no json" }, "InvalidParameter.body"],
    ["PushDeviceNotification", { body: JSON.stringify({ ...message, MessageTemplateId: "other" }) }, "EntityNotExists.MessageTemplate"],
    ["PushDeviceNotification", { body: JSON.stringify({ ...message, PlaceHolder: { other: "" } }) }, "InvalidParameter.PlaceHolder"],
    ["PushDeviceNotification", { body: JSON.stringify({ ...message, EncodeKey: "other" }) }, "EntityNotExists.Project"],
    [
      "PushDeviceNotification",
      { body: JSON.stringify({ ...message, SendTarget: { TargetType: "DEVICE_UNION_ID", TargetIdentity: "x" } }) },
      "MissingParameter.body.OrganizationId",
    ],
    ["PushDeviceNotification", { body: JSON.stringify({ ...message, SendTarget: { TargetIdentity: "x" } }) }, "EntityNotExists.Device"],
    ["CreatePlayingList", { OpenCreatePlayingListRequest: JSON.stringify(list) }, "MissingParameter.DeviceInfo"],
    [
      "CreatePlayingList",
      { OpenCreatePlayingListRequest: JSON.stringify(list), DeviceInfo: JSON.stringify(player) },
      "MissingParameter.DeviceInfo",
    ],
  ])("makes the simulator reject the device call %s with %j: %s", async (action, fields, Code) => {
    const { callWithToken, simulator } = createDeviceFixture();
    expect((await callWithToken(action, fields)).body).toMatchObject({ Code, RequestId: expect.any(String), Message: expect.any(String) });
    expect(simulator.device.done).toEqual([]);
  });

  it("requires a known token in one of two headers for the simulator's device API, and the scope that the user granted", async () => {
    const { callWithToken, exchange, simulator } = createDeviceFixture();
    expect(await callWithToken("GetUserPhone", {}, { token: "" })).toMatchObject({
      status: 401,
      body: { Code: "InvalidAccessToken.Missing" },
    });
    expect(await callWithToken("GetUserPhone", {}, { token: "x" })).toMatchObject({
      status: 401,
      body: { Code: "InvalidAccessToken.NotFound" },
    });
    const headers = { "x-acs-bearer-token": deviceDemo.accessToken };
    expect(await callWithToken("GetUserPhone", {}, { token: "", headers })).toMatchObject({ status: 200 });
    expect(await callWithToken("GetUserPhone", {}, { token: "x", headers })).toMatchObject({ status: 401 });
    const consent = { user: deviceDemo.user, account: demo.owner, redirectUri: "https://a.example/", scopes: ["p:user:basic:read"] };
    const { AccessToken } = (await exchange(simulator.device.consent(consent), consent.redirectUri)).body;
    const token = String(AccessToken);
    expect(await callWithToken("GetUserBasicInfo", {}, { token })).toMatchObject({ status: 200 });
    expect(await callWithToken("GetUserPhone", {}, { token })).toMatchObject({ status: 403, body: { Code: "Forbidden.Scope" } });
  });
});

describe("the vendor's client", () => {
  const require = createRequire(import.meta.url);
  let simulator: Simulator;
  let served: Served;
  beforeEach(async () => {
    simulator = createSimulator();
    served = await serve(simulator);
  });
  afterEach(() => served.close());

  /** The call that the vendor's generated code makes for each operation, with the vendor's core package. */
  const vendor = (credentials: object) => {
    const { default: Client, $OpenApiUtil } = require("@alicloud/openapi-core");
    const { RuntimeOptions } = require("@darabonba/typescript");
    const config = { ...credentials, endpoint: new URL(served.url).host, protocol: "http" };
    const client = new Client(new $OpenApiUtil.Config(config));
    return async (action: string, method: string, path: string, request: object = {}): Promise<Record<string, unknown>> => {
      const call = { action, version, protocol: "HTTP", pathname: `/v1.0/oauth2${path}`, method, authType: "AK", style: "ROA" };
      const parameters = new $OpenApiUtil.Params({ ...call, reqBodyType: "formData", bodyType: "json" });
      const answer = await client.callApi(parameters, new $OpenApiUtil.OpenApiRequest(request), new RuntimeOptions({}));
      return answer.body;
    };
  };

  it("serves the vendor's device client: token calls with an access key, all others with the token", async () => {
    const signing = vendor({ accessKeyId: "LTAI-owner", accessKeySecret: "secret-of-owner" });
    const body = { GrantType: "authorization_code", Code: deviceDemo.code, RedirectUri: deviceDemo.redirectUri };
    const { AccessToken, RefreshToken } = await signing("OAuth2TokenEndpoint", "POST", "/token", { body });
    const callWithToken = vendor({ bearerToken: AccessToken });
    expect(await callWithToken("GetUserBasicInfo", "GET", "/users/basic")).toMatchObject({ OpenId: deviceDemo.user });
    expect(await callWithToken("GetUserPhone", "GET", "/user/profile/phone")).toMatchObject({ Phone: "13800000000" });
    expect(await callWithToken("GetSceneList", "GET", "/iot/scene/list")).toHaveProperty("SceneList");
    expect(await callWithToken("GetSmartHomeSceneList", "GET", "/iot/smart_home/scene/list")).toHaveProperty("FamilySceneList");
    expect(await callWithToken("QueryDeviceList", "GET", "/device/list")).toHaveProperty("DeviceList");
    await callWithToken("ExecuteScene", "POST", "/iot/scene/execute", { body: { SceneId: deviceDemo.scenes.goodMorning } });
    const familyScene = { FamilyId: deviceDemo.family, SceneId: deviceDemo.familyScene };
    await callWithToken("ExecuteSmartHomeScene", "POST", "/iot/smart_home/scene/execute", { body: familyScene });
    await callWithToken("PushDeviceNotification", "POST", "/device/notification/push", { body: { body: JSON.stringify(message) } });
    const playing = { query: { DeviceInfo: JSON.stringify(player) }, body: { OpenCreatePlayingListRequest: JSON.stringify(list) } };
    await callWithToken("CreatePlayingList", "POST", "/content/playing/create", playing);
    expect(simulator.device.done).toHaveLength(4);
    const refreshing = { body: { GrantType: "refresh_token", RefreshToken } };
    expect(await signing("OAuth2TokenEndpoint", "POST", "/token", refreshing)).toMatchObject({ TokenType: "Bearer" });
    await signing("OAuth2RevocationEndpoint", "POST", "/revoke", { body: { Token: RefreshToken, TokenTypeHint: "refresh_token" } });
    await expect(signing("OAuth2TokenEndpoint", "POST", "/token", refreshing)).rejects.toMatchObject({ code: "InvalidGrant.RefreshToken" });
    await expect(callWithToken("GetUserPhone", "GET", "/user/profile/phone")).rejects.toMatchObject({ code: "InvalidAccessToken.Revoked" });
  });
});
