import { CheckSharingWithResourceDirectoryStatus } from "../../provider/api/directory.ts";
import { ListResourceShareAssociations, ListSharedResources } from "../../provider/api/associations.ts";
import { isExistingShare, type ResourceShare } from "../../provider/api/entities.ts";
import { ListResourceShareInvitations } from "../../provider/api/invitations.ts";
import { ListPermissions, ListResourceSharePermissions } from "../../provider/api/permissions.ts";
import { ListResourceShares } from "../../provider/api/shares.ts";
import type { Client } from "../../provider/client/client.ts";
import { UnknownCallerError } from "../../provider/client/credentials/caller-identity.ts";
import { ApiError, asError } from "../../provider/kernel/errors.ts";
import { otherAccountTexts } from "../../provider/lifecycle/account-region.ts";
import type { Operation } from "../../provider/wire/operation.ts";
import { type Finding, ok, problem, subjectWithAccount, warning } from "../../access/output/finding.ts";

/** The findings of one account, and its shares when they could be read. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly shares: readonly ResourceShare[];
}

/** Checks one account: the owner of the credentials, their read permissions, and whether sharing inside the directory is enabled. */
export async function examineAccount(client: Client, accountId: string | undefined): Promise<Examined> {
  const whose = subjectWithAccount("Account", client);
  const identity = await examineIdentity(client, accountId);
  if (identity.level === "problem") return { findings: [identity], shares: [] };
  const shares = await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares).catch(asError);
  if (shares instanceof Error && !isDenied(shares)) {
    // A region that does not exist is no problem of the account: those of one region report it together.
    const isOfRegion = shares instanceof ApiError && shares.code === "InvalidParameter.RegionId";
    return { findings: [problem(isOfRegion ? "Region" : whose, shares.message)], shares: [] };
  }
  const known = shares instanceof Error ? [] : shares.filter(isExistingShare);
  const failed = await failedReads(client, known[0]?.ResourceShareId, shares);
  const reads = failed.length > 0 ? failed : [ok(subjectWithAccount("Permissions", client), "everything that was tried may be read")];
  const region = ok(subjectWithAccount("Region", client), client.region);
  return { findings: [identity, region, ...reads, await examineDirectory(client)], shares: known };
}

async function examineIdentity(client: Client, accountId: string | undefined): Promise<Finding> {
  const subject = subjectWithAccount("Account", client);
  const caller = await client.callerAccount().catch(asError);
  if (caller instanceof UnknownCallerError && caller.cause instanceof Error) return problem(subject, caller.cause.message);
  if (caller instanceof Error) return problem(subject, caller.message);
  if (caller === undefined) {
    const message =
      "not known: the token service has no GetCallerIdentity, so that resources whose state names an account can be neither changed nor deleted";
    return warning(subject, message, "set resourceshare:stsEndpoint, or RESOURCESHARE_STS_ENDPOINT");
  }
  if (accountId === undefined || accountId === caller) return ok(subject, caller);
  const source = client.sources?.accountId ?? "the configuration";
  return problem(
    subject,
    `the credentials belong to ${caller}, but ${source} names ${accountId}: nothing will be done with them`,
    `use credentials of ${accountId}, or correct ${source}`,
  );
}

/**
 * Reports credentials of another account than the state's: there, every share of the stack is absent.
 *
 * @param known The accounts that the state names.
 */
export async function examineAccountOfStack(client: Client, known: ReadonlySet<string>): Promise<Finding | undefined> {
  const caller = await client.callerAccount();
  const other = [...known].find((accountId) => accountId !== caller);
  if (caller === undefined || other === undefined) return undefined;
  const { fact, remedy } = otherAccountTexts(client, other, caller);
  return problem(subjectWithAccount("Account", client), `shares of the stack are ${fact}`, `use ${remedy}`);
}

async function failedReads(client: Client, shareId: string | undefined, shares: unknown): Promise<Finding[]> {
  const subject = subjectWithAccount("Permissions", client);
  const failed = async <Request extends object, Response extends object>(
    operation: Operation<string, Request, Response>,
    request: NoInfer<Request>,
    neededFor?: string,
  ) => {
    const outcome = await client.call(operation, request).catch(asError);
    return outcome instanceof Error ? [failedRead(client, subject, operation.name, outcome, neededFor)] : [];
  };
  const others = await Promise.all([
    failed(ListResourceShareAssociations, { AssociationType: "Resource", MaxResults: 1 }),
    ...(shareId === undefined
      ? []
      : [failed(ListResourceSharePermissions, { ResourceShareId: shareId, ResourceOwner: "Self", MaxResults: 1 })]),
    failed(ListPermissions, { MaxResults: 1 }, "removing permissions, and `resourceshare access`"),
    failed(ListResourceShareInvitations, { MaxResults: 1 }, "InvitationAcceptor"),
    failed(ListSharedResources, { ResourceOwner: "OtherAccounts", MaxResults: 1 }, "InvitationAcceptor and `resourceshare adopt`"),
  ]);
  return [...(shares instanceof Error ? [failedRead(client, subject, ListResourceShares.name, shares)] : []), ...others.flat()];
}

/** Reports a read that has failed: as a warning when only some features, which `neededFor` names, need it. */
function failedRead(client: Client, subject: string, operation: string, error: Error, neededFor?: string): Finding {
  if (!isDenied(error)) return problem(subject, error.message);
  const fix = `allow ${whom(client)} the action resourcesharing:${operation}`;
  if (neededFor === undefined) return problem(subject, `${operation} is not allowed`, fix);
  return warning(subject, `${operation} is not allowed, which is needed for ${neededFor}`, fix);
}

async function examineDirectory(client: Client): Promise<Finding> {
  const subject = subjectWithAccount("Directory sharing", client);
  const outcome = await client.call(CheckSharingWithResourceDirectoryStatus, {}).catch(asError);
  if (outcome instanceof Error)
    return failedRead(client, subject, CheckSharingWithResourceDirectoryStatus.name, outcome, "DirectorySharing");
  // An account that only receives, or that is in no directory, needs nothing; a share for a folder or a member is refused with advice.
  return ok(subject, outcome.EnableSharingWithRd ? "enabled" : "disabled");
}

function whom({ account }: Client): string {
  return account === undefined ? "the credentials" : `the credentials of account ${account}`;
}

function isDenied(error: Error): boolean {
  return error instanceof ApiError && error.category === "denied";
}
