import { afterAll, beforeAll, describe } from "vitest";
import { VirtualClock } from "../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../provider/kernel/random.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { serve, type Served } from "../../../simulator/http.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../simulator/simulator.ts";
import { encodeRpc } from "../../../provider/wire/encode.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { overHttp, signed, signingTime, type SigningKey } from "../../support/signer.ts";

/** An answer with its body read. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly code: unknown;
}

/** A simulator on its own virtual clock, and functions that call it. */
export interface Fixture {
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  readonly call: (action: string, request?: object, account?: string) => Promise<ParsedResponse>;
  /** Calls, and fails unless the answer is 200. */
  readonly ok: (action: string, request?: object, account?: string) => Promise<ParsedResponse["body"]>;
  /** The records that a list returns. */
  readonly list: (action: string, request?: object, account?: string) => Promise<Record<string, unknown>[]>;
  readonly send: Transport;
  readonly url: string;
  readonly key: (account?: string) => SigningKey;
}

/** A transport to the simulator. */
type TransportKind = { readonly name: string; readonly open: (simulator: Simulator) => Promise<OpenTransport> };

interface OpenTransport {
  readonly send: Transport;
  readonly url: string;
  readonly close: () => Promise<void>;
}

const inProcess: TransportKind = {
  name: "in process",
  open: (simulator) =>
    Promise.resolve({
      send: simulator.transport,
      url: "https://resourcesharing.cn-hangzhou.aliyuncs.com/",
      close: () => Promise.resolve(),
    }),
};

const http: TransportKind = {
  name: "over HTTP",
  open: async (simulator) => {
    const served: Served = await serve(simulator);
    return { send: overHttp, url: `${served.url}/`, close: () => served.close() };
  },
};

/** Runs the same tests in process and over HTTP. */
export function describeTransports(title: string, tests: (make: (options?: SimulatorOptions) => Promise<Fixture>) => void): void {
  for (const way of [inProcess, http]) {
    describe(`${title}, ${way.name}`, () => {
      const open: Pick<OpenTransport, "close">[] = [];
      beforeAll(() => {
        open.length = 0;
      });
      afterAll(async () => {
        await Promise.all(open.map((one) => one.close()));
      });
      tests(async (options) => {
        const made = await createFixture(way, options);
        open.push(made);
        return made;
      });
    });
  }
}

export async function createFixture(
  way: TransportKind = inProcess,
  options: SimulatorOptions = {},
): Promise<Fixture & Pick<OpenTransport, "close">> {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1), limits: false, ...options });
  const { send, url, close } = await way.open(simulator);
  const key = (account: string = demo.owner): SigningKey => {
    const found = simulator.keys.find(({ accountId }) => accountId === account);
    if (!found) throw new Error(`no key of ${account}`);
    return found;
  };
  const call = async (action: string, request: object = {}, account?: string): Promise<ParsedResponse> => {
    const response = await send(signed({ key: key(account), action, parameters: encodeRpc(request), url, date: signingTime(clock.now()) }));
    const body = JSON.parse(response.body) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, code: body["Code"] };
  };
  const ok = async (action: string, request: object = {}, account?: string) => {
    const answer = await call(action, request, account);
    if (answer.status !== 200) throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const list = async (action: string, request?: object, account?: string) =>
    (Object.values(await ok(action, request, account)).find(Array.isArray) ?? []) as Record<string, unknown>[];
  return { simulator, clock, call, ok, list, send, url, key, close };
}

/** Creates a share and returns its id. */
export async function createShare({ ok }: Pick<Fixture, "ok">, request: object = {}): Promise<string> {
  const { ResourceShare } = await ok("CreateResourceShare", { ResourceShareName: "demo", ...request });
  return String((ResourceShare as Record<string, unknown>)["ResourceShareId"]);
}

/** The records in a list's answer. */
export function records(body: ParsedResponse["body"], name: string): Record<string, unknown>[] {
  return (body[name] ?? []) as Record<string, unknown>[];
}
