import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  type ConfigureResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  type DiffResponse,
  InvokeRequest,
  type InvokeResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { servePlugin } from "../../../../provider/plugin/server.ts";
import { type Bag, bagOf, callsOverGrpc, type Kept, keptIn, struct } from "../../../support/bindings/calls.ts";
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
  const lines: string[] = [];
  const engine: Engine = { ...silentLog, warn: (message) => void lines.push(message), assertAlive: () => Promise.resolve() };
  const plugin = { host: host(resources, engine), resources, version: "1.2.3", environment };
  const { port, close } = await servePlugin(plugin);
  const { call, close: closeClient } = callsOverGrpc(port);
  const urn = (kind: string, name = "it") => `urn:pulumi:dev::shop::${tokenOfResource(kind)}::${name}`;
  const urnOfProvider = (name: string) => `urn:pulumi:dev::shop::pulumi:providers:resourceshare::${name}`;
  return {
    urn,
    lines,
    call,
    checkConfig: async (news: Bag, provider = "default") => {
      const response = await call<CheckResponse>("checkConfig", new CheckRequest().setUrn(urnOfProvider(provider)).setNews(struct(news)));
      return { inputs: bagOf(response.getInputs()), failures: response.getFailuresList().map((one) => namedFailure(one.toObject())) };
    },
    diffConfig: async (olds: Bag, news: Bag) =>
      (
        await call<DiffResponse>("diffConfig", new DiffRequest().setOlds(struct(olds)).setOldInputs(struct(olds)).setNews(struct(news)))
      ).toObject(),
    configure: (values: Bag, provider = "default") =>
      call<ConfigureResponse>("configure", new ConfigureRequest().setUrn(urnOfProvider(provider)).setArgs(struct(values))),
    check: async (kind: string, news: Bag, olds: Bag = {}, name?: string) => {
      const request = new CheckRequest().setUrn(urn(kind, name)).setOlds(struct(olds)).setNews(struct(news));
      const response = await call<CheckResponse>("check", request);
      return { inputs: bagOf(response.getInputs()), failures: response.getFailuresList().map((one) => namedFailure(one.toObject())) };
    },
    diff: async (kind: string, id: string, olds: Bag, news: Bag) => {
      const request = new DiffRequest().setUrn(urn(kind)).setId(id).setOlds(struct(olds)).setNews(struct(news));
      const response = await call<DiffResponse>("diff", request);
      const details = [...response.getDetaileddiffMap().entries()].map(([path, change]) => [path, change.getKind()] as const);
      return { ...response.toObject(), details: Object.fromEntries(details) };
    },
    create: async (kind: string, inputs: Bag, { preview = false, timeout = 0 } = {}) => {
      const request = new CreateRequest().setUrn(urn(kind)).setProperties(struct(inputs)).setPreview(preview).setTimeout(timeout);
      const response = await call<CreateResponse>("create", request);
      return { id: response.getId(), properties: bagOf(response.getProperties()) };
    },
    update: async (kind: string, id: string, olds: Bag, news: Bag, preview = false) => {
      const request = new UpdateRequest().setUrn(urn(kind)).setId(id).setOlds(struct(olds)).setNews(struct(news)).setPreview(preview);
      return bagOf((await call<UpdateResponse>("update", request)).getProperties());
    },
    read: async (kind: string, id: string, properties: Bag = {}, inputs: Bag = {}) => {
      const request = new ReadRequest().setUrn(urn(kind)).setId(id).setProperties(struct(properties)).setInputs(struct(inputs));
      const response = await call<ReadResponse>("read", request);
      return { id: response.getId(), properties: bagOf(response.getProperties()), inputs: bagOf(response.getInputs()) };
    },
    remove: (kind: string, id: string, properties: Bag) =>
      call<Empty>("delete", new DeleteRequest().setUrn(urn(kind)).setId(id).setProperties(struct(properties))),
    invoke: async (token: string, args: Bag) => {
      const response = await call<InvokeResponse>("invoke", new InvokeRequest().setTok(token).setArgs(struct(args)));
      return { result: bagOf(response.getReturn()), failures: response.getFailuresList().map((one) => one.toObject()) };
    },
    cancel: () => call<Empty>("cancel", new Empty()),
    close: () => {
      closeClient();
      close();
    },
  };
}

/** Returns what the engine keeps after a failed call; throws any other outcome. */
export async function keptBy(work: Promise<unknown>): Promise<Kept> {
  const error = await work.then(
    () => new Error("nothing failed"),
    (reason: unknown) => reason,
  );
  const kept = keptIn(error);
  if (kept === undefined) throw error;
  return kept;
}
