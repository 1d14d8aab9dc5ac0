import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";

const operations = Object.entries(device);

/** The specification's table. */
const table = {
  GetSmartHomeSceneList: "GET /v1.0/oauth2/iot/smart_home/scene/list Bearer",
  ExecuteSmartHomeScene: "POST /v1.0/oauth2/iot/smart_home/scene/execute Bearer",
  GetUserBasicInfo: "GET /v1.0/oauth2/users/basic Bearer",
  GetUserPhone: "GET /v1.0/oauth2/user/profile/phone Bearer",
  GetSceneList: "GET /v1.0/oauth2/iot/scene/list Bearer",
  ExecuteScene: "POST /v1.0/oauth2/iot/scene/execute Bearer",
  QueryDeviceList: "GET /v1.0/oauth2/device/list Bearer",
  PushDeviceNotification: "POST /v1.0/oauth2/device/notification/push Bearer",
  CreatePlayingList: "POST /v1.0/oauth2/content/playing/create Bearer",
  OAuth2TokenEndpoint: "POST /v1.0/oauth2/token AK",
  OAuth2RevocationEndpoint: "POST /v1.0/oauth2/revoke AK",
};

describe("the operations of the user, device and content API", () => {
  it("declares the operations of the device API with the specification's methods, paths and security", () => {
    const declared = operations.map(([name, { style, security }]) => [
      name,
      style.kind === "rest" ? `${style.method} ${style.path} ${security}` : style.kind,
    ]);
    expect(Object.fromEntries(declared)).toMatchObject(table);
  });

  it.each(operations)("exports the device operation %s under its own name, with the API's version", (name, operation) => {
    expect(operation).toMatchObject({ name, version: "oauth2_1.0", errors: [], limit: undefined });
  });

  it("treats GET operations of the device API as reads, and no others", () => {
    for (const [name, { style, reads }] of operations)
      expect([name, reads]).toEqual([name, style.kind === "rest" && style.method === "GET"]);
  });

  it("declares that device operations which change a device or consume a code are not idempotent", () => {
    expect(
      operations
        .filter(([, { idempotent }]) => !idempotent)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(["CreatePlayingList", "ExecuteScene", "ExecuteSmartHomeScene", "OAuth2TokenEndpoint", "PushDeviceNotification"]);
  });

  it.each<[keyof typeof device, unknown, string[]]>([
    ["ExecuteSmartHomeScene", {}, ["FamilyId", "SceneId"]],
    ["PushDeviceNotification", { body: {} }, ["body.SendTarget", "body.MessageTemplateId", "body.EncodeType", "body.EncodeKey"]],
    ["CreatePlayingList", {}, ["OpenCreatePlayingListRequest", "DeviceInfo"]],
    [
      "CreatePlayingList",
      { OpenCreatePlayingListRequest: { PlayMode: "Loud" }, DeviceInfo: {} },
      [
        "OpenCreatePlayingListRequest.ContentType",
        "OpenCreatePlayingListRequest.ContentList",
        "OpenCreatePlayingListRequest.PlayMode",
        "DeviceInfo.EncodeType",
        "DeviceInfo.EncodeKey",
        "DeviceInfo.IdType",
        "DeviceInfo.Id",
      ],
    ],
    ["OAuth2TokenEndpoint", {}, ["GrantType"]],
    ["OAuth2TokenEndpoint", { GrantType: "authorization_code" }, ["Code", "RedirectUri"]],
    ["OAuth2TokenEndpoint", { GrantType: "refresh_token" }, ["RefreshToken"]],
    ["OAuth2RevocationEndpoint", { TokenTypeHint: "id_token" }, ["Token", "TokenTypeHint"]],
  ])("rejects a request to the device operation %s with %j at %j", (name, request, paths) => {
    const issues = device[name].request.safeParse(request).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join("."))).toEqual(paths);
  });
});
