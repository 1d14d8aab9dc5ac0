import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  type CreateResponse,
  DiffRequest,
  DiffResponse,
  PropertyDiff,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { type Bag, bagOf, type Call, struct } from "../../support/bindings/calls.ts";
import type { Project } from "../pulumi.ts";

/** The members of all recorded requests. The engine leaves out what is empty. */
interface Members {
  readonly urn?: string | undefined;
  readonly id?: string | undefined;
  readonly olds?: Bag | undefined;
  readonly oldInputs?: Bag | undefined;
  readonly news?: Bag | undefined;
  readonly args?: Bag | undefined;
  readonly inputs?: Bag | undefined;
  readonly properties?: Bag | undefined;
  readonly preview?: boolean | undefined;
}

/** A request of the engine to the plugin, and the answer. */
export interface RecordedCall {
  readonly method: Method;
  readonly request: Members;
  readonly answer: Bag;
}

/** The calls of commands. Each command starts a plugin of its own. */
export type RecordedCommands = Readonly<Record<string, readonly RecordedCall[]>>;

type Method = keyof typeof methods;

/** Sends a recorded request to a plugin, and returns the answer. */
export function replay(call: Call, { method, request }: RecordedCall): Promise<Bag> {
  return methods[method](call, request);
}

const checking =
  (name: string) =>
  async (call: Call, { urn = "", olds = {}, news = {} }: Members) => {
    const response = await call<CheckResponse>(name, new CheckRequest().setUrn(urn).setOlds(struct(olds)).setNews(struct(news)));
    const failures = response.getFailuresList().map((failure) => failure.toObject());
    return { inputs: bagOf(response.getInputs()), failures };
  };

const methods = {
  CheckConfig: checking("checkConfig"),
  Check: checking("check"),
  Configure: async (call: Call, { args = {} }: Members) => {
    await call("configure", new ConfigureRequest().setArgs(struct(args)));
    return {};
  },
  Diff: async (call: Call, { urn = "", id = "", olds = {}, oldInputs = {}, news = {} }: Members) => {
    const request = new DiffRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setOldInputs(struct(oldInputs)).setNews(struct(news));
    const response = await call<DiffResponse>("diff", request);
    const details = [...response.getDetaileddiffMap().entries()];
    return {
      changes: nameIn(DiffResponse.DiffChanges, response.getChanges()),
      diffs: response.getDiffsList(),
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
      detailedDiff: Object.fromEntries(details.map(([path, change]) => [path, nameIn(PropertyDiff.Kind, change.getKind())])),
    };
  },
  Create: async (call: Call, { urn = "", properties = {}, preview = false }: Members) => {
    const request = new CreateRequest().setUrn(urn).setProperties(struct(properties)).setPreview(preview);
    return { properties: bagOf((await call<CreateResponse>("create", request)).getProperties()) };
  },
  Update: async (call: Call, { urn = "", id = "", olds = {}, news = {}, preview = false }: Members) => {
    const request = new UpdateRequest().setUrn(urn).setId(id).setOlds(struct(olds)).setNews(struct(news)).setPreview(preview);
    return { properties: bagOf((await call<UpdateResponse>("update", request)).getProperties()) };
  },
  Read: async (call: Call, { urn = "", id = "", properties = {}, inputs = {} }: Members) => {
    const request = new ReadRequest().setUrn(urn).setId(id).setProperties(struct(properties)).setInputs(struct(inputs));
    const response = await call<ReadResponse>("read", request);
    return { id: response.getId(), properties: bagOf(response.getProperties()), inputs: bagOf(response.getInputs()) };
  },
};

function nameIn(names: Readonly<Record<string, unknown>>, value: number): string | undefined {
  return Object.keys(names).find((name) => names[name] === value);
}

/** A response as the engine logs it, without what is empty. */
interface LoggedResponse {
  readonly id?: string;
  readonly inputs?: Bag;
  readonly properties?: Bag;
  readonly failures?: readonly Bag[];
  readonly changes?: string;
  readonly diffs?: readonly string[];
  readonly replaces?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
  readonly detailedDiff?: Readonly<Record<string, { readonly kind?: string }>>;
}

/** Returns a logged response as `replay` returns the answer. */
function answerOf(method: Method, { id, inputs, properties, ...response }: LoggedResponse): Bag {
  switch (method) {
    case "CheckConfig":
    case "Check":
      return { inputs, failures: response.failures ?? [] };
    case "Configure":
      return {};
    case "Diff": {
      const { changes, diffs = [], replaces = [], deleteBeforeReplace = false, detailedDiff = {} } = response;
      const kinds = Object.entries(detailedDiff).map(([path, { kind = "ADD" }]) => [path, kind]);
      return { changes, diffs, replaces, deleteBeforeReplace, detailedDiff: Object.fromEntries(kinds) };
    }
    case "Create":
    case "Update":
      return { properties };
    case "Read":
      return { id, properties, inputs };
  }
}

/** A line of the engine's log of its gRPC calls. */
interface LogLine {
  readonly method: string;
  readonly request?: Members;
  readonly response?: LoggedResponse;
}

/** Runs a command that changes nothing at the service, and returns its calls of the plugin. */
export async function callsOf(project: Project, args: readonly string[]): Promise<readonly RecordedCall[]> {
  const log = join(project.home, "calls.jsonl");
  await project.succeed(args, { env: { PULUMI_DEBUG_GRPC: log } });
  const lines = readFileSync(log, "utf8").trim().split("\n");
  rmSync(log);
  // The CLI's own format.
  const calls = lines.flatMap((line) => recorded(JSON.parse(line) as LogLine) ?? []);
  // A refresh compares each resource twice.
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

function recorded({ method: path, request, response }: LogLine): RecordedCall | undefined {
  const name = path.replace("/pulumirpc.ResourceProvider/", "");
  if (!isMethod(name) || request === undefined || response === undefined) return undefined;
  const { urn, id, olds, oldInputs, news, args, inputs, properties, preview } = request;
  return { method: name, request: { urn, id, olds, oldInputs, news, args, inputs, properties, preview }, answer: answerOf(name, response) };
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name);
}
