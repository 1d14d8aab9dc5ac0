import { credentials, type ServiceError } from "@grpc/grpc-js";
import { type IResourceProviderServer, ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";

/** Properties in the engine's protocol. */
export type Bag = Readonly<Record<string, unknown>>;

/** Makes one call of the provider protocol, by its name. */
export type Call = <Response>(name: string, request: object) => Promise<Response>;

/** An object that the plugin has kept after a failure. */
export interface Kept {
  readonly id: string;
  readonly properties: Bag;
  readonly reasons: readonly string[];
}

type Answer = (error: ServiceError | null, response: unknown) => void;
type Unary = (request: object, answer: Answer) => unknown;

/** Makes the calls over gRPC. */
export function callsOverGrpc(port: number): { readonly call: Call; readonly close: () => void } {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  // The client's methods have overloads, of which this is one.
  const methods = client as unknown as Readonly<Record<string, Unary | undefined>>;
  const call = <Response>(name: string, request: object) =>
    new Promise<Response>((resolve, reject) => {
      methods[name]?.call(client, request, (error, response) => (error ? reject(error) : resolve(response as Response)));
    });
  return { call, close: () => client.close() };
}

interface Definition {
  readonly requestSerialize: (value: object) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseSerialize: (value: unknown) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/**
 * Makes the calls in this process: each message is encoded and decoded as on the wire, and only the socket is left out.
 * So a virtual clock does not run ahead while a message is under way.
 */
export function callsInProcess(service: IResourceProviderServer): Call {
  // The types of the generated service name each call; here the name is a variable.
  const handlers = service as unknown as Readonly<Record<string, Unary>>;
  const definitions = ResourceProviderService as unknown as Readonly<Record<string, Definition>>;
  return <Response>(name: string, request: object) =>
    new Promise<Response>((resolve, reject) => {
      const [handler, definition] = [handlers[name], definitions[name]];
      if (handler === undefined || definition === undefined) throw new Error(`the protocol has no call ${name}`);
      const received = definition.requestDeserialize(definition.requestSerialize(request));
      handler({ request: received }, (error, response) => {
        if (error) reject(error);
        else resolve(definition.responseDeserialize(definition.responseSerialize(response)) as Response);
      });
    });
}

/** Returns properties as a message. */
export function struct(bag: Bag): Struct {
  // The message's own types allow JSON values only.
  return Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Returns the properties of a message. */
export function bagOf(message: Struct | undefined): Bag {
  return message?.toJavaScript() ?? {};
}

/** Returns what the engine keeps after a failed call; `undefined` when it keeps nothing. */
export function keptIn(error: unknown): Kept | undefined {
  const [bytes] = (error as Partial<ServiceError>).metadata?.get("grpc-status-details-bin") ?? [];
  if (!(bytes instanceof Uint8Array)) return undefined;
  const [detail] = Status.deserializeBinary(Uint8Array.from(bytes)).getDetailsList();
  const failed = detail?.unpack((data) => ErrorResourceInitFailed.deserializeBinary(data), "pulumirpc.ErrorResourceInitFailed");
  return failed ? { id: failed.getId(), properties: bagOf(failed.getProperties()), reasons: failed.getReasonsList() } : undefined;
}
