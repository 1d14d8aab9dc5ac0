import { Metadata, type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall, status } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import { type IResourceProviderServer, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import {
  ErrorResourceInitFailed,
  GetMappingResponse,
  GetMappingsResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { KeptError, presentable } from "../host/provider-errors.ts";
import { check, diff } from "./check-diff.ts";
import { checkConfig, configure, diffConfig } from "./configure.ts";
import { create, update } from "./create-update.ts";
import { invoke } from "./invoke.ts";
import type { Plugin } from "./plugin.ts";
import { read, remove } from "./read-delete.ts";
import { structOf } from "./struct-values.ts";

/** Serves a plugin on a loopback port. @returns the port, and a function that ends the server */
export async function servePlugin(plugin: Plugin): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(ResourceProviderService, pluginService(plugin));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, close: () => server.forceShutdown() };
}

/** Returns the calls of Pulumi's provider protocol. The plugin offers no components, no parameters and no mappings. */
export function pluginService(plugin: Plugin): IResourceProviderServer {
  const call =
    <Request, Response>(handler: (plugin: Plugin, request: Request) => Response | Promise<Response>) =>
    ({ request }: ServerUnaryCall<Request, Response>, answer: sendUnaryData<Response>): void =>
      void answered(plugin, handler, request, answer);
  /** The engine configures a plugin before it uses it. Without this check, a client that does not would wait without end. */
  const configuredCall = <Request, Response>(handler: (plugin: Plugin, request: Request) => Response | Promise<Response>) =>
    call((own: Plugin, request: Request) => {
      if (own.host.configuredWith() === undefined)
        throw new Error("the plugin resourceshare has no configuration: call Configure first, and correct what it reports");
      return handler(own, request);
    });
  const refused = call(() => {
    throw Object.assign(new Error("the plugin resourceshare does not offer this"), { code: status.UNIMPLEMENTED });
  });
  return {
    handshake: call(() => new ProviderHandshakeResponse().setAcceptSecrets(true)),
    attach: call(() => new Empty()),
    getPluginInfo: call(({ schema }) => new PluginInfo().setVersion(schema.version)),
    getSchema: call(({ schema }) => new GetSchemaResponse().setSchema(JSON.stringify(schema))),
    getMapping: call(() => new GetMappingResponse()),
    getMappings: call(() => new GetMappingsResponse()),
    checkConfig: call(checkConfig),
    diffConfig: call(diffConfig),
    configure: call(configure),
    check: configuredCall(check),
    diff: configuredCall(diff),
    create: configuredCall(create),
    read: configuredCall(read),
    update: configuredCall(update),
    delete: configuredCall(remove),
    invoke: configuredCall(invoke),
    cancel: call(({ host }) => {
      host.cancel();
      return new Empty();
    }),
    parameterize: refused,
    construct: refused,
    call: refused,
    list: (stream) => stream.destroy(Object.assign(new Error("not offered"), { code: status.UNIMPLEMENTED })),
  };
}

async function answered<Request, Response>(
  plugin: Plugin,
  handler: (plugin: Plugin, request: Request) => Response | Promise<Response>,
  request: Request,
  answer: sendUnaryData<Response>,
): Promise<void> {
  try {
    answer(null, await handler(plugin, request));
  } catch (error) {
    if (error instanceof KeptError) answer(initFailed(error));
    else if (error instanceof Error && "code" in error && error.code === status.UNIMPLEMENTED)
      answer({ code: status.UNIMPLEMENTED, details: error.message });
    else answer({ code: status.FAILED_PRECONDITION, details: presentable(error, "a call of the plugin").message });
  }
}

/** Returns the error after which the engine keeps an object with its id, and the reasons why it is not as desired. */
function initFailed(error: KeptError) {
  const detail = new ErrorResourceInitFailed()
    .setId(error.id)
    .setReasonsList([...error.reasons])
    .setProperties(structOf(error.properties));
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = new Status().setCode(status.UNKNOWN).setMessage(error.message).setDetailsList([packed]);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(message.serializeBinary()));
  return { code: status.UNKNOWN, details: error.message, metadata };
}
