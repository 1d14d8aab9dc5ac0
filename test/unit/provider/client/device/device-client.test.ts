import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import { createClients } from "../../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { ApiError, InputError, ProtocolError, TransportError } from "../../../../../provider/kernel/errors.ts";
import { Secret } from "../../../../../provider/kernel/secret.ts";
import { UnsentRequestError, type HttpResponse } from "../../../../../provider/wire/transport.ts";
import { deviceClientOf, grant, ok, errorResponse, rejection, service } from "../fixture.ts";

const canary = {
  ...{ access: grant.accessToken.open(), refresh: grant.refreshToken.open() },
  ...{ code: "canary-code-7f/+=", phone: "canary-13800000000" },
};
const scene = { SceneId: "scene/1 é" };
const playing = {
  OpenCreatePlayingListRequest: { ContentType: "content" as const, ContentList: [{ RawId: "1", Source: "s" }], ExtendInfo: { Key: [1] } },
  DeviceInfo: { EncodeType: "UC_CLIENT_ID" as const, EncodeKey: "k", IdType: "OPEN_ID" as const, Id: "d" },
};
const exchange = { GrantType: "authorization_code" as const, Code: canary.code, RedirectUri: "https://app.example/" };
const tokens = { AccessToken: canary.access, ExpiresIn: 100, RefreshToken: canary.refresh };

describe("the device client", () => {
  it("sends the access token of the device API in all three places, and no signature", async () => {
    const { transport, requests } = service(() => ok({ Phone: "1" }));
    await deviceClientOf(transport).client.call(device.GetUserPhone, {});
    expect(requests).toStrictEqual([
      {
        method: "GET",
        url: "http://127.0.0.1:4010/v1.0/oauth2/user/profile/phone",
        headers: {
          accept: "application/json",
          host: "127.0.0.1:4010",
          "x-acs-action": "GetUserPhone",
          "x-acs-version": "oauth2_1.0",
          authorization: `Bearer ${canary.access}`,
          "x-acs-bearer-token": canary.access,
          "x-acs-signature-type": "BEARERTOKEN",
        },
        body: "",
      },
    ]);
  });

  it("sends forms, structured fields as JSON texts, and the device id in the query of the device API", async () => {
    const { transport, requests } = service(() => ok());
    const { client } = deviceClientOf(transport);
    await client.call(device.ExecuteScene, scene);
    await client.call(device.CreatePlayingList, playing);
    expect(requests.map(({ headers }) => headers["content-type"])).toEqual(Array(2).fill("application/x-www-form-urlencoded"));
    expect(requests[0]?.body).toBe("SceneId=scene%2F1%20%C3%A9");
    const [, second] = requests;
    expect(Object.keys(Object.fromEntries(new URL(second?.url ?? "").searchParams))).toEqual(["DeviceInfo"]);
    expect(JSON.parse(new URLSearchParams(second?.body).get("OpenCreatePlayingListRequest") ?? "")).toEqual(
      playing.OpenCreatePlayingListRequest,
    );
    expect(second?.url).not.toContain("RegionId");
  });

  it("ends a call of the device API at the deadline that its options set", async () => {
    const { client, clock } = deviceClientOf(() => new Promise<never>(() => undefined), { requestTimeoutMs: 600_000 });
    const begunAt = clock.now();
    const error = await rejection(client.call(device.GetUserPhone, {}, { deadline: begunAt + 10_000 }));
    expect(clock.now() - begunAt).toBe(10_000);
    expect(String(error)).toContain("GetUserPhone got no answer: its time was over");
  });

  // (promise P-account-id)
  it("checks the configured account before any call of the device API", async () => {
    const { transport, requests } = service(() => ok());
    const { client } = deviceClientOf(transport, { accountId: "999", callerAccount: async () => "111" });
    expect(String(await rejection(client.call(device.ExecuteScene, scene)))).toMatch(/accountId: .*111.*999/);
    expect(requests).toEqual([]);
  });

  it.each<[string, () => HttpResponse, new (...parts: never[]) => Error]>([
    ["a broken connection", () => fail(new Error("reset")), TransportError],
    ["a server error", () => errorResponse(500, "InternalError"), ApiError],
    ["an answer that is no JSON", () => ({ status: 200, headers: {}, body: "<html>" }), ProtocolError],
    ["a proxy's page", () => ({ status: 502, headers: { "content-type": "text/html" }, body: "<html>" }), ProtocolError],
  ])("sends a device action once and reports that it may have taken effect after %s", async (_what, answer, kind) => {
    for (const operation of [device.ExecuteScene, device.PushDeviceNotification, device.ExecuteSmartHomeScene] as const) {
      const { transport, requests } = service(answer);
      const { client } = deviceClientOf(transport);
      const error = await rejection(client.call<object, object>(operation, { ...scene, FamilyId: "f" }));
      expect(error).toBeInstanceOf(kind);
      expect(String(error)).toMatch(/it may have taken effect all the same/);
      expect(requests).toHaveLength(1);
    }
  });

  it("retries a device action that certainly was not executed", async () => {
    let failures = 3;
    const { transport, count } = service(() => {
      failures -= 1;
      if (failures === 2) throw new UnsentRequestError("refused");
      return failures === 1 ? errorResponse(400, "Throttling.User") : failures === 0 ? errorResponse(401, "Unauthorized") : ok(tokens);
    });
    await deviceClientOf(transport).client.call(device.ExecuteScene, scene);
    expect([count("ExecuteScene"), count("OAuth2TokenEndpoint")]).toEqual([4, 1]);
  });

  it("fails a call of the device API after one renewed token that the service does not accept either", async () => {
    const { transport, count } = service(({ headers }) =>
      headers["x-acs-action"] === "OAuth2TokenEndpoint" ? ok(tokens) : errorResponse(401, "Unauthorized"),
    );
    expect(await rejection(deviceClientOf(transport).client.call(device.ExecuteScene, scene))).toMatchObject({ status: 401 });
    expect([count("ExecuteScene"), count("OAuth2TokenEndpoint")]).toEqual([2, 1]);
  });
});

