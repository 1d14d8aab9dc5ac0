import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import type { CallHandler } from "../../../../../provider/client/pipeline/call.ts";
import { UnknownCallerError } from "../../../../../provider/client/credentials/caller-identity.ts";
import type { DeviceClientOptions } from "../../../../../provider/client/device/device-client.ts";
import { type Grant, openSession, type Session, type Tokens } from "../../../../../provider/client/device/token-session.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { ApiError, InputError, TransportError } from "../../../../../provider/kernel/errors.ts";
import { silentLog } from "../../../../../provider/kernel/log.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { deviceDemo } from "../../../../../simulator/device/demo.ts";
import type { DeviceFile } from "../../../../../simulator/device/world-schema.ts";
import { createSimulator } from "../../../../../simulator/simulator.ts";
import { deviceClientOf, rejection } from "../fixture.ts";

const both = { accessToken: new Secret(deviceDemo.accessToken), refreshToken: new Secret(deviceDemo.refreshToken) };
const code = { code: new Secret(deviceDemo.code), redirectUri: deviceDemo.redirectUri };
const lifeMs = 604_799_000;

/** The simulator and a client with tokens, on one clock. */
function fixture(grant: Grant = both, settings: NonNullable<DeviceFile["settings"]> = {}, parts: Partial<DeviceClientOptions> = {}) {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1) });
  const world = simulator.save();
  simulator.load({ ...world, device: { ...world.device, settings } });
  const credentials = async () => ({ accessKeyId: "LTAI-owner", accessKeySecret: new Secret("secret-of-owner") });
  const { client } = deviceClientOf(simulator.transport, { clock, credentials, grant, random: seededRandom(2), ...parts });
  const count = (operation: string, status?: number) =>
    simulator.calls.filter((call) => call.operation === operation && (status === undefined || call.status === status)).length;
  const phone = (from = client) => from.call(device.GetUserPhone, {});
  const scene = (signal?: AbortSignal) => client.call(device.ExecuteScene, { SceneId: deviceDemo.scenes.goodNight }, { signal });
  return { clock, simulator, client, count, phone, scene };
}

describe("a session", () => {
  it("uses the access token of a session without a request for another", async () => {
    const { phone, count } = fixture();
    expect(await phone()).toMatchObject({ Phone: "13800000000" });
    expect(count("OAuth2TokenEndpoint")).toBe(0);
  });

  it("renews an expired access token once for a hundred concurrent calls, and all of them succeed", async () => {
    const { scene, count, simulator } = fixture();
    simulator.advance(lifeMs);
    await Promise.all(Array.from({ length: 100 }, () => scene()));
    expect(count("ExecuteScene", 200)).toBe(100);
    expect(simulator.device.done).toHaveLength(100);
    expect(count("OAuth2TokenEndpoint")).toBe(1);
  });

  it("pauses between failed renewals of tokens while the access token is valid", async () => {
    const { phone, simulator, clock, count } = fixture({ ...both, expiresIn: 1000 });
    simulator.faults.add({ operation: "OAuth2TokenEndpoint", times: 100, fault: { kind: "dropped" } });
    clock.advance(950_000);
    for (let calls = 0; calls < 10; calls += 1) await phone();
    expect(count("OAuth2TokenEndpoint")).toBe(1);
    clock.advance(15_000);
    for (let calls = 0; calls < 10; calls += 1) await phone();
    expect(count("OAuth2TokenEndpoint")).toBe(2);
    clock.advance(35_000);
    expect(await rejection(phone())).toBeInstanceOf(TransportError);
  });

  it("uses each refresh token once when refresh tokens rotate", async () => {
    const { phone, count, clock } = fixture({ refreshToken: both.refreshToken }, { rotate: true });
    for (let times = 1; times <= 3; times += 1) {
      await phone();
      clock.advance(lifeMs);
    }
    expect(count("OAuth2TokenEndpoint", 200)).toBe(3);
  });

  it("fails every later call of a session when its refresh token is revoked", async () => {
    const { client, phone, scene, count } = fixture();
    await client.call(device.OAuth2RevocationEndpoint, { Token: deviceDemo.refreshToken });
    const errors = await Promise.all(Array.from({ length: 50 }, () => rejection(scene())));
    for (let later = 0; later < 10; later += 1) errors.push(await rejection(phone()));
    expect(new Set(errors.map(String)).size).toBe(1);
    expect(errors[0]).toBeInstanceOf(ApiError);
    expect(String(errors[0])).toMatch(/OAuth2TokenEndpoint failed: InvalidGrant\.RefreshToken: .*the user has to consent again/);
    expect(count("OAuth2TokenEndpoint")).toBe(1);
    expect(count("GetUserPhone")).toBe(0);
  });

  it("tries a renewal of tokens again after a lost answer or with a corrected access key", async () => {
    const { phone, simulator } = fixture({ refreshToken: both.refreshToken });
    simulator.faults.add({ operation: "OAuth2TokenEndpoint", fault: { kind: "dropped" } });
    expect(await rejection(phone())).toBeInstanceOf(TransportError);
    simulator.faults.add({ operation: "OAuth2TokenEndpoint", fault: { kind: "expiredToken" } });
    expect(String(await rejection(phone()))).toMatch(/InvalidSecurityToken.Expired/);
    await expect(phone()).resolves.toBeDefined();
  });

  it("ends a session without a refresh token when its access token expires", async () => {
    const { phone, count, simulator } = fixture({ accessToken: both.accessToken });
    simulator.advance(lifeMs);
    expect(String(await rejection(phone()))).toMatch(/InvalidAccessToken.Expired: .*set `deviceRefreshToken`/);
    expect(String(await rejection(phone()))).toMatch(/^InputError: deviceRefreshToken: .*there is no refresh token .*; set it too$/);
    expect(count("GetUserPhone")).toBe(1);
    expect(count("OAuth2TokenEndpoint")).toBe(0);
  });

  it("reports which settings supply tokens when a session has none, and calls nothing", async () => {
    const { phone, simulator } = fixture({});
    expect(String(await rejection(phone()))).toMatch(
      /deviceRefreshToken: there are no tokens of a user: set RESOURCESHARE_DEVICE_REFRESH_TOKEN/,
    );
    expect(simulator.calls).toEqual([]);
  });

  it("exchanges an authorization code once, with the first call of the session", async () => {
    const { client, scene, count } = fixture(code);
    expect(client.session.wantsExchange).toBe(true);
    await Promise.all(Array.from({ length: 20 }, () => scene()));
    expect(client.session.wantsExchange).toBe(false);
    expect(count("OAuth2TokenEndpoint")).toBe(1);
  });

  it("never exchanges an authorization code a second time, whatever the outcome", async () => {
    const { phone, count, simulator } = fixture(code);
    simulator.faults.add({ operation: "OAuth2TokenEndpoint", fault: { kind: "lost" } });
    const first = await rejection(phone());
    expect(String(first)).toMatch(/it may have taken effect all the same/);
    expect(await rejection(phone())).toBe(first);
    expect(count("OAuth2TokenEndpoint")).toBe(1);
  });

  it("keeps an authorization code while the account of the credentials cannot be determined", async () => {
    let isKnown = false;
    const { phone, count } = fixture(
      code,
      {},
      {
        accountId: "111",
        callerAccount: async () => {
          if (!isKnown) throw new UnknownCallerError("nothing answers", "");
          return "111";
        },
      },
    );
    expect(String(await rejection(phone()))).toMatch(/cannot be determined/);
    isKnown = true;
    await phone();
    expect(count("OAuth2TokenEndpoint")).toBe(1);
  });

  it("passes every new pair of tokens to the listeners of a session, as secrets", async () => {
    const { client, simulator } = fixture(both, { rotate: true });
    const heard: Tokens[] = [];
    const stop = client.session.onChange((tokens) => void heard.push(tokens));
    simulator.advance(lifeMs);
    await client.call(device.GetUserPhone, {});
    const current = await client.session.current();
    expect(heard).toEqual([current]);
    expect(current.refreshToken?.open()).not.toBe(deviceDemo.refreshToken);
    expect(inspect(heard)).not.toContain(current.accessToken.open());
    stop();
    simulator.advance(lifeMs);
    await client.call(device.GetUserPhone, {});
    expect(heard).toHaveLength(1);
  });

  it("keeps the token sessions of two users apart", async () => {
    const { client, phone, count } = fixture({});
    const other = client.with(both);
    await phone(other);
    expect(await rejection(phone())).toBeInstanceOf(InputError);
    expect(count("GetUserPhone")).toBe(1);
  });
});

