import type { Random } from "../../provider/kernel/random.ts";
import type { HttpRequest, HttpResponse } from "../../provider/wire/transport.ts";
import type { RequestParameters } from "../handlers/handler.ts";
import type { CallLog, CallRecord } from "./call-log.ts";
import { type Delivery, effectOf } from "./fault-effects.ts";
import { lagOf, type Fault, type Faults } from "./faults.ts";
import { actionOf, parseIncomingRequest, requestParameters, regionOf, type IncomingRequest } from "./request.ts";
import type { Identity, Authenticator } from "./authentication.ts";
import type { FlowControl } from "./flow-control.ts";
import { ServiceError, throwServiceError, throwUnlistedError } from "./service-error.ts";
import type { Service } from "./service.ts";
import { readSignature } from "./signature.ts";
import { settle } from "../world/transitions.ts";
import type { World } from "../world/world.ts";
import type { WorldHistory } from "../world/world-history.ts";

/** What {@link handleRequest} needs besides the request. */
export interface GatewayDependencies {
  readonly world: World;
  readonly history: WorldHistory;
  readonly services: readonly Service[];
  readonly authenticator: Authenticator;
  readonly flow: FlowControl;
  readonly faults: Faults;
  readonly log: CallLog;
  readonly random: Random;
}

type Outcome = { readonly body: object } | ErrorOutcome;

/** Handles one request: authenticates it, applies flow control and faults, calls the operation's handler and logs the call. */
export function handleRequest(parts: GatewayDependencies, request: HttpRequest): Delivery {
  const received = parseIncomingRequest(request);
  const { action } = actionOf(received);
  const requestId = newRequestId(parts.random);
  const identified = identify(parts, received);
  const admitted = "error" in identified ? identified : admit(parts, received, identified);
  const account = "error" in identified ? "" : identified.identity.account.id;
  parts.history.keep(parts.faults.longestLagMs);
  const fault = "error" in admitted ? undefined : parts.faults.take(action, account, admitted.service.isRead?.(action) ?? false);
  const { executes, error, deliver } = effectOf(fault);
  let handled: Outcome = { body: {} };
  if ("error" in admitted) handled = admitted;
  else if (executes) handled = invokeHandler(parts, received, admitted, fault);
  parts.history.record();
  const answered: Outcome = error === undefined ? handled : { error };
  const service = "service" in identified ? identified.service : undefined;
  const secrets = service?.secrets ?? [];
  // Of a caller that is not authenticated, only the name of an operation that exists is logged: other texts could be secrets of other callers.
  const record: Omit<CallRecord, "number" | "status"> = {
    at: parts.world.now,
    account,
    operation: service || parts.services.some(({ handlers }) => Object.hasOwn(handlers, action)) ? action : "",
    parameters: service ? redactedParameters(received, secrets) : {},
    requestId,
    tookEffect: "body" in handled && executes,
    ...("error" in answered ? { code: answered.error.code } : {}),
    ...(fault ? { fault: fault.kind } : {}),
  };
  const idName = service?.requestIdName?.(action) ?? "RequestId";
  const answeredWithId = "body" in answered ? { body: { [idName]: requestId, ...answered.body } } : answered;
  const delivery = deliver(responseOf(answeredWithId, requestId, received.host));
  const response = "response" in delivery ? delivery.response : undefined;
  parts.log.add({ ...record, status: response?.status ?? 0 }, response && service ? { body: response.body, secrets } : undefined);
  return delivery;
}

/** The parameters of a call without the values that its service declares secret. */
function redactedParameters(request: IncomingRequest, secrets: readonly string[]): RequestParameters {
  return Object.fromEntries(
    Object.entries(requestParameters(request)).map(([name, value]) => [name, secrets.includes(name) ? "[secret]" : value]),
  );
}

interface IdentifiedRequest {
  readonly identity: Identity;
  readonly service: Service;
}

type ErrorOutcome = { readonly error: ServiceError };

/** Selects the service and authenticates the caller. A call that is rejected later is still logged with its account. */
function identify(parts: GatewayDependencies, request: IncomingRequest): IdentifiedRequest | ErrorOutcome {
  return catchServiceError(() => {
    const service = parts.services.find((known) => known.accepts(request)) ?? throwUnknownAction();
    const identity = service.identify?.(request) ?? parts.authenticator.identify(readSignature(request));
    return { identity, service };
  });
}

