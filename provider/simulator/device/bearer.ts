import type { Incoming } from "../incoming.ts";
import type { Identity } from "../keyring.ts";
import type { Account } from "../records.ts";
import { refuseUnlisted } from "../refusal.ts";
import type { UserGrant } from "./file.ts";

/** An application that acts for a user. */
export class BearerIdentity implements Identity {
  readonly account: Account;
  readonly accessKeyId = "";
  readonly grant: UserGrant;

  constructor(account: Account, grant: UserGrant) {
    this.account = account;
    this.grant = grant;
  }
}

/** The user's access token in a request, from either place where clients put it (assumption D-bearer). */
export function bearerToken({ headers }: Pick<Incoming, "headers">): string {
  const [, inAuthorization] = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "") ?? [];
  const ofItsOwn = headers["x-acs-bearer-token"] || undefined;
  const token = inAuthorization ?? ofItsOwn ?? refuseUnlisted(401, "InvalidAccessToken.Missing", "The request bears no access token.");
  if (ofItsOwn !== undefined && ofItsOwn !== token) {
    refuseUnlisted(401, "InvalidAccessToken.Ambiguous", "The request bears two different access tokens.");
  }
  return token;
}
