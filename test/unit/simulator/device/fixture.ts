import { device } from "../../../../provider/api/device/operations.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { deviceDemo } from "../../../../simulator/device/demo.ts";
import type { DeviceFile } from "../../../../simulator/device/world-schema.ts";
import { createSimulator } from "../../../../simulator/simulator.ts";
import { signed, signingTime } from "../../../support/signer.ts";

export const version = "oauth2_1.0";
const host = "https://openapi.aligenie.com";

/** An answer with its parsed body. */
export interface ParsedResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The method and the path of an operation. */
function placeOf(action: string): { readonly method: "GET" | "POST"; readonly path: string } {
  const style = Object.values(device).find(({ name }) => name === action)?.style;
  return style?.kind === "rest" ? style : { method: "GET", path: "/v1.0/oauth2/" };
}

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();

/** The device part of a simulator on its own clock, called without the client. */
export function createDeviceFixture(settings: NonNullable<DeviceFile["settings"]> = {}) {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1) });
  const world = simulator.save();
  simulator.load({ ...world, device: { ...world.device, settings } });

  const send = async (request: Parameters<typeof simulator.transport>[0]): Promise<ParsedResponse> => {
    const { status, body } = await simulator.transport(request);
    return { status, body: JSON.parse(body) as ParsedResponse["body"] };
  };
  /** Calls an operation with a bearer token; `query` and `fields` are texts. */
  const callWithToken = (
    action: string,
    fields: Readonly<Record<string, string>> = {},
    { token = deviceDemo.accessToken, query = {}, headers = {} }: { token?: string; query?: object; headers?: object } = {},
  ) => {
    const { method, path } = placeOf(action);
    const search = form(query as Record<string, string>);
    return send({
      method,
      url: `${host}${path}${search && `?${search}`}`,
      headers: {
        "x-acs-action": action,
        "x-acs-version": version,
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
      body: method === "POST" ? form(fields) : "",
    });
  };
  /** Calls an operation about tokens, signed with the key of an account. */
  const sign = (
    action: "OAuth2TokenEndpoint" | "OAuth2RevocationEndpoint",
    fields: Readonly<Record<string, string>>,
    account = demo.owner as string,
  ) => {
    const key = simulator.keys.find(({ accountId }) => accountId === account);
    if (!key) throw new Error("there is no such key");
    return send(
      signed({
        key,
        action,
        version,
        url: `${host}${placeOf(action).path}`,
        body: form(fields),
        contentType: "application/x-www-form-urlencoded",
        date: signingTime(clock.now()),
      }),
    );
  };
  const refresh = (RefreshToken: string, account?: string) =>
    sign("OAuth2TokenEndpoint", { GrantType: "refresh_token", RefreshToken }, account);
  const exchange = (Code: string, RedirectUri: string = deviceDemo.redirectUri, account?: string) =>
    sign("OAuth2TokenEndpoint", { GrantType: "authorization_code", Code, RedirectUri }, account);
  const revoke = (Token: string, account?: string) => sign("OAuth2RevocationEndpoint", { Token }, account);
  return { simulator, clock, send, callWithToken, sign, refresh, exchange, revoke };
}

/** One of an answer's texts. */
export function textOf({ body }: ParsedResponse, name: string): string {
  const value = body[name];
  if (typeof value !== "string") throw new Error(`the answer has no ${name}: ${JSON.stringify(body)}`);
  return value;
}
