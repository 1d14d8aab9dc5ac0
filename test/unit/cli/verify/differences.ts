import type { HttpRequest, HttpResponse } from "../../../../provider/wire/transport.ts";
import { getOrCreate } from "../../../../provider/kernel/get-or-create.ts";
import { isRecord, parseJson, textsIn } from "../../../../provider/kernel/json.ts";
import type { RequestParameters } from "../../../../simulator/handlers/handler.ts";
import type { Simulator } from "../../../../simulator/simulator.ts";
import type { World } from "../../../../simulator/world/world.ts";
import { actionOf, parseIncomingRequest, requestParameters } from "../../../../simulator/gateway/request.ts";

/** A status, and the code of a refusal. */
interface Refusal {
  readonly status: number;
  readonly code?: string;
}

/** A call that a service may answer otherwise than the simulator. */
interface DifferingCall {
  readonly operation: string;
  readonly parameters: RequestParameters;
  readonly world: World;
  /** The simulator's own answer; the call is executed when this is first called. */
  readonly answer: () => HttpResponse;
}

/** Answers a call otherwise than the simulator; it returns the simulator's answer for all others. */
type Difference = (call: DifferingCall) => HttpResponse;

type Fields = Record<string, unknown>;

/** How a service can differ from an assumption; the created difference may keep a state. */
type CreateDifference = () => Difference;

