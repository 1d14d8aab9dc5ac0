import type { Random } from "../kernel/random.ts";
import type { HttpRequest, HttpResponse } from "../wire/transport.ts";
import type { Question } from "./call.ts";
import type { CallLog, CallRecord } from "./calls.ts";
import type { Fault, Faults } from "./faults.ts";
import { actionOf, incoming, questionOf, regionOf, type Incoming } from "./incoming.ts";
import type { Identity, Keyring } from "./keyring.ts";
import type { FlowControl } from "./limits.ts";
import { isListed, Refusal, refuse, refuseUnlisted } from "./refusal.ts";
import type { Service } from "./service.ts";
import { readSignature } from "./signature.ts";
import { settle } from "./tasks.ts";
import type { World } from "./world.ts";

/** What becomes of a request: an answer after a while, half of one, or none with the connection broken or left open. */
export type Delivery =
  | { readonly kind: "answer" | "truncated"; readonly response: HttpResponse; readonly delayMs: number }
  | { readonly kind: "broken" }
  | { readonly kind: "hang" };

/** What a gateway stands between. */
export interface GatewayParts {
  readonly world: World;
  readonly services: readonly Service[];
  readonly keyring: Keyring;
  readonly flow: FlowControl;
  readonly faults: Faults;
  readonly log: CallLog;
  readonly random: Random;
}

type Outcome = { readonly body: object } | Refused;

/** Takes one request through signature, flow control, faults and the operation itself. */
export function answer(parts: GatewayParts, request: HttpRequest): Delivery {
  const received = incoming(request);
  const { action } = actionOf(received);
  const requestId = newRequestId(parts.random);
  const known = identify(parts, received);
  const entered = "refusal" in known ? known : enter(parts, received, known);
  const account = "refusal" in known ? "" : known.identity.account.id;
  const fault = "refusal" in entered ? undefined : parts.faults.take(action, account);
  const outcome: Outcome = "refusal" in entered ? entered : perform(parts, received, entered, fault);
  const answered = scripted(fault) ?? outcome;
  // Whoever cannot sign could fill the log with what they like, and put secrets of others into it.
  const isKnown = !("refusal" in known);
  const record: Omit<CallRecord, "number" | "status"> = {
    at: parts.world.now,
    account,
    operation: isKnown || parts.services.some(({ handlers }) => Object.hasOwn(handlers, action)) ? action : "",
    parameters: isKnown ? shown(parts.services, received) : {},
    requestId,
    tookEffect: "body" in outcome && mayExecute(fault),
    ...("refusal" in answered ? { code: answered.refusal.code } : {}),
    ...(fault ? { fault: fault.kind } : {}),
  };
  const idName = ("service" in known ? known.service.requestIdName?.(action) : undefined) ?? "RequestId";
  const named = "body" in answered ? { body: { [idName]: requestId, ...answered.body } } : answered;
  const delivery = deliver(named, fault, requestId, received.host);
  parts.log.add({ ...record, status: "response" in delivery ? delivery.response.status : 0 });
  return delivery;
}

/** The parameters of a call as its service lets them be seen. */
function shown(services: readonly Service[], request: Incoming): Question {
  const secrets = services.find((known) => known.accepts(request))?.secrets ?? [];
  return Object.fromEntries(
    Object.entries(questionOf(request)).map(([name, value]) => [name, secrets.includes(name) ? "[secret]" : value]),
  );
}

interface Entered {
  readonly identity: Identity;
  readonly service: Service;
}

type Refused = { readonly refusal: Refusal };

/** Which service is meant, and who calls: a call that is refused later is still somebody's. */
function identify(parts: GatewayParts, request: Incoming): Entered | Refused {
  return refusable(() => {
    const service = parts.services.find((known) => known.accepts(request)) ?? refuseAction();
    const identity = service.identify?.(request) ?? parts.keyring.identify(readSignature(request));
    return { identity, service };
  });
}

function enter(parts: GatewayParts, request: Incoming, known: Entered): Entered | Refused {
  const { identity, service } = known;
  return refusable(() => {
    const { action, version } = actionOf(request);
    if (action === "") refuse("MissingParameter", "Action is mandatory for this action.");
    if (version !== service.version || !Object.hasOwn(service.handlers, action)) refuseAction();
    if ((request.query["Format"] ?? request.form["Format"] ?? "JSON").toUpperCase() !== "JSON") {
      refuseUnlisted(400, "UnsupportedFormat", "Only Format=JSON is available here.");
    }
    parts.flow.admit(identity.account.id, limitedRegion(parts.world, request), action, service.limitOf(action));
    return known;
  });
}

