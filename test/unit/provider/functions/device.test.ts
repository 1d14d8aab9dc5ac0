import { describe, expect, it } from "vitest";
import { deviceActions, deviceFunctions } from "../../../../provider/functions/device.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import { Secret } from "../../../../provider/kernel/secret.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import { createSimulator } from "../../../../simulator/simulator.ts";
import { deviceClientOf } from "../client/fixture.ts";

const { devices, organization } = deviceDemo;
const encode = { encodeType: "UC_CLIENT_ID", encodeKey: deviceDemo.project };
const message = {
  sendTarget: { targetType: "DEVICE_UNION_ID", targetIdentity: deviceDemo.unionDevice },
  messageTemplateId: deviceDemo.template,
  ...encode,
  organizationId: organization,
  isDebug: true,
};

function functionOf(name: string) {
  const found = deviceFunctions.find((known) => known.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

function fixture() {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1) });
  const { client } = deviceClientOf(simulator.transport, {
    ...{ clock, random: seededRandom(2), grant: { accessToken: new Secret(deviceDemo.accessToken) } },
    credentials: async () => ({ accessKeyId: "LTAI-owner", accessKeySecret: new Secret("secret-of-owner") }),
  });
  return { simulator, call: (name: string, args: Values = {}) => functionOf(name).call(client, args) };
}