/** Answers as a service that differs from one assumption, by the assumption's id. */
const differences: Readonly<Record<string, CreateDifference>> = {
  "S-identity": changes("GetCallerIdentity", ({ AccountId: _id, ...body }) => body),
  "S-endpoint": shows("DescribeRegions", "Regions", (region) => ({
    ...region,
    RegionEndpoint: `share.${String(region["RegionId"])}.example`,
  })),
  "S-transport": () => (call) => {
    const answer = call.answer();
    return call.operation === "CheckSharingWithResourceDirectoryStatus" && answer.status === 200 ? asXml(answer) : answer;
  },
  "S-signature": refuses(({ parameters }) => /[^ -~]/.test(JSON.stringify(parameters)), { status: 400, code: "SignatureDoesNotMatch" }),
  "S-clock": answersOtherwise("DescribeRegions", "SignatureNonceUsed", { status: 200 }),
  "S-gateway-codes": answersOtherwise("", "InvalidAction.NotFound", { status: 400, code: "InvalidAction" }),
  "S-string-to-sign": changesRefusals((body) =>
    body["Code"] === "SignatureDoesNotMatch" ? { ...body, Message: "It does not match." } : body,
  ),
  "S-nexttoken": answersOtherwise("ListPermissions", "InvalidParameter.NextToken", { status: 200 }),
  "S-answers": changes("GetPermission", (body) => {
    const permission = isRecord(body["Permission"]) ? body["Permission"] : {};
    return { ...body, Permission: { ...permission, Permission: parseJson(String(permission["Permission"])) } };
  }),
  "S-throttling": answersOtherwise("", "Throttling.User", { status: 400, code: "TooManyRequests" }),
  "S-retry-after": () => (call) => {
    const answer = call.answer();
    const ms = Number(answer.headers["x-acs-retry-after"]);
    return ms > 0 ? { ...answer, headers: { ...answer.headers, "x-acs-retry-after": String(Math.ceil(ms / 1000)) } } : answer;
  },
  "S-window": throttlesFor(5000, (throttled, operation) => operation === throttled),
  "S-limits": throttlesFor(1000, () => true),
  "S-tags": shows("ListResourceShares", "ResourceShares", ({ Tags: _tags, ...share }) => share),
  "S-encoding": changes("ListTagResources", (body) => {
    const tags = isRecord(body["TagResources"]) ? body["TagResources"]["TagResource"] : undefined;
    const kept = Array.isArray(tags) ? tags.filter((tag) => isRecord(tag) && tag["TagValue"] !== "") : [];
    return { ...body, TagResources: { TagResource: kept } };
  }),
  "S-tagfilters": () => (call) => {
    const { Tag } = call.parameters;
    const answer = call.answer();
    if (call.operation !== "ListResourceShares" || !Array.isArray(Tag)) return answer;
    const keys = Tag.map((tag) => (isRecord(tag) ? String(tag["Key"]) : ""));
    const any = [...call.world.shares.values()].filter(({ tags }) => keys.some((key) => tags.has(key)));
    const shares = any.map(({ id, name, owner, status }) => ({
      ResourceShareId: id,
      ResourceShareName: name,
      ResourceShareOwner: owner,
      ResourceShareStatus: status,
    }));
    return withBody(answer, (body) => ({ ...body, ResourceShares: shares }));
  },
  "S-untag": refuses(
    ({ operation, parameters, world }) => {
      const shares = textsIn(parameters["ResourceId"]).map((id) => world.shares.get(id));
      return operation === "UntagResources" && textsIn(parameters["TagKey"]).some((key) => shares.some((share) => !share?.tags.has(key)));
    },
    { status: 400, code: "InvalidParameter.TagKey" },
  ),
  "S-tagresources": answersOtherwise("TagResources", "NumberExceed.Tags", { status: 200 }),
  "S-tagprefix": answersOtherwise("TagResources", "InvalidParameter.TagKey", { status: 200 }),
  "S-idempotency": () => {
    const answers = new Map<unknown, HttpResponse>();
    return ({ operation, parameters: { ClientToken: token }, answer }) => {
      if (operation !== "CreateResourceShare" || token === undefined) return answer();
      return getOrCreate(answers, token, answer);
    };
  },
  "S-reassociate": refuses(
    ({ operation, parameters, world }) => {
      const { live } = world.shares.get(String(parameters["ResourceShareId"])) ?? {};
      const resources = Array.isArray(parameters["Resources"]) ? parameters["Resources"].filter(isRecord) : [];
      const ids = [...resources.map(({ ResourceId }) => ResourceId), ...textsIn(parameters["Targets"])];
      return operation === "AssociateResourceShare" && [...(live?.values() ?? [])].some(({ id }) => ids.includes(id));
    },
    { status: 409, code: "AssociateConflict" },
  ),
  "S-replace": answersOtherwise("AssociateResourceSharePermission", "EntityAlreadyExists.ResourceSharePermission", { status: 200 }),
  "S-disassociateinvalid": answersOtherwise("DisassociateResourceShare", "DisassociateInvalid", {
    status: 404,
    code: "EntityNotExists.Association",
  }),
  "S-permission-stays":
    () =>
    ({ operation, parameters, world, answer }) => {
      if (operation !== "ListResourceSharePermissions") return answer();
      const { live } = world.shares.get(String(parameters["ResourceShareId"])) ?? {};
      const types = [...(live?.values() ?? [])].map(({ type }) => type);
      return withRecords(answer(), "Permissions", (permission) => (types.includes(String(permission["ResourceType"])) ? [permission] : []));
    },
  "S-newest":
    () =>
    ({ operation, answer }) => {
      if (operation !== "ListResourceShareAssociations") return answer();
      // What has ended has the latest time.
      const timeOf = (record: Fields) =>
        record["AssociationStatus"] === "Disassociated" ? "9999-01-01T00:00:00.000Z" : record["UpdateTime"];
      return withRecords(answer(), "ResourceShareAssociations", (record) => [
        { ...record, CreateTime: timeOf(record), UpdateTime: timeOf(record) },
      ]);
    },
  "S-targetids": shows("ListSharedTargets", "SharedTargets", (record) => ({ ...record, TargetId: `target/${String(record["TargetId"])}` })),
  "S-pending": shows("ListResourceShares", "ResourceShares", (share) =>
    share["ResourceShareStatus"] === "Pending" ? { ...share, ResourceShareStatus: "Active" } : share,
  ),
  "S-invitation": shows("ListResourceShareAssociations", "ResourceShareAssociations", (record) =>
    record["External"] === true && record["AssociationStatus"] === "Associating" ? { ...record, AssociationStatus: "Associated" } : record,
  ),
  "S-receiver":
    () =>
    ({ operation, world, answer }) => {
      if (operation !== "ListResourceShareInvitations") return answer();
      const invitations = [...world.invitations.values()].map(({ id, share, sender, receiver, status }) => ({
        ResourceShareInvitationId: id,
        ResourceShareId: share.id,
        ResourceShareName: share.name,
        SenderAccountId: sender,
        ReceiverAccountId: receiver,
        Status: status,
      }));
      return withBody(answer(), (body) => ({ ...body, ResourceShareInvitations: invitations }));
    },
  "S-ended-invitation": shows("ListResourceShareAssociations", "ResourceShareAssociations", (record) =>
    record["External"] === true && record["AssociationStatus"] === "Failed" ? { ...record, AssociationStatus: "Disassociated" } : record,
  ),
  "S-leaving": refuses(
    ({ operation, parameters }) => operation === "DisassociateResourceShare" && parameters["ResourceOwner"] === "OtherAccounts",
    { status: 400, code: "InvalidParameter.ResourceOwner" },
  ),
  "S-deleted": answersOtherwise("UpdateResourceShare", "ResourceShareStatusMismatchAction", { status: 400, code: "InvalidParameter" }),
  "S-permissionshare": answersOtherwise("AssociateResourceSharePermission", "InvalidParameter.ResourceShareId", {
    status: 400,
    code: "InvalidParameter",
  }),
  "S-answer": changes("TagResources", () => ({})),
  "S-error-body": changesRefusals(({ RequestId: _id, ...body }) => body),
  "S-statuses": shows("ListResourceShareAssociations", "ResourceShareAssociations", (record) =>
    record["AssociationStatus"] === "Associating" && record["External"] !== true ? { ...record, AssociationStatus: "Queued" } : record,
  ),
  "S-ids": shows("ListSharedTargets", "SharedTargets", (record) => ({
    ...record,
    ResourceShareId: `share-${String(record["ResourceShareId"])}`,
  })),
  "S-arntype": shows("ListResourceShareAssociations", "ResourceShareAssociations", (record) => {
    const { ResourceArn: arn } = record;
    return typeof arn === "string" ? { ...record, ResourceArn: arn.replace(/:[\w-]+\//, ":other/") } : record;
  }),
};

/** The ids of the assumptions from which a simulated service can differ. */
export const differingAssumptions: readonly string[] = Object.keys(differences);

/** Returns a simulator that answers as a service that differs from an assumption; its world is the given simulator's. */
export function withDifference(simulator: Simulator, id: string): Simulator {
  const difference = differences[id]?.();
  if (difference === undefined) throw new Error(`no service differs from ${id}`);
  const deliver: Simulator["deliver"] = (request) => {
    const { action, parameters } = readRequest(request);
    let delivery: ReturnType<Simulator["deliver"]> | undefined;
    const own = (): HttpResponse => {
      delivery ??= simulator.deliver(request);
      return "response" in delivery ? delivery.response : noResponse;
    };
    const response = difference({ operation: action, parameters, world: simulator.world, answer: own });
    if (delivery === undefined) return { kind: "answer", response, delayMs: 0 };
    return "response" in delivery ? { ...delivery, response } : delivery;
  };
  // `Object.create` returns no type: the rest is inherited.
  return Object.create(simulator, { deliver: { value: deliver } }) as Simulator;
}

const noResponse: HttpResponse = { status: 0, headers: {}, body: "" };

function readRequest(request: HttpRequest) {
  const received = parseIncomingRequest(request);
  return { action: actionOf(received).action, parameters: requestParameters(received) };
}

/** Refuses the calls that a predicate selects, without executing them. */
function refuses(isRefused: (call: DifferingCall) => boolean, answer: Refusal): CreateDifference {
  return () => (call) => (isRefused(call) ? responseOf(answer) : call.answer());
}

/** Replaces the answer with which the simulator refuses an operation by a code; an empty name is any operation. */
function answersOtherwise(operation: string, code: string, answer: Refusal): CreateDifference {
  return () => (call) => {
    const own = call.answer();
    const isRefused = own.status !== 200 && bodyOf(own)["Code"] === code && (operation === "" || operation === call.operation);
    return isRefused ? responseOf(answer, own) : own;
  };
}

/** Changes the accepted answers of an operation. */
function changes(operation: string, change: (body: Fields) => Fields): CreateDifference {
  return () => (call) => (call.operation === operation && call.answer().status === 200 ? withBody(call.answer(), change) : call.answer());
}

/** Changes the bodies of refusals. */
function changesRefusals(change: (body: Fields) => Fields): CreateDifference {
  return () => (call) => (call.answer().status === 200 ? call.answer() : withBody(call.answer(), change));
}

/** Changes the records in a list of an operation's answers. */
function shows(operation: string, list: string, change: (record: Fields) => Fields): CreateDifference {
  return () => (call) => (call.operation === operation ? withRecords(call.answer(), list, (record) => [change(record)]) : call.answer());
}

/** After a throttled call, throttles calls for some time: those of the same operation, or others. */
function throttlesFor(ms: number, isThrottled: (throttled: string, operation: string) => boolean): CreateDifference {
  return () => {
    let since: { readonly operation: string; readonly until: number } | undefined;
    return ({ operation, world, answer }) => {
      if (since !== undefined && world.now < since.until && isThrottled(since.operation, operation))
        return throttle(since.until - world.now);
      const own = answer();
      if (bodyOf(own)["Code"] !== "Throttling.User") return own;
      since = { operation, until: world.now + ms };
      return throttle(ms);
    };
  };
}

function throttle(ms: number): HttpResponse {
  const response = responseOf({ status: 400, code: "Throttling.User" });
  return { ...response, headers: { ...response.headers, "x-acs-retry-after": String(ms) } };
}

function responseOf({ status, code }: Refusal, own?: HttpResponse): HttpResponse {
  const RequestId = own === undefined ? "00000000-0000-0000-0000-000000000000" : bodyOf(own)["RequestId"];
  const body = code === undefined ? { RequestId } : { RequestId, Code: code, Message: "This service differs." };
  return { status, headers: { "content-type": "application/json;charset=utf-8", ...own?.headers }, body: JSON.stringify(body) };
}

function asXml(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, "content-type": "text/xml" }, body: "<Response/>" };
}

function bodyOf({ body }: HttpResponse): Fields {
  const parsed = parseJson(body);
  return isRecord(parsed) ? parsed : {};
}

function withBody(response: HttpResponse, change: (body: Fields) => Fields): HttpResponse {
  return { ...response, body: JSON.stringify(change(bodyOf(response))) };
}

function withRecords(response: HttpResponse, list: string, change: (record: Fields) => readonly Fields[]): HttpResponse {
  const records = bodyOf(response)[list];
  return Array.isArray(records) ? withBody(response, (body) => ({ ...body, [list]: records.filter(isRecord).flatMap(change) })) : response;
}