/** The region whose limits count; regions that do not exist share one, so that nobody makes limits of their own. */
function limitedRegion(world: World, request: Incoming): string {
  const region = regionOf(request);
  return world.regions.find(({ id }) => id === region)?.id ?? "";
}

function refuseAction(): never {
  return refuse("InvalidAction.NotFound", "Specified api is not found, please check your url and method.");
}

function perform(parts: GatewayParts, request: Incoming, entered: Entered, fault: Fault | undefined): Outcome {
  if (!mayExecute(fault)) return { body: {} };
  const { identity, service } = entered;
  const { action } = actionOf(request);
  const { world, keyring } = parts;
  return refusable(() => {
    settle(world);
    mayCall(identity, action);
    const handler = service.handlers[action];
    const call = {
      world,
      caller: identity.account,
      operation: action,
      question: questionOf(request),
      region: regionOf(request),
      identity,
      keyring,
    };
    return { body: handler?.(call) ?? {} };
  });
}

// Each operation says in its own words that the caller may not.
function mayCall({ account }: Identity, action: string): void {
  if (!account.denied.includes(action)) return;
  if (action === "UpdateResourceShare") refuse("OperationNotPermitted", "The caller may not update the share.");
  if (action === "ChangeResourceGroup") refuse("NoPermission.ChangeResourceGroup", "The caller may not change the resource group.");
  if (/Tag/.test(action)) refuse("NoPermission", "The caller may not handle tags.");
  refuse("Forbidden.RAM", "User not authorized to operate on the specified resource, or this API doesn't support RAM.");
}

function refusable<Value extends object>(work: () => Value): Value | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function mayExecute(fault: Fault | undefined): boolean {
  switch (fault?.kind) {
    case "dropped":
    case "throttled":
    case "contentType":
    case "expiredToken":
      return false;
    case "error":
    case "hang":
      return fault.executed ?? false;
    default:
      return true;
  }
}

function scripted(fault: Fault | undefined): Refused | undefined {
  switch (fault?.kind) {
    case "error":
      return { refusal: new Refusal(fault.status, fault.code, fault.message ?? "This error was asked for.") };
    case "throttled":
      return {
        refusal: new Refusal(400, fault.code ?? "Throttling.User", "Request was denied due to user flow control.", fault.retryAfterMs),
      };
    case "expiredToken":
      return { refusal: new Refusal(400, "InvalidSecurityToken.Expired", "The security token has expired.") };
    default:
      return undefined;
  }
}

function deliver(outcome: Outcome, fault: Fault | undefined, requestId: string, host: string): Delivery {
  if (fault?.kind === "dropped" || fault?.kind === "lost") return { kind: "broken" };
  if (fault?.kind === "hang") return { kind: "hang" };
  const response = "refusal" in outcome ? refusalResponse(outcome.refusal, requestId, host) : json(200, outcome.body, requestId);
  const delayMs = fault?.kind === "latency" ? fault.ms : 0;
  if (fault?.kind === "truncated") return { kind: "truncated", response, delayMs };
  if (fault?.kind === "garbage") return { kind: "answer", response: { ...response, body: "\u0000<<not json>>" }, delayMs };
  if (fault?.kind !== "contentType") return { kind: "answer", response, delayMs };
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { kind: "answer", response: { status: 200, headers, body: "<html><body>Please sign in to the network.</body></html>" }, delayMs };
}

function refusalResponse(refusal: Refusal, requestId: string, host: string): HttpResponse {
  const body = {
    RequestId: requestId,
    HostId: host,
    Code: refusal.code,
    Message: refusal.message,
    Recommend: `https://api.example.com/troubleshoot?q=${encodeURIComponent(refusal.code)}`,
    ...(isListed(refusal.code) && refusal.code === "Forbidden.RAM"
      ? { AccessDeniedDetail: { PolicyType: "AccountLevelIdentityBasedPolicy" } }
      : {}),
  };
  const response = json(refusal.status, body, requestId);
  if (refusal.retryAfterMs === undefined) return response;
  return { ...response, headers: { ...response.headers, "x-acs-retry-after": String(Math.ceil(refusal.retryAfterMs)) } };
}

function json(status: number, body: object, requestId: string): HttpResponse {
  const headers = { "content-type": "application/json;charset=utf-8", "x-acs-request-id": requestId };
  return { status, headers, body: JSON.stringify(body) };
}

function newRequestId(random: Random): string {
  const digits = random.hex(32).toUpperCase();
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
}
