import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  PropertyDiff,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { type Bag, bagOf, type Call, struct } from "./calls.ts";

/** The members of all requests about a resource or a provider. The engine leaves out what is empty. */
export interface Members {
  readonly urn?: string | undefined;
  readonly id?: string | undefined;
  readonly olds?: Bag | undefined;
  readonly oldInputs?: Bag | undefined;
  readonly news?: Bag | undefined;
  readonly args?: Bag | undefined;
  readonly inputs?: Bag | undefined;
  readonly properties?: Bag | undefined;
  readonly preview?: boolean | undefined;
  /** In seconds; 0 when there is none. */
  readonly timeout?: number | undefined;
}

const checking =
  (name: "check" | "checkConfig") =>
  async (call: Call, { urn = "", olds = {}, news = {} }: Members) => {
    const response = await call<CheckResponse>(name, new CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news)));
    return { inputs: bagOf(response.getInputs()), failures: response.getFailuresList().map((failure) => failure.toObject()) };
  };

const comparing =
  (name: "diff" | "diffConfig") =>
  async (call: Call, { urn = "", id = "", olds = {}, oldInputs = {}, news = {} }: Members) => {
    const request = new DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setOldInputs(struct(oldInputs)).setNews(struct(news));
    const response = await call<DiffResponse>(name, request);
    const details = [...response.getDetaileddiffMap().entries()];
    return {
      changes: nameIn(DiffResponse.DiffChanges, response.getChanges()),
      diffs: response.getDiffsList(),
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
      hasDetailedDiff: response.getHasdetaileddiff(),
      detailedDiff: Object.fromEntries(details.map(([path, change]) => [path, nameIn(PropertyDiff.Kind, change.getKind())])),
    };
  };

/** Each makes one call of the provider protocol, and returns the answer as plain values. */
export const requests = {
  check: checking("check"),
  checkConfig: checking("checkConfig"),
  configure: async (call: Call, { urn = "", args = {} }: Members) => {
    await call("configure", new ConfigureRequest().setUrn(urn).setArgs(struct(args)));
    return {};
  },
  diff: comparing("diff"),
  diffConfig: comparing("diffConfig"),
  create: async (call: Call, { urn = "", properties = {}, preview = false, timeout = 0 }: Members) => {
    const request = new CreateRequest().setUrn(urn).setProperties(struct(properties)).setPreview(preview).setTimeout(timeout);
    const response = await call<CreateResponse>("create", request);
    return { id: response.getId(), properties: bagOf(response.getProperties()) };
  },
  read: async (call: Call, { urn = "", id = "", properties = {}, inputs = {}, timeout = 0 }: Members) => {
    const request = new ReadRequest().setUrn(urn).setId(id).setProperties(struct(properties)).setInputs(struct(inputs)).setTimeout(timeout);
    const response = await call<ReadResponse>("read", request);
    return { id: response.getId(), properties: bagOf(response.getProperties()), inputs: bagOf(response.getInputs()) };
  },
  update: async (call: Call, { urn = "", id = "", olds = {}, news = {}, preview = false, timeout = 0 }: Members) => {
    const request = new UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(struct(news)).setPreview(preview);
    return { properties: bagOf((await call<UpdateResponse>("update", request.setTimeout(timeout))).getProperties()) };
  },
  delete: async (call: Call, { urn = "", id = "", properties = {}, timeout = 0 }: Members) => {
    await call("delete", new DeleteRequest().setUrn(urn).setId(id).setProperties(struct(properties)).setTimeout(timeout));
    return {};
  },
};

function nameIn(names: Readonly<Record<string, unknown>>, value: number): string | undefined {
  return Object.keys(names).find((name) => names[name] === value);
}
