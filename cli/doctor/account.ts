import { CheckSharingWithResourceDirectoryStatus } from "../../provider/api/directory.ts";
import { ListResourceShareAssociations, ListSharedResources } from "../../provider/api/associations.ts";
import { isExistingShare, type ResourceShare } from "../../provider/api/entities.ts";
import { ListResourceShareInvitations } from "../../provider/api/invitations.ts";
import { ListPermissions, ListResourceSharePermissions } from "../../provider/api/permissions.ts";
import { ListResourceShares } from "../../provider/api/shares.ts";
import type { Client } from "../../provider/client/client.ts";
import { UnknownCallerError } from "../../provider/client/credentials/caller-identity.ts";
import { ApiError, InputError, asError } from "../../provider/kernel/errors.ts";
import { type Finding, ok, problem, subjectOf, warning } from "../../access/output/finding.ts";

/** The findings of one account, and its shares when they could be read. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly shares: readonly ResourceShare[];
}

/** Checks one account: the owner of the credentials, their read permissions, and whether sharing inside the directory is enabled. */
export async function examineAccount(client: Client, accountId: string | undefined): Promise<Examined> {
  const whose = subjectOf("Account", client);
  const identity = await examineIdentity(client, accountId);
  if (identity.level === "problem") return { findings: [identity], shares: [] };
  const shares = await tried(client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares));
  if (shares instanceof Error && !isDenied(shares))
    return { findings: [identity, problem(whose, shares.message, fixFor(shares))], shares: [] };
  const known = shares instanceof Error ? [] : shares.filter(isExistingShare);
  const denied = await deniedReads(client, known[0]?.ResourceShareId, shares);
  const reads = denied.length > 0 ? denied : [ok(subjectOf("Permissions", client), "everything that this package reads may be read")];
  return { findings: [identity, ...reads, ...(await examineDirectory(client))], shares: known };
}

async function examineIdentity(client: Client, accountId: string | undefined): Promise<Finding> {
  const subject = subjectOf("Account", client);
  const caller = await tried(client.callerAccount());
  if (caller instanceof UnknownCallerError && caller.cause instanceof Error)
    return problem(subject, caller.cause.message, fixFor(caller.cause));
  if (caller instanceof Error) return problem(subject, caller.message, fixFor(caller));
  if (caller === undefined) {
    const message =
      "not known: the token service has no GetCallerIdentity, so that resources whose state names an account can be neither changed nor deleted";
    return warning(subject, message, "set resourceshare:stsEndpoint, or RESOURCESHARE_STS_ENDPOINT");
  }
  if (accountId === undefined || accountId === caller) return ok(subject, caller);
  return problem(
    subject,
    `the credentials belong to ${caller}, but the configuration names ${accountId}: nothing will be done with them`,
    `use credentials of ${accountId}, or correct accountId`,
  );
}

interface Read {
  readonly name: string;
  /** The features that need this permission; `undefined` when all resources need it. */
  readonly neededFor?: string;
  readonly ask: () => Promise<unknown>;
}

async function deniedReads(client: Client, shareId: string | undefined, shares: unknown): Promise<Finding[]> {
  const reads: readonly Read[] = [
    { name: "ListResourceShares", ask: () => (shares instanceof Error ? Promise.reject(shares) : Promise.resolve()) },
    {
      name: "ListResourceShareAssociations",
      ask: () => client.call(ListResourceShareAssociations, { AssociationType: "Resource", MaxResults: 1 }),
    },
    ...(shareId === undefined
      ? []
      : [
          {
            name: "ListResourceSharePermissions",
            ask: () => client.call(ListResourceSharePermissions, { ResourceShareId: shareId, ResourceOwner: "Self", MaxResults: 1 }),
          },
        ]),
    {
      name: "ListPermissions",
      neededFor: "removing permissions, and `resourceshare access`",
      ask: () => client.call(ListPermissions, { MaxResults: 1 }),
    },
    {
      name: "ListResourceShareInvitations",
      neededFor: "InvitationAcceptor",
      ask: () => client.call(ListResourceShareInvitations, { MaxResults: 1 }),
    },
    {
      name: "ListSharedResources",
      neededFor: "InvitationAcceptor and `resourceshare adopt`",
      ask: () => client.call(ListSharedResources, { ResourceOwner: "OtherAccounts", MaxResults: 1 }),
    },
  ];
  const outcomes = await Promise.all(reads.map(async (read) => ({ read, failure: await tried(read.ask()) })));
  return outcomes.flatMap(({ read, failure }) => {
    if (!(failure instanceof Error)) return [];
    const subject = subjectOf("Permissions", client);
    const report = read.neededFor === undefined ? problem : warning;
    const use = read.neededFor === undefined ? "" : `, which is needed for ${read.neededFor}`;
    if (!isDenied(failure)) return [problem(subject, failure.message, fixFor(failure))];
    return [report(subject, `${read.name} is not allowed${use}`, `allow ${whom(client)} the action resourcesharing:${read.name}`)];
  });
}

async function examineDirectory(client: Client): Promise<Finding[]> {
  const subject = subjectOf("Directory sharing", client);
  const answer = await tried(client.call(CheckSharingWithResourceDirectoryStatus, {}));
  if (answer instanceof Error) {
    if (!isDenied(answer)) return [problem(subject, answer.message, fixFor(answer))];
    return [
      warning(
        subject,
        "CheckSharingWithResourceDirectoryStatus is not allowed, which is needed for DirectorySharing",
        `allow ${whom(client)} the action resourcesharing:CheckSharingWithResourceDirectoryStatus`,
      ),
    ];
  }
  // An account that only receives, or that is in no directory, needs nothing; a share for a folder or a member is refused with advice.
  return [ok(subject, answer.EnableSharingWithRd ? "enabled" : "disabled")];
}

function whom({ account }: Client): string {
  return account === undefined ? "these credentials" : `the credentials of account ${account}`;
}

function isDenied(error: Error): boolean {
  return error instanceof ApiError && error.category === "denied";
}

/** Returns the value or the error of a promise. */
async function tried<T>(attempt: Promise<T>): Promise<T | Error> {
  try {
    return await attempt;
  } catch (error) {
    return asError(error);
  }
}

function fixFor(error: Error): string {
  if (error instanceof InputError)
    return "set credentials by ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET, a profile, or the stack's configuration (--stack DIR)";
  if (error instanceof ApiError && /AccessKeyId|Signature|SecurityToken/.test(error.code)) return "correct the credentials";
  if (error instanceof ApiError && error.code.startsWith("InvalidTimeStamp")) return "set the machine's clock";
  if (error instanceof ApiError) return "see the service's message";
  return "fix the endpoint first, then run this again";
}
