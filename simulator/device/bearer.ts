import type { IncomingRequest } from "../gateway/request.ts";
import type { Identity } from "../gateway/authentication.ts";
import type { Account } from "../world/records.ts";
import { throwUnlistedError } from "../gateway/service-error.ts";
import type { UserGrant } from "./world-schema.ts";

/** The identity of an application that calls with a user's access token. */
export class BearerIdentity implements Identity {
  readonly account: Account;
  readonly accessKeyId = "";
  readonly grant: UserGrant;

  constructor(account: Account, grant: UserGrant) {
    this.account = account;
    this.grant = grant;
  }
}

/** Returns the user's access token from either header that clients use (assumption D-bearer). */
export function bearerToken({ headers }: Pick<IncomingRequest, "headers">): string {
  const [, authorization] = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "") ?? [];
  const tokenHeader = headers["x-acs-bearer-token"] || undefined;
  const token = authorization ?? tokenHeader ?? throwUnlistedError(401, "InvalidAccessToken.Missing", "The request has no access token.");
  if (tokenHeader !== undefined && tokenHeader !== token) {
    throwUnlistedError(401, "InvalidAccessToken.Ambiguous", "The request has two different access tokens.");
  }
  return token;
}
