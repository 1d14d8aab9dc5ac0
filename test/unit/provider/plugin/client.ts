import { InvokeRequest, type InvokeResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { servePlugin } from "../../../../provider/plugin/server.ts";
import { type Bag, bagOf, callsOverGrpc, struct } from "../../../support/bindings/calls.ts";
import { requests } from "../../../support/bindings/requests.ts";
import { namedFailure } from "../../../support/bindings/named-failure.ts";
import type { Service } from "../../../engine/service.ts";
import { resources } from "../../../../provider/resources/index.ts";
import { tokenOfResource } from "../../../../provider/kernel/type-tokens.ts";

export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const secret = (value: unknown) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value });

/** Returns the configuration of a plugin that calls the simulated service; the process's own environment holds none. */
export function configurationFor({ url, env }: Service): Record<string, string> {
  const {
    ALIBABA_CLOUD_ACCESS_KEY_ID: accessKeyId = "",
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: accessKeySecret = "",
    RESOURCESHARE_ACCOUNTS: accounts = "",
  } = env;
  return { endpoint: url, stsEndpoint: url, deviceEndpoint: url, accessKeyId, accessKeySecret, accounts };
}

/** Starts a plugin and returns its calls as the engine makes them, over gRPC. */
export async function openPlugin(environment: Record<string, string> = {}) {
  const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
  const plugin = { host: host(engine), resources, schema: { name: "resourceshare", version: "1.2.3" }, environment };
  const { port, close } = await servePlugin(plugin);
  const { call, close: closeClient } = callsOverGrpc(port);
  const urn = (kind: string, name = "it") => `urn:pulumi:dev::shop::${tokenOfResource(kind)}::${name}`;
  const urnOfProvider = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:resourceshare::${name}`;
  return {
    urn,
    call,
    checkConfig: (news: Bag, provider = "default") => requests.checkConfig(call, { urn: urnOfProvider(provider), news }).then(named),
    diffConfig: (olds: Bag, news: Bag) => requests.diffConfig(call, { olds, oldInputs: olds, news }),
    configure: (args: Bag, provider = "default") => requests.configure(call, { urn: urnOfProvider(provider), args }),
    check: (kind: string, news: Bag, olds: Bag = {}, name?: string) =>
      requests.check(call, { urn: urn(kind, name), olds, news }).then(named),
    diff: (kind: string, id: string, olds: Bag, news: Bag) => requests.diff(call, { urn: urn(kind), id, olds, news }),
    create: (kind: string, properties: Bag, timeout = 0) => requests.create(call, { urn: urn(kind), properties, timeout }),
    update: async (kind: string, id: string, olds: Bag, news: Bag, preview = false) =>
      (await requests.update(call, { urn: urn(kind), id, olds, news, preview })).properties,
    read: (kind: string, id: string, properties: Bag = {}, inputs: Bag = {}) =>
      requests.read(call, { urn: urn(kind), id, properties, inputs }),
    remove: (kind: string, id: string, properties: Bag) => requests.delete(call, { urn: urn(kind), id, properties }),
    invoke: async (token: string, args: Bag) => {
      const response = await call<InvokeResponse>("invoke", new InvokeRequest().setTok(token).setArgs(struct(args)));
      return { result: bagOf(response.getReturn()), failures: response.getFailuresList().map((one) => one.toObject()) };
    },
    close: () => {
      closeClient();
      close();
    },
  };
}

/** Names the property of each failure, as the engine prints it. */
function named({ inputs, failures }: Awaited<ReturnType<typeof requests.check>>) {
  return { inputs, failures: failures.map(namedFailure) };
}
