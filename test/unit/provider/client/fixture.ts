import type { Client } from "../../../../provider/client/client.ts";
import { type ClientOptions, createClient } from "../../../../provider/client/create-client.ts";
import { createDeviceClient, type DeviceClientOptions } from "../../../../provider/client/device/device-client.ts";
import type { Credentials } from "../../../../provider/client/pipeline/call.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import { Secret } from "../../../../provider/kernel/secret.ts";
import { unlessAborted } from "../../../../provider/kernel/unless-aborted.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../../../provider/wire/transport.ts";
import { clientDefaults } from "../../../support/client-defaults.ts";

export const key: Credentials = { accessKeyId: "LTAI-canary-id", accessKeySecret: new Secret("canary-secret/+=") };

/** A fake service: its transport and the requests that it has received. */
export interface Service {
  readonly transport: Transport;
  readonly requests: HttpRequest[];
  /** The number of requests for an operation. */
  readonly count: (action: string) => number;
}

/** A fake service that answers from the request and its own state, never from a scripted order of calls. */
export function service(answer: (request: HttpRequest, signal: AbortSignal | undefined) => HttpResponse | Promise<HttpResponse>): Service {
  const requests: HttpRequest[] = [];
  return {
    requests,
    count: (action) => requests.filter((request) => actionOf(request) === action).length,
    transport: async (request, signal) => {
      requests.push(request);
      return unlessAborted(Promise.resolve(answer(request, signal)), signal);
    },
  };
}

/** A client of that service, on a virtual clock. */
export function clientOf(
  transport: Transport,
  parts: Partial<ClientOptions> & { readonly stsEndpoint?: string } = {},
): Client & { readonly clock: VirtualClock } {
  const clock = parts.clock instanceof VirtualClock ? parts.clock : new VirtualClock();
  const client = createClient(
    clientDefaults({
      region: "cn-hangzhou",
      endpoint: "http://127.0.0.1:4010",
      credentials: async () => key,
      transport,
      random: seededRandom(1),
      log: silentLog,
      ...parts,
      clock,
    }),
  );
  return { ...client, clock };
}

/** The tokens that a user has granted to the client of the user, device and content API. */
export const grant = { accessToken: new Secret("canary-access-7f/+="), refreshToken: new Secret("canary-refresh-7f/+=") };

/** A client of the user, device and content API of a service, on a virtual clock, and what it logs. */
export function deviceClientOf(transport: Transport, { clock = new VirtualClock(), ...parts }: Partial<DeviceClientOptions> = {}) {
  const messages: string[] = [];
  const collect = (message: string) => void messages.push(message);
  const client = createDeviceClient(
    clientDefaults({
      ...{ account: undefined, region: "cn-hangzhou", endpoint: "http://127.0.0.1:4010", clock, random: seededRandom(1) },
      log: { debug: collect, info: collect, warn: collect, status: collect },
      credentials: async () => key,
      callerAccount: async () => undefined,
      transport,
      grant,
      ...parts,
    }),
  );
  return { client, messages, clock };
}

export function ok(body: object = {}): HttpResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json;charset=utf-8" },
    body: JSON.stringify({ RequestId: "R-1", ...body }),
  };
}

export function errorResponse(status: number, code: string, message = "refused", headers: Record<string, string> = {}): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ RequestId: "R-2", HostId: "h", Code: code, Message: message, Recommend: "" }),
  };
}

export function actionOf(request: HttpRequest): string {
  return request.headers["x-acs-action"] ?? "";
}

export function parametersOf(request: HttpRequest): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

/** The parameters of the first request that a service has received. */
export function firstParameters({ requests }: Pick<Service, "requests">): Record<string, string> {
  const [first] = requests;
  if (!first) throw new Error("there was no request");
  return parametersOf(first);
}

/** The reason of a promise's rejection. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it was not rejected");
    },
    (error: unknown) => error,
  );
}