describe("tokens that end soon", () => {
  const lifeSeconds = 100;

  /** A session whose token service answers when the test releases it. */
  function held(answer: () => object | Promise<object> = () => ({ AccessToken: "next", ExpiresIn: lifeSeconds })) {
    const clock = new VirtualClock();
    const asked: unknown[] = [];
    const messages: string[] = [];
    const send = async ({ request }: { readonly request: object }) => {
      asked.push(request);
      return answer();
    };
    const log = { ...silentLog, debug: (message: string) => void messages.push(message) };
    // Whatever is asked of it is about tokens, so that its answers are.
    const session = openSession({ ...both, expiresIn: lifeSeconds }, { send: send as CallHandler, clock, log });
    return { clock, asked, messages, session };
  }
  const tokenOf = async (session: Session, signal?: AbortSignal) => (await session.current(signal)).accessToken.open();
  const because = new ApiError({ operation: "A", code: "B", status: 401, category: "denied", serviceMessage: "", transient: false });

  it("renews short-lived tokens in the last tenth of their life, not before", async () => {
    const { clock, session, messages } = held();
    clock.advance(89_000);
    expect(await tokenOf(session)).toBe(deviceDemo.accessToken);
    clock.advance(1000);
    expect(await tokenOf(session)).toBe("next");
    expect(messages).toEqual([expect.stringContaining("renewed")]);
  });

  it("renews tokens with the current refresh token when the answer has no other", async () => {
    const { clock, session, asked } = held();
    for (let times = 0; times < 2; times += 1) {
      clock.advance(lifeSeconds * 1000);
      await session.current();
    }
    const asking = { GrantType: "refresh_token", RefreshToken: deviceDemo.refreshToken };
    expect(asked).toEqual([asking, asking]);
  });

  it("releases only the aborted caller while tokens are renewed, early or late", async () => {
    for (const afterMs of [95_000, 100_000]) {
      const pending: (() => void)[] = [];
      const { clock, session, asked } = held(async () => {
        await new Promise<void>((open) => pending.push(open));
        return { AccessToken: "next" };
      });
      clock.advance(afterMs);
      const stop = new AbortController();
      const leaving = rejection(tokenOf(session, stop.signal));
      const staying = tokenOf(session);
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort(new Error("no longer needed"));
      expect(String(await leaving)).toBe("Error: no longer needed");
      for (const open of pending) open();
      expect(await staying).toBe("next");
      expect(asked).toHaveLength(1);
    }
  });

  it("renews tokens once for all callers of one refused token, however late they report it", async () => {
    const { session, asked } = held();
    const { accessToken } = await session.current();
    const first = await session.renew(accessToken, because);
    expect(await session.renew(accessToken, because)).toBe(first);
    expect(asked).toHaveLength(1);
  });
});
