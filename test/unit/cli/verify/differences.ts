import type { HttpRequest, HttpResponse } from "../../../../provider/wire/transport.ts";
import { getOrCreate } from "../../../../provider/kernel/get-or-create.ts";
import type { Simulator } from "../../../../simulator/index.ts";

/** Answers a request otherwise than the simulator, which executes it when `deliver` is called. */
type Difference = (request: HttpRequest, deliver: () => HttpResponse) => HttpResponse;

const headers = { "content-type": "application/json;charset=utf-8" };
const disassociatedRecord = /\{[^{}]*"Disassociated"[^{}]*\}/g;

/** How a service can differ from an assumption, by the assumption's id; a difference may keep a state. */
export const differences: Readonly<Record<string, (simulator: Simulator) => Difference>> = {
  "S-identity": shows("GetCallerIdentity", "AccountId", "Account"),
  "S-endpoint": shows("DescribeRegions", /resourcesharing\.([\w-]+)\.aliyuncs\.com/g, "share.$1.example"),
  "S-transport": shows("CheckSharingWithResourceDirectoryStatus", /^\{(?!.*"Code").*$/g, "<Response/>"),
  "S-signature": refuses(400, "SignatureDoesNotMatch", "ListTagResources", "%C3%A9"),
  "S-clock": accepts("DescribeRegions", "SignatureNonceUsed"),
  "S-gateway-codes": shows(undefined, "InvalidAction.NotFound", "InvalidAction"),
  "S-string-to-sign": shows(undefined, /"Message":"[^"]*string to sign[^"]*"/gi, '"Message":"It does not match."'),
  "S-nexttoken": accepts("ListPermissions", "InvalidParameter.NextToken"),
  "S-answers": shows("GetPermission", /"Permission":"(?:[^"\\]|\\.)*"/g, '"Permission":{}'),
  "S-throttling": shows(undefined, "Throttling.User", "TooManyRequests"),
  "S-retry-after": () => (_request, deliver) => {
    const response = deliver();
    const ms = Number(response.headers["x-acs-retry-after"]);
    return ms > 0 ? { ...response, headers: { ...response.headers, "x-acs-retry-after": String(Math.ceil(ms / 1000)) } } : response;
  },
  "S-window": throttlesFor(5000, (throttled, operation) => operation === throttled),
  "S-limits": throttlesFor(1000, () => true),
  "S-tags": shows("ListResourceShares", '"Tags"', '"Labels"'),
  "S-encoding": shows("ListTagResources", '"TagValue":""', '"TagValue":"none"'),
  "S-tagfilters": (simulator) => (request, deliver) => {
    if (!isCall(request, "ListResourceShares", "Tag.2.Key")) return deliver();
    const shares = [...simulator.world.shares.values()];
    return answer({ ResourceShares: shares.map(({ id, status }) => ({ ResourceShareId: id, ResourceShareStatus: status })) });
  },
  "S-untag": refuses(400, "InvalidParameter.TagKey", "UntagResources", "-absent"),
  "S-tagresources": accepts("TagResources", "NumberExceed.Tags"),
  "S-tagprefix": accepts("TagResources", "InvalidParameter.TagKey"),
  "S-idempotency": () => {
    const answers = new Map<string, HttpResponse>();
    return (request, deliver) => {
      const token = new URL(request.url).searchParams.get("ClientToken");
      return token === null ? deliver() : getOrCreate(answers, token, deliver);
    };
  },
  "S-reassociate": () => {
    let calls = 0;
    return (request, deliver) => {
      if (isCall(request, "AssociateResourceShare", "Resources.1")) calls += 1;
      return calls === 2 && isCall(request, "AssociateResourceShare") ? refusal(409, "AssociateConflict") : deliver();
    };
  },
  "S-replace": accepts("AssociateResourceSharePermission", "EntityAlreadyExists.ResourceSharePermission"),
  "S-disassociateinvalid": shows(undefined, "DisassociateInvalid", "EntityNotExists.Association"),
  "S-permission-stays": (simulator) => (request, deliver) => {
    const id = new URL(request.url).searchParams.get("ResourceShareId") ?? "";
    const isEmpty = simulator.world.shares.get(id)?.live.size === 0;
    return isEmpty && isCall(request, "ListResourceSharePermissions") ? answer({ Permissions: [] }) : deliver();
  },
  // What has ended has the latest time.
  "S-newest": shows("ListResourceShareAssociations", disassociatedRecord, (record) => record.replaceAll(/"20\d\d-/g, '"9999-')),
  "S-targetids": shows("ListSharedTargets", '"TargetId":"', '"TargetId":"target/'),
  "S-pending": shows("ListResourceShares", '"Pending"', '"Active"'),
  "S-invitation": shows("ListResourceShareAssociations", '"Associating"', '"Associated"'),
  "S-receiver": (simulator) => (request, deliver) => {
    if (!isCall(request, "ListResourceShareInvitations")) return deliver();
    const invitations = [...simulator.world.invitations.values()];
    return answer({
      ResourceShareInvitations: invitations.map(({ id, status }) => ({ ResourceShareInvitationId: id, Status: status })),
    });
  },
  "S-ended-invitation": shows("ListResourceShareAssociations", '"Failed"', '"Disassociated"'),
  "S-leaving": refuses(400, "InvalidParameter.ResourceOwner", "DisassociateResourceShare", "OtherAccounts"),
  "S-deleted": shows("UpdateResourceShare", "ResourceShareStatusMismatchAction", "InvalidParameter"),
  "S-permissionshare": shows("AssociateResourceSharePermission", "InvalidParameter.ResourceShareId", "InvalidParameter"),
  "S-answer": shows("TagResources", /^\{(?!.*"Code").*$/g, "{}"),
  "S-error-body": shows(undefined, /"RequestId":"[^"]*",(?=.*"Code")/g, ""),
  "S-statuses": shows("ListResourceShareAssociations", '"Disassociating"', '"Queued"'),
  "S-ids": shows("ListSharedTargets", '"ResourceShareId":"', '"ResourceShareId":"share-'),
  "S-arntype": shows("ListResourceShareAssociations", /("ResourceArn":"[^"]*:)[\w-]+\//g, "$1other/"),
};

/** The difference of a service from an assumption. */
export function differenceFrom(id: string, simulator: Simulator): Difference {
  const create = differences[id];
  if (create === undefined) throw new Error(`no service differs from ${id}`);
  return create(simulator);
}

function isCall({ headers: sent, url }: HttpRequest, operation: string, part = ""): boolean {
  return sent["x-acs-action"] === operation && url.includes(part);
}

/** Replaces a text in the answers of an operation, or of all. */
export function shows(operation: string | undefined, text: string | RegExp, other: string | ((found: string) => string)) {
  return (): Difference => (request, deliver) => {
    const response = deliver();
    if (operation !== undefined && !isCall(request, operation)) return response;
    // Both kinds of replacements are legal; the overloads do not take their union.
    return { ...response, body: response.body.replaceAll(text, other as string) };
  };
}

/** Refuses the calls of an operation whose address has a text, without executing them. */
function refuses(status: number, code: string, operation: string, part: string) {
  return (): Difference => (request, deliver) => (isCall(request, operation, part) ? refusal(status, code) : deliver());
}

/** Accepts the calls of an operation that the simulator refuses with a code. */
function accepts(operation: string, code: string) {
  return (): Difference => (request, deliver) => {
    const response = deliver();
    return isCall(request, operation) && response.body.includes(`"${code}"`) ? answer({}) : response;
  };
}

/** After a throttled call, throttles calls for some time: those of the same operation, or others. */
function throttlesFor(ms: number, isThrottled: (throttled: string, operation: string) => boolean) {
  return ({ clock }: Simulator): Difference => {
    let since: { readonly operation: string; readonly until: number } | undefined;
    return ({ headers: { "x-acs-action": operation = "" } }, deliver) => {
      if (since !== undefined && clock.now() < since.until && isThrottled(since.operation, operation))
        return throttle(since.until - clock.now());
      const response = deliver();
      if (!response.body.includes('"Throttling.User"')) return response;
      since = { operation, until: clock.now() + ms };
      return throttle(ms);
    };
  };
}

function throttle(ms: number): HttpResponse {
  const response = refusal(400, "Throttling.User");
  return { ...response, headers: { ...headers, "x-acs-retry-after": String(ms) } };
}

function answer(body: object): HttpResponse {
  return { status: 200, headers, body: JSON.stringify({ RequestId: "1", ...body }) };
}

/** A refusal of a call. */
export function refusal(status: number, Code: string): HttpResponse {
  return { ...answer({ Code, Message: "This service differs." }), status };
}
