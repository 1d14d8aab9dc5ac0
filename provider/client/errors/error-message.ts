import { deviceVersion, sharingVersion } from "../../api/define.ts";
import { isPolicyRefusal } from "../../api/error-codes.ts";
import type { Category } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import type { HttpResponse } from "../../wire/transport.ts";
import type { PipelineDependencies } from "../pipeline/call.ts";
import { ambiguityNote } from "./failures.ts";
import { refusalAdvice } from "./refusal-advice.ts";

/** The caller and the time of a failed call, which the advice depends on. */
export interface AdviceContext extends Partial<Pick<PipelineDependencies, "account" | "region" | "sources">> {
  /** The id of the account, if an earlier call has asked for it. */
  readonly accountId?: string | undefined;
  /** The system's time, in milliseconds. */
  readonly now: number;
}

interface Rejection {
  readonly operation: Operation;
  readonly response: HttpResponse;
  readonly code: string;
  readonly category: Category;
  /** The service's message, without any part of the credentials. */
  readonly serviceMessage: string;
}

/**
 * The text of an error response for users: the service's message, then what to do.
 * A service message that quotes the string to sign is dropped (assumption S-string-to-sign).
 */
export function messageWithAdvice(refusal: Rejection, caller: AdviceContext): string {
  const { operation, code, category, serviceMessage } = refusal;
  const own = credentialAdvice(refusal, caller);
  if (own !== undefined) return own;
  // The arguments and resources that the advice names are those of the sharing API.
  const isAdvised = operation.version !== deviceVersion || code === "InvalidAction.NotFound";
  const byCode = isAdvised ? refusalAdvice(code, serviceMessage) : undefined;
  const advice = tokenAdvice(refusal) ?? byCode ?? categoryAdvice(category, refusal, caller);
  const doubt = category === "fault" ? ambiguityNote(operation) : undefined;
  // A message that quotes the string to sign may contain a token that is not among the known secrets.
  const safe = /string\s*to\s*sign/i.test(serviceMessage) ? "" : serviceMessage.replace(/(?<![.\s])[.\s]+$/, "");
  const isAboutRegion = code === "InvalidParameter.RegionId" && caller.sources !== undefined;
  const place = isAboutRegion ? `it is from ${caller.sources.region}` : undefined;
  return [safe, doubt, place, advice, callText(refusal, advice, caller)].filter((part) => part !== undefined && part !== "").join("; ");
}

function credentialAdvice({ response, code }: Rejection, caller: AdviceContext): string | undefined {
  const whose = `the credentials${ofAccount(caller)}`;
  if (code.startsWith("SignatureDoesNotMatch") || code === "IncompleteSignature") {
    return `the access key secret does not belong to the access key id; check ${whose}`;
  }
  if (code.startsWith("InvalidTimeStamp")) {
    return `${clockDifference(response.headers.date, caller.now)}; set the machine's clock, for example by NTP`;
  }
  if (code.startsWith("InvalidAccessKeyId")) return `the access key id is unknown or disabled; check ${whose}`;
  if (code === "InvalidSecurityToken.Expired") return `${whose} are temporary and have expired; get new ones and run again`;
  if (code.startsWith("InvalidSecurityToken")) return `the security token does not belong to the access key; check ${whose}`;
  return undefined;
}

/** The account of the credentials, by its name and its id as far as they are known, and the place of the credentials. */
function ofAccount({ account, accountId, sources }: AdviceContext): string {
  const name = account === undefined ? accountId : `"${account}"`;
  const more = [account === undefined ? [] : (accountId ?? []), sources === undefined ? [] : `from ${sources.credentials}`].flat();
  return `${name === undefined ? "" : ` of account ${name}`}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}

/** The account and the region of a call, where the advice depends on them, or the message contains "the current account". */
function callText({ code }: Rejection, advice: string | undefined, caller: AdviceContext): string | undefined {
  const isAboutCaller = code === "AccountNotInResourceDirectory" || advice?.includes("`account`") === true;
  if (!isAboutCaller || (caller.account ?? caller.accountId) === undefined) return undefined;
  return `this call was made with the credentials${ofAccount(caller)} in region ${caller.region}`;
}

function clockDifference(date: string | undefined, now: number): string {
  const differenceMs = now - Date.parse(date ?? "");
  const minutes = Math.round(Math.abs(differenceMs) / 60_000);
  if (!Number.isFinite(differenceMs) || minutes === 0) return "the machine's clock differs from the service's by more than 15 minutes";
  return `the machine's clock is about ${minutes} minute${minutes === 1 ? "" : "s"} ${differenceMs > 0 ? "ahead of" : "behind"} the service's`;
}

/** What to do about a code or a token that is rejected, or whose scope does not include the call. */
function tokenAdvice({ operation, category, response }: Rejection): string | undefined {
  if (operation.version !== deviceVersion) return undefined;
  const isRefused = category === "denied" || category === "invalid" || category === "absent";
  if (operation.name === "OAuth2TokenEndpoint" && isRefused) {
    return (
      "a code can be used once, within minutes, and with exactly the redirect URI of the authorization request; a refresh token can be used until it is revoked: " +
      "otherwise the user has to consent again"
    );
  }
  if (operation.security === "AK") return undefined;
  if (response.status === 401) return "it is unknown, expired or revoked: set `deviceRefreshToken`, or another `deviceAccessToken`";
  return category === "denied" ? `the user has not granted the application what ${operation.name} needs; ask for that scope` : undefined;
}

function categoryAdvice(category: Category, { operation, code }: Rejection, caller: AdviceContext): string | undefined {
  switch (category) {
    case "denied": {
      const byPolicy = isPolicyRefusal(code) && operation.version === sharingVersion;
      return byPolicy ? `allow the credentials${ofAccount(caller)} the action resourcesharing:${operation.name}` : undefined;
    }
    case "quota":
      return "free some in an update of its own, or ask the service for a higher quota, and run again";
    case "throttled":
      return "other programs use up the account's limit; run again later";
    case "fault":
      // A rerun finds a share that was created all the same, but would repeat an action on a device.
      return operation.version === deviceVersion && !operation.idempotent
        ? "the service itself failed"
        : "the service itself failed; run again later";
    case "absent":
      return operation.version === deviceVersion
        ? "check the ids: getSceneList, getSmartHomeSceneList and queryDeviceList return those of the user"
        : undefined;
    case "conflict":
    case "invalid":
      return undefined;
  }
}
