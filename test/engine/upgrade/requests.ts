import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bag, Call } from "../../support/bindings/calls.ts";
import { type Members, requests } from "../../support/bindings/requests.ts";
import type { Project } from "../pulumi.ts";

/** A request of the engine to the plugin, and the answer. */
interface RecordedCall {
  readonly method: Method;
  readonly request: Members;
  readonly answer: Bag;
}

/** The calls of commands. Each command starts a plugin of its own. */
export type RecordedCommands = Readonly<Record<string, readonly RecordedCall[]>>;

/** The recorded methods, each with the request that repeats it. */
const methods = {
  CheckConfig: requests.checkConfig,
  Check: requests.check,
  Configure: requests.configure,
  Diff: requests.diff,
  Create: requests.create,
  Update: requests.update,
  Read: requests.read,
};

type Method = keyof typeof methods;

/** Sends a recorded request to a plugin, and returns the answer. */
export function replay(call: Call, { method, request }: RecordedCall): Promise<Bag> {
  return methods[method](call, request);
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
