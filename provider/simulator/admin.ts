import { z } from "zod";
import { messageOf } from "../kernel/errors.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import type { BehindTheBack } from "./behind.ts";
import { readWorldFile } from "./file.ts";
import { changes, Rule } from "./script.ts";
import { Settings } from "./settings.ts";
import type { Simulator } from "./simulator.ts";

/** A request to the admin interface. */
export interface AdminRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AdminAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Route {
  readonly about: string;
  readonly run: (simulator: Simulator, input: unknown, query: URLSearchParams, rest: string) => unknown;
}

/**
 * The admin interface, by method and path below `/_simulator/`. Everything is JSON; what changes anything needs the header
 * `x-simulator: 1`, which no page of another origin can send unasked.
 */
const routes: Readonly<Record<string, Route>> = {
  "GET ": { about: "this list", run: () => Object.fromEntries(Object.entries(routes).map(([name, { about }]) => [name, about])) },
  "GET world": { about: "the whole world, as a world file", run: (simulator) => simulator.save() },
  "PUT world": {
    about: "loads a world file in place of the world",
    run: (simulator, input) => {
      readWorldFile(input);
      // What was just read without an error is a world file.
      simulator.load(input as Parameters<Simulator["load"]>[0]);
    },
  },
  "GET calls": {
    about: "the log of calls; ?after=<number> for what came later, ?operation=<name> for one operation",
    run: (simulator, _input, query) => {
      const operation = query.get("operation");
      const from = Number(query.get("after") ?? 0);
      return simulator.calls.filter((call) => call.number > from && (operation === null || call.operation === operation));
    },
  },
  "DELETE calls": { about: "forgets the calls so far", run: (simulator) => simulator.forgetCalls() },
  "GET faults": { about: "the scripted faults and how often each has hit", run: (simulator) => simulator.faults.list() },
  "POST faults": {
    about: "scripts a fault: { operation?, account?, nth?, times?, fault: { kind, … } }",
    run: (simulator, input) => ({ id: simulator.faults.add(Rule.parse(input)) }),
  },
  "DELETE faults": {
    about: "takes back all faults, or one with ?id=<number>",
    run: (simulator, _input, query) => simulator.faults.clear(query.has("id") ? Number(query.get("id")) : undefined),
  },
  "GET time": { about: "the service's time", run: (simulator) => ({ now: new Date(simulator.now()).toISOString() }) },
  "POST time": {
    about: "moves the service's time forward: { advanceMs }",
    run: (simulator, input) => {
      simulator.advance(z.strictObject({ advanceMs: z.number().min(0) }).parse(input).advanceMs);
      return { now: new Date(simulator.now()).toISOString() };
    },
  },
  "GET device": { about: "what was done to devices, oldest first", run: (simulator) => simulator.device.done },
  "GET grants": { about: "who can use what", run: (simulator) => simulator.grants() },
  "GET invariants": { about: "what is wrong with the world; [] when nothing is", run: (simulator) => simulator.invariants() },
  "GET keys": { about: "the access keys of the simulated accounts", run: (simulator) => simulator.keys },
  "GET settings": { about: "the settings", run: (simulator) => simulator.world.settings },
  "POST settings": {
    about: "changes some settings",
    run: ({ world }, input) => {
      const changed = isRecord(input) ? input : {};
      const quotas = { ...world.settings.quotas, ...(isRecord(changed["quotas"]) ? changed["quotas"] : {}) };
      world.settings = Settings.strict().parse({ ...world.settings, ...changed, quotas });
      return world.settings;
    },
  },
  "POST changes/": {
    about: `changes something behind everybody's back: changes/<name> with the list of its arguments; ${Object.keys(changes).join(", ")}`,
    run: (simulator, input, _query, name) => {
      if (!isChange(name)) throw new Error(`there is no change ${name}`);
      return changes[name](simulator.behindTheBack, input ?? []);
    },
  },
};

/** Answers one request to the admin interface. */
export function administer(simulator: Simulator, request: AdminRequest): AdminAnswer {
  const url = new URL(request.url);
  const path = url.pathname.slice("/_simulator/".length);
  if (request.method !== "GET" && request.headers["x-simulator"] !== "1") {
    return { status: 403, body: { error: "changes need the header x-simulator: 1" } };
  }
  const [folder = "", rest = ""] = path.split(/(?<=\/)/);
  const route = routes[`${request.method} ${path}`] ?? routes[`${request.method} ${folder}`];
  if (!route) return { status: 404, body: { error: `there is no ${request.method} /_simulator/${path}` } };
  const input = parseJson(request.body);
  if (input === undefined && request.body !== "") return { status: 400, body: { error: "the body is no JSON" } };
  try {
    return { status: 200, body: route.run(simulator, input, url.searchParams, rest) ?? { done: true } };
  } catch (error) {
    return { status: 400, body: { error: messageOf(error) } };
  }
}

function isChange(name: string): name is keyof BehindTheBack {
  return Object.hasOwn(changes, name);
}
