import { z } from "zod";
import { messageOf } from "../../provider/kernel/errors.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { shapeFailures } from "../../provider/kernel/shape-failures.ts";
import { inPlainWords } from "../../provider/kernel/shape-reason.ts";
import type { OutOfBandChanges } from "./out-of-band-changes.ts";
import { readWorldFile } from "../world/world-schema.ts";
import { FaultRule } from "../gateway/faults.ts";
import { operationNames } from "../gateway/operation-names.ts";
import { argumentsText, changeArguments } from "./admin-schema.ts";
import { Settings } from "../world/settings.ts";
import type { Simulator } from "../simulator.ts";

/** A request to the admin interface. */
export interface AdminRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response of the admin interface; the body is sent as JSON. */
export interface AdminResponse {
  readonly status: number;
  readonly body: unknown;
}

interface Route {
  readonly description: string;
  /** The names of the parameters after `?`. */
  readonly query?: readonly string[];
  readonly run: (simulator: Simulator, input: unknown, query: URLSearchParams, rest: string) => unknown;
}

/** The body of `POST faults`. */
const faultForm = 'an object: { operation?, account?, nth?, times?, fault }, as { "nth": 2, "fault": { "kind": "throttled" } }';

/**
 * The admin interface, by method and path below `/_simulator/`. Requests and responses are JSON. Requests that change state need the
 * header `x-simulator: 1`, which a page of another origin cannot send without a CORS preflight.
 */
const routes: Readonly<Record<string, Route>> = {
  "GET ": {
    description: "this list",
    run: () => Object.fromEntries(Object.entries(routes).map(([name, { description }]) => [name, description])),
  },
  "GET world": { description: "the whole world, as a world file", run: (simulator) => simulator.save() },
  "PUT world": {
    description: 'loads a world file in place of the world: { "version": 1, "accounts": [ … ] }',
    run: (simulator, input) => {
      readWorldFile(input);
      // `readWorldFile` has validated the input.
      simulator.load(input as Parameters<Simulator["load"]>[0]);
    },
  },
  "POST reset": {
    description: "loads the initial world, and removes faults and logged calls; the time and its speed do not change",
    run: (simulator) => simulator.reset(),
  },
  "GET status": {
    description: "the service's time, its speed, and the numbers of the first and the last logged call",
    run: (simulator) => {
      const { calls } = simulator;
      return { ...timeOf(simulator), calls: { first: calls[0]?.number ?? 0, last: calls.at(-1)?.number ?? 0 } };
    },
  },
  "GET calls": {
    description:
      "the log of calls; ?after=<number> for calls with a higher number, ?operation=<name> for one operation, ?limit=<number> for the first ones",
    query: ["after", "operation", "limit"],
    run: (simulator, _input, query) => {
      const operation = query.get("operation");
      const from = Number(query.get("after") ?? 0);
      return simulator.calls
        .filter((call) => call.number > from && (operation === null || call.operation === operation))
        .slice(0, Number(query.get("limit") ?? Number.POSITIVE_INFINITY));
    },
  },
  "GET accounts": {
    description: "the ids and the names of all accounts",
    run: ({ world }) => Array.from(world.accounts.values(), ({ id, name }) => ({ id, name })),
  },
  "GET operations": {
    description: "the names of all operations, which a fault can name",
    run: () => operationNames,
  },
  "GET responses/": {
    description: "the body of the response to a logged call, without secrets: responses/<number>",
    run: (simulator, _input, _query, number) => ({ body: simulator.responseTo(Number(number)) }),
  },
  "DELETE calls": { description: "removes the logged calls", run: (simulator) => simulator.forgetCalls() },
  "GET faults": { description: "the scripted faults and how often each has hit", run: (simulator) => simulator.faults.list() },
  "POST faults": {
    description: `scripts a fault: ${faultForm}`,
    run: (simulator, input) => {
      if (!isRecord(input)) throw new Error(`the body must be ${faultForm}`);
      return { id: simulator.faults.add(valid(FaultRule, input, "; GET /_simulator/operations lists all operations")) };
    },
  },
  "DELETE faults": {
    description: "removes all faults, or one with ?id=<number>",
    query: ["id"],
    run: (simulator, _input, query) => simulator.faults.clear(query.has("id") ? Number(query.get("id")) : undefined),
  },
  "GET time": { description: "the service's time, and its speed", run: (simulator) => timeOf(simulator) },
  "POST time": {
    description:
      'advances the time of the service, and sets how many times as fast as a real clock it runs, 0 to stop it: { advanceMs?, speed? }, as { "advanceMs": 60000 }',
    run: (simulator, input) => {
      const { advanceMs = 0, speed = simulator.speed } = valid(TimeChange, input);
      simulator.speed = speed;
      simulator.advance(advanceMs);
      return timeOf(simulator);
    },
  },
  "GET device": { description: "what was done to devices, oldest first", run: (simulator) => simulator.device.done },
  "GET grants": { description: "who can use what", run: (simulator) => simulator.grants() },
  "GET invariants": { description: "what is wrong with the world; [] when nothing is", run: (simulator) => simulator.invariants() },
  "GET keys": { description: "the access keys of the simulated accounts", run: (simulator) => simulator.keys },
  "POST settings": {
    description: 'changes some settings, as { "quotas": { "shares": 3 } }',
    run: ({ world }, input) => {
      if (!isRecord(input)) throw new Error("the body must be an object with the settings that change");
      const quotas = { ...world.settings.quotas, ...(isRecord(input["quotas"]) ? input["quotas"] : {}) };
      world.settings = valid(Settings, { ...world.settings, ...input, quotas });
      return world.settings;
    },
  },
  "POST changes/": {
    description: `changes the world without an API call: changes/<name> with the list of its arguments, as ["rs-1", "name"] for rename; ${Object.keys(changeArguments).join(", ")}`,
    run: (simulator, input, _query, name) => {
      const changes = Object.keys(changeArguments);
      if (!isChange(name)) throw new Error(`there is no change ${name}${didYouMean(name, changes) || `; there are ${changes.join(", ")}`}`);
      const result: unknown = Reflect.apply(
        simulator.outOfBand[name],
        undefined,
        valid<readonly unknown[]>(changeArguments[name], input ?? [], `; the arguments are ${argumentsText(name)}`),
      );
      return result;
    },
  },
};

