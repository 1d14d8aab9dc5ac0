import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { createDeviceClient } from "../../../../provider/client/device/device-client.ts";
import { deviceFunctions } from "../../../../provider/functions/device.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import { Secret } from "../../../../provider/kernel/secret.ts";
import { createSimulator, deviceDemo } from "../../../../simulator/index.ts";
import { opened, sessionOf } from "../../../../sdk/device/open-session.ts";
import { session } from "../../../../sdk/device/session.ts";
import { valueOf } from "../mocks.ts";
import { clientDefaults } from "../../../support/client-defaults.ts";

function fixture(grant: { accessToken?: Secret } = {}) {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1) });
  const [key] = simulator.keys;
  if (key === undefined) throw new Error("the world has no key");
  const client = createDeviceClient(
    clientDefaults({
      endpoint: "https://openapi.example",
      region: "cn-hangzhou",
      credentials: () => Promise.resolve({ accessKeyId: key.accessKeyId, accessKeySecret: new Secret(key.accessKeySecret) }),
      transport: simulator.transport,
      clock,
      random: seededRandom(2),
      log: silentLog,
      callerAccount: async () => undefined,
      grant: { ...grant, refreshToken: new Secret(deviceDemo.refreshToken) },
    }),
  );
  return { simulator, client };
}

function functionNamed(name: string) {
  const found = deviceFunctions.find((known) => known.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

test("obtains tokens of a session once for a hundred calls, and all of them succeed", async () => {
  const { simulator, client } = fixture();
  const shared = sessionOf(Promise.resolve(client));
  const execute = functionNamed("executeScene");
  const args = { sceneId: deviceDemo.scenes.goodNight };
  await Promise.all(Array.from({ length: 100 }, () => shared.use((ready) => execute.call(ready, args))));
  expect(simulator.device.done).toHaveLength(100);
  expect(simulator.calls.filter(({ operation }) => operation === "OAuth2TokenEndpoint")).toHaveLength(1);
});

test("returns the newest refresh token of a session as a secret output", async () => {
  const { client } = fixture();
  const shared = sessionOf(Promise.resolve(client));
  const token = shared.refreshToken;
  expect(await pulumi.isSecret(token)).toBe(true);
  expect(await valueOf(token)).toBe((await client.session.current()).refreshToken?.open());
});

test("calls nothing for a session with unknown arguments", async () => {
  expect(await sessionOf(Promise.resolve(undefined)).use(() => Promise.reject(new Error("called")))).toBeUndefined();
});

test("rejects a session's authorization code without the redirect URI by that name", async () => {
  await expect(opened(session({ code: "c" })).use(() => Promise.resolve(1))).rejects.toThrow(/redirectUri/);
});

test.each([
  ["refreshTokn", /^session\.refreshTokn: is not an argument; did you mean `refreshToken`\?$/],
  ["unrelated", /^session\.unrelated: is not an argument; the arguments are `accessToken`, /],
])("rejects the argument %s of a session by name", (name, message) => {
  expect(() => session({ [name]: "x" })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message) as string, __pulumiRunError: true }),
  );
});

test("tests an unused access token of a session before it returns the refresh token", async () => {
  const { simulator, client } = fixture({ accessToken: new Secret("ended") });
  simulator.device.settings.rotate = true;
  const token = await valueOf(sessionOf(Promise.resolve(client)).refreshToken);
  expect(token).not.toBe(deviceDemo.refreshToken);
  await functionNamed("getUserPhone").call(client, {});
  expect((await client.session.current()).refreshToken?.open()).toBe(token);
});

test("skips the test of a session's access token after a successful call", async () => {
  const { simulator, client } = fixture({ accessToken: new Secret(deviceDemo.accessToken) });
  const shared = sessionOf(Promise.resolve(client));
  await shared.use((ready) => functionNamed("getUserPhone").call(ready, {}));
  expect(await valueOf(shared.refreshToken)).toBe(deviceDemo.refreshToken);
  expect(simulator.calls.map(({ operation }) => operation)).toEqual(["GetUserPhone"]);
});

test("returns the refresh token that the last call of a session's dependencies has left", async () => {
  const { simulator, client } = fixture({ accessToken: new Secret(deviceDemo.accessToken) });
  simulator.device.settings.rotate = true;
  const shared = sessionOf(Promise.resolve(client));
  const late = pulumi.output(new Promise<number>((resolve) => setTimeout(() => resolve(1), 20))).apply(async () => {
    simulator.advance(700_000_000);
    return shared.use((ready) => functionNamed("getUserPhone").call(ready, {}));
  });
  const token = shared.refreshTokenAfter(late);
  expect(await pulumi.isSecret(token)).toBe(true);
  expect(await valueOf(token)).not.toBe(deviceDemo.refreshToken);
  expect(await valueOf(token)).toBe((await client.session.current()).refreshToken?.open());
});

test("returns a session's refresh token that another user of the same client has renewed", async () => {
  const { simulator, client } = fixture();
  simulator.device.settings.rotate = true;
  const shared = sessionOf(Promise.resolve(client));
  await shared.use((ready) => functionNamed("getUserPhone").call(ready, {}));
  simulator.advance(700_000_000);
  await functionNamed("getUserPhone").call(client, {});
  expect(await valueOf(shared.refreshToken)).toBe((await client.session.current()).refreshToken?.open());
});