function admit(parts: GatewayDependencies, request: IncomingRequest, identified: IdentifiedRequest): IdentifiedRequest | ErrorOutcome {
  const { identity, service } = identified;
  return catchServiceError(() => {
    const { action, version } = actionOf(request);
    if (action === "") throwServiceError("MissingParameter", "Action is mandatory for this action.");
    if (version !== service.version || !Object.hasOwn(service.handlers, action)) throwUnknownAction();
    if ((request.query["Format"] ?? request.form["Format"] ?? "JSON").toUpperCase() !== "JSON") {
      throwUnlistedError(400, "UnsupportedFormat", "Only Format=JSON is available here.");
    }
    const region = regionOf(request) ?? "";
    if (service.isRegional === true) requireKnownRegion(parts.world, region);
    parts.flow.admit(identity.account.id, region, action, service.limitOf(action));
    return identified;
  });
}

/** A call may name no region, and a world may list no regions. */
function requireKnownRegion({ regions }: World, region: string): void {
  if (region === "" || regions.length === 0 || regions.some(({ id }) => id === region)) return;
  throwServiceError("InvalidParameter.RegionId", `The region ${region} does not exist.`);
}

function throwUnknownAction(): never {
  return throwServiceError("InvalidAction.NotFound", "Specified api is not found, please check your url and method.");
}

function invokeHandler(
  parts: GatewayDependencies,
  request: IncomingRequest,
  identified: IdentifiedRequest,
  fault: Fault | undefined,
): Outcome {
  const { identity, service } = identified;
  const { action } = actionOf(request);
  const { authenticator, history, random } = parts;
  const world = fault?.kind === "stale" ? history.at(parts.world.now - lagOf(fault, random)) : parts.world;
  return catchServiceError(() => {
    settle(world);
    checkPermission(identity, action);
    const handler = service.handlers[action];
    const call = {
      world,
      caller: identity.account,
      operation: action,
      request: requestParameters(request),
      region: regionOf(request),
      identity,
      authenticator,
    };
    return { body: handler?.(call) ?? {} };
  });
}

// The operations have different error codes for a caller without permission.
function checkPermission({ account }: Identity, action: string): void {
  if (!account.denied.includes(action)) return;
  if (action === "UpdateResourceShare") throwServiceError("OperationNotPermitted", "The caller may not update the share.");
  if (action === "ChangeResourceGroup")
    throwServiceError("NoPermission.ChangeResourceGroup", "The caller may not change the resource group.");
  if (/Tag/.test(action)) throwServiceError("NoPermission", "The caller may not handle tags.");
  throwServiceError("Forbidden.RAM", "User not authorized to operate on the specified resource, or this API doesn't support RAM.");
}

function catchServiceError<Value extends object>(work: () => Value): Value | ErrorOutcome {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}

function responseOf(outcome: Outcome, requestId: string, host: string): HttpResponse {
  return "error" in outcome ? errorResponse(outcome.error, requestId, host) : jsonResponse(200, outcome.body, requestId);
}

function errorResponse(error: ServiceError, requestId: string, host: string): HttpResponse {
  const body = {
    RequestId: requestId,
    HostId: host,
    Code: error.code,
    Message: error.message,
    Recommend: `https://api.example.com/troubleshoot?q=${encodeURIComponent(error.code)}`,
    ...(error.code === "Forbidden.RAM" ? { AccessDeniedDetail: { PolicyType: "AccountLevelIdentityBasedPolicy" } } : {}),
  };
  const response = jsonResponse(error.status, body, requestId);
  if (error.retryAfterMs === undefined) return response;
  return { ...response, headers: { ...response.headers, "x-acs-retry-after": String(Math.ceil(error.retryAfterMs)) } };
}

function jsonResponse(status: number, body: object, requestId: string): HttpResponse {
  const headers = { "content-type": "application/json;charset=utf-8", "x-acs-request-id": requestId };
  return { status, headers, body: JSON.stringify(body) };
}

function newRequestId(random: Random): string {
  const digits = random.hex(32).toUpperCase();
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
}