const TimeChange = z.strictObject({ advanceMs: z.number().min(0).optional(), speed: z.number().min(0).optional() });

function timeOf(simulator: Simulator): { readonly now: string; readonly speed: number } {
  return { now: new Date(simulator.now()).toISOString(), speed: simulator.speed };
}

/** Handles one request to the admin interface. */
export function handleAdminRequest(simulator: Simulator, request: AdminRequest): AdminResponse {
  const url = new URL(request.url);
  const path = url.pathname.slice("/_simulator/".length);
  if (request.method !== "GET" && request.headers["x-simulator"] !== "1") {
    return { status: 403, body: { error: "changes need the header x-simulator: 1" } };
  }
  const [folder = "", rest = ""] = path.split(/(?<=\/)/);
  const route = routes[`${request.method} ${path}`] ?? routes[`${request.method} ${folder}`];
  if (!route)
    return { status: 404, body: { error: `there is no ${request.method} /_simulator/${path}${nearestRoute(request.method, path)}` } };
  const unknown = [...url.searchParams.keys()].find((name) => !(route.query ?? []).includes(name));
  if (unknown !== undefined)
    return { status: 400, body: { error: `${unknown}: there is no such parameter${didYouMean(unknown, route.query ?? [])}` } };
  const input = parseJson(request.body);
  try {
    if (input === undefined && request.body !== "") throw new Error(`the body is no JSON; this ${route.description}`);
    return { status: 200, body: route.run(simulator, input, url.searchParams, rest) ?? { done: true } };
  } catch (error) {
    return { status: 400, body: { error: messageOf(error) } };
  }
}

/** The end of a message about a path that does not exist: the nearest one of the method, or where all are listed. */
function nearestRoute(method: string, path: string): string {
  const paths = Object.keys(routes).flatMap((name) => (name.startsWith(`${method} `) ? [name.slice(method.length + 1)] : []));
  return didYouMean(path, paths, (meant) => `${method} /_simulator/${meant}`) || "; GET /_simulator/ lists all";
}

/** Returns the input if it matches the schema. @throws Error that names what is wrong, with the nearest name, and then the advice */
function valid<Output>(shape: z.ZodType<Output>, input: unknown, advice = ""): Output {
  const { success, data, error } = shape.safeParse(input, inPlainWords);
  if (success) return data;
  const failures = shapeFailures(shape, error.issues, input).map(({ property, reason }) => `${property || "the body"} ${reason}`);
  throw new Error(failures.join("; ") + advice);
}

function isChange(name: string): name is keyof OutOfBandChanges {
  return Object.hasOwn(changeArguments, name);
}