describe("a token, a code and a phone number", () => {
  const quoted = Object.values(canary).flatMap((text) => [text, encodeURIComponent(text)]);

  // (promise P-user-tokens)
  it.each<[string, () => HttpResponse]>([
    ["refused with a message that quotes them", () => errorResponse(400, "InvalidGrant.Code", `bad ${quoted.slice(0, 6).join(" ")}`)],
    ["refused as unauthorized", () => errorResponse(401, "InvalidAccessToken", `bad ${quoted.slice(0, 6).join(" ")}`)],
    ["answered in another shape", () => ok({ Phone: [canary.phone], AccessToken: { a: canary.access } })],
    ["never answered", () => fail(new Error("the connection was reset"))],
    ["answered by a proxy", () => ({ status: 200, headers: { "content-type": "text/html" }, body: canary.phone })],
    ["answered well", () => ok({ ...tokens, Phone: canary.phone })],
  ])("keeps tokens, codes and phone numbers out of errors, logs and inspections when the call is %s", async (_what, answer) => {
    const { client, messages } = deviceClientOf(service(answer).transport);
    const calls = [
      client.call(device.GetUserPhone, {}),
      client.call(device.OAuth2TokenEndpoint, exchange),
      client.call(device.OAuth2TokenEndpoint, { GrantType: "refresh_token", RefreshToken: canary.refresh }),
      client.call(device.OAuth2RevocationEndpoint, { Token: canary.access }),
      client.with({ code: new Secret(canary.code), redirectUri: "https://app.example/" }).call(device.ExecuteScene, scene),
    ];
    const errors = await Promise.all(
      calls.map((call) =>
        call.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
    const shown =
      inspect([errors, messages, client], { depth: 20, showHidden: true }) +
      JSON.stringify([errors, messages, client]) +
      errors.map(String).join("");
    expect(shown).not.toContain("canary-a");
    expect(shown).not.toMatch(/canary-(refresh|code|138)/);
  });

  it("omits the token from failures of device operations without secret fields", async () => {
    const { client } = deviceClientOf(
      service(() => errorResponse(400, "InvalidParameter", `bad ${quoted.slice(0, 2).join(" ")}`)).transport,
    );
    const error = await rejection(client.call(device.GetSceneList, {}));
    expect(String(error)).toMatch(/GetSceneList failed: InvalidParameter: bad /);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("canary");
  });

  it("omits secrets from failures about arguments of the device API", async () => {
    const { client } = deviceClientOf(service(() => ok()).transport);
    // The types forbid the wrong values of this test.
    const wrong = { GrantType: canary.code, Code: { a: canary.code }, RefreshToken: [canary.refresh] } as never;
    const error = await rejection(client.call(device.OAuth2TokenEndpoint, wrong));
    expect(error).toBeInstanceOf(InputError);
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });
});

describe("clients of the device API", () => {
  const values = {
    accessKeyId: "id",
    accessKeySecret: "s",
    deviceEndpoint: "http://127.0.0.1:4010",
    deviceAccessToken: canary.access,
    accounts: { home: { accessKeyId: "home", accessKeySecret: "s" } },
  };

  it("returns one device client for each account, with the configured tokens and endpoint", async () => {
    const { transport, requests } = service(() => ok(tokens));
    const clients = createClients(readConfiguration(values, {}), { transport, clock: new VirtualClock() });
    expect(clients.device()).toBe(clients.device());
    expect(clients.device("home")).not.toBe(clients.device());
    await clients.device().call(device.ExecuteScene, scene);
    await clients.device("home").call(device.OAuth2RevocationEndpoint, { Token: "t" });
    expect(requests.map(({ headers }) => headers["authorization"]?.slice(0, 40))).toEqual([
      `Bearer ${canary.access}`,
      "ACS3-HMAC-SHA256 Credential=home,SignedH",
    ]);
    expect(() => clients.device("hom")).toThrow(
      /account: "hom" is not the name of an account; the names are home \(from accounts\); did you mean home\?/,
    );
  });
});

function fail(error: Error): never {
  throw error;
}