describe("the functions of the user, device and content API", () => {
  it("exports the device functions under the names that programs use and documents their side effects", () => {
    const named = (of: string) => deviceFunctions.filter(({ effect }) => effect === of).map(({ name }) => name);
    const reads = ["getUserBasicInfo", "getUserPhone", "getSceneList", "getSmartHomeSceneList", "queryDeviceList"];
    const actions = ["executeScene", "executeSmartHomeScene", "pushDeviceNotification", "createPlayingList"];
    expect(named("read")).toEqual(expect.arrayContaining(reads));
    expect(named("action")).toEqual(expect.arrayContaining([...actions, "oAuth2Token", "oAuth2Revoke"]));
    expect(deviceActions.map(({ name }) => name)).toEqual(expect.arrayContaining(actions));
  });

  it("declares which arguments and fields of device functions are secret", () => {
    const secrets = deviceFunctions.filter(({ secrets }) => secrets?.length).map(({ name, secrets }) => [name, secrets]);
    expect(Object.fromEntries(secrets)).toEqual({
      getUserPhone: ["phone"],
      oAuth2Token: ["code", "refreshToken", "accessToken"],
      oAuth2Revoke: ["token"],
    });
  });

  it("returns the user's data and scenes from device functions in camelCase, without the request's id", async () => {
    const { call } = fixture();
    expect(await call("getUserBasicInfo")).toEqual({
      openId: deviceDemo.user,
      unionIds: [{ organizationId: organization, unionId: "union-user01" }],
      nickname: "demo",
      avatarUrl: "https://app.example/avatar.png",
    });
    expect(await call("getUserPhone")).toEqual({ phone: "13800000000" });
    expect(await call("getSceneList")).toMatchObject({
      sceneList: [{ sceneId: deviceDemo.scenes.goodNight, sceneName: "Good night" }, {}],
    });
    expect(await call("getSmartHomeSceneList")).toEqual({
      familySceneList: [
        { familyId: deviceDemo.family, familyName: "Home", sceneList: [{ sceneId: deviceDemo.familyScene, sceneName: "Leaving" }] },
      ],
    });
  });

  it("returns each device's online status from `queryDeviceList`, beside the service's own text", async () => {
    expect(await fixture().call("queryDeviceList")).toMatchObject({
      ...encode,
      deviceList: [
        { deviceOpenId: devices.kitchen, deviceUnionIds: [{ unionId: deviceDemo.unionDevice }], online: "1", isOnline: true },
        { deviceOpenId: devices.bedroom, online: "0", isOnline: false },
      ],
    });
  });

  it("calls device functions, and sends the keys of free-form maps unchanged", async () => {
    const { call, simulator } = fixture();
    expect(await call("executeScene", { sceneId: deviceDemo.scenes.goodNight })).toEqual({});
    expect(await call("executeSmartHomeScene", { familyId: deviceDemo.family, sceneId: deviceDemo.familyScene })).toEqual({});
    expect(
      await call("pushDeviceNotification", { body: { ...message, placeHolder: { content: "x" } }, tenantInfo: { subjectId: "a" } }),
    ).toEqual({});
    await call("createPlayingList", {
      openCreatePlayingListRequest: {
        contentType: "album",
        contentList: [{ rawId: "1", source: "s" }],
        playMode: "RepeatOne",
        index: 0,
        needAlbumContinued: false,
        extendInfo: { UPPER: { lower: [1] } },
      },
      deviceInfo: { ...encode, idType: "UNION_ID", id: deviceDemo.unionDevice, organizationId: organization },
    });
    expect(simulator.device.done.map(({ request }) => request)).toMatchObject([
      { SceneId: deviceDemo.scenes.goodNight },
      { FamilyId: deviceDemo.family },
      { body: { PlaceHolder: { content: "x" }, IsDebug: true }, TenantInfo: { SubjectId: "a" } },
      { OpenCreatePlayingListRequest: { Index: 0, NeedAlbumContinued: false, ExtendInfo: { UPPER: { lower: [1] } } } },
    ]);
  });

  it("exchanges, renews and revokes tokens by device functions", async () => {
    const { call } = fixture();
    const redirectUri = deviceDemo.redirectUri;
    const first = await call("oAuth2Token", { grantType: "authorization_code", code: deviceDemo.code, redirectUri });
    expect(first).toMatchObject({ tokenType: "Bearer", expiresIn: 604_799, accessToken: expect.any(String) });
    const refreshToken = first["refreshToken"];
    expect(await call("oAuth2Token", { grantType: "refresh_token", refreshToken })).toMatchObject({ refreshToken });
    expect(await call("oAuth2Revoke", { token: refreshToken, tokenTypeHint: "refresh_token" })).toEqual({});
    await expect(call("oAuth2Token", { grantType: "refresh_token", refreshToken })).rejects.toThrow(/InvalidGrant/);
  });

  it.each<[string, Values, Record<string, RegExp>]>([
    ["executeScene", { sceneID: "x" }, { sceneID: /is not an argument; did you mean `sceneId`\?/ }],
    ["executeSmartHomeScene", { familyId: 3 }, { familyId: /must be a text/, sceneId: /is required/ }],
    ["getUserPhone", { phone: "1" }, { phone: /is not an argument/ }],
    [
      "pushDeviceNotification",
      { body: { sendTarget: { targetType: "DEVICE" }, placeHolder: { "A b.C": 1 }, isDebug: "yes" } },
      {
        "body.sendTarget.targetType": /DEVICE_UNION_ID/,
        "body.messageTemplateId": /is required/,
        "body.placeHolder.A b.C": /must be a text/,
        "body.encodeType": /is required/,
        "body.encodeKey": /is required/,
        "body.isDebug": /write true or false/,
      },
    ],
    [
      "createPlayingList",
      {
        openCreatePlayingListRequest: { contentType: "song", contentList: [{ rawId: "1" }], index: 1.5, requestId: "r" },
        deviceInfo: { encodeType: "X", encodeKey: "k", idType: "OPEN_ID", id: "d" },
      },
      {
        "openCreatePlayingListRequest.requestId": /is not an argument/,
        "openCreatePlayingListRequest.contentType": /album/,
        "openCreatePlayingListRequest.contentList[0].source": /is required/,
        "openCreatePlayingListRequest.index": /must be a whole number/,
        "deviceInfo.encodeType": /UC_CLIENT_ID/,
      },
    ],
    ["oAuth2Token", {}, { grantType: /is required/ }],
    ["oAuth2Token", { grantType: "authorization_code" }, { code: /is required with/, redirectUri: /is required with/ }],
    ["oAuth2Token", { grantType: "refresh_token", code: "c" }, { refreshToken: /is required with refresh_token/ }],
    ["oAuth2Revoke", { tokenTypeHint: "id_token" }, { token: /is required/, tokenTypeHint: /access_token/ }],
  ])("rejects the device function %s with the arguments %o before any call, each failure by its path", async (name, args, failures) => {
    const { call, simulator } = fixture();
    const error = await call(name, args).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    const found = error instanceof InputError ? error.failures : [];
    expect(Object.fromEntries(found.map(({ property, reason }) => [property, reason]))).toEqual(
      Object.fromEntries(Object.entries(failures).map(([property, reason]) => [property, expect.stringMatching(reason)])),
    );
    expect(simulator.calls).toEqual([]);
    expect(functionOf(name).check(args)).toEqual(found);
  });

  it("accepts unknown values as arguments of device functions", () => {
    const { check } = functionOf("pushDeviceNotification");
    expect(check({ body: UNKNOWN, tenantInfo: { subjectId: UNKNOWN } })).toEqual([]);
    expect(check({ body: { ...message, encodeKey: UNKNOWN, encodeType: 1 } }).map(({ property }) => property)).toEqual(["body.encodeType"]);
  });
});
