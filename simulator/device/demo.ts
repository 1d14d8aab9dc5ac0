import type { DeviceFile } from "./world-schema.ts";

/** Ids, tokens and an authorization code of the demo world, for programs and tests. */
export const deviceDemo = {
  user: "user-demo01",
  organization: "org-demo01",
  project: "28001",
  devices: { kitchen: "dev-kitchen01", bedroom: "dev-bedroom01" },
  unionDevice: "union-kitchen01",
  scenes: { goodNight: "scene-night01", goodMorning: "scene-morning01" },
  family: "family-demo01",
  familyScene: "scene-leaving01",
  template: "template-demo01",
  placeholder: "content",
  redirectUri: "https://app.example/oauth/callback",
  /** Can be exchanged once. */
  code: "code-demo01",
  accessToken: "access-demo01",
  refreshToken: "refresh-demo01",
} as const;

const scopes = [
  "user:basic:read",
  "user:phone:read",
  "iot:scene:read",
  "iot:scene:execute",
  "device:list:read",
  "device:notification:push",
  "content:playing:create",
].map((scope) => `demo:${scope}`);

/** Returns a world with one user, two devices and a family. The user has granted all scopes to the account's application. */
export function deviceDemoWorld(account: string): DeviceFile {
  const { devices, scenes } = deviceDemo;
  const grant = { user: deviceDemo.user, account, scopes };
  return {
    project: deviceDemo.project,
    users: [
      {
        openId: deviceDemo.user,
        unionIds: [{ organizationId: deviceDemo.organization, unionId: "union-user01" }],
        nickname: "demo",
        avatarUrl: "https://app.example/avatar.png",
        phone: "13800000000",
        devices: [
          {
            openId: devices.kitchen,
            unionIds: [{ organizationId: deviceDemo.organization, unionId: deviceDemo.unionDevice }],
            name: "Kitchen",
            iconUrl: "https://app.example/speaker.png",
          },
          { openId: devices.bedroom, name: "Bedroom", online: false },
        ],
        scenes: [
          { id: scenes.goodNight, name: "Good night" },
          { id: scenes.goodMorning, name: "Good morning" },
        ],
        families: [{ id: deviceDemo.family, name: "Home", scenes: [{ id: deviceDemo.familyScene, name: "Leaving" }] }],
      },
    ],
    templates: [{ id: deviceDemo.template, placeholders: [deviceDemo.placeholder] }],
    codes: [{ ...grant, code: deviceDemo.code, redirectUri: deviceDemo.redirectUri }],
    refreshTokens: [{ ...grant, token: deviceDemo.refreshToken }],
    accessTokens: [{ token: deviceDemo.accessToken, refreshToken: deviceDemo.refreshToken }],
  };
}
