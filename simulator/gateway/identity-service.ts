import { isoTime } from "../world/state-machines.ts";
import { actionOf } from "./request.ts";
import { throwUnlistedError } from "./service-error.ts";
import { text } from "../handlers/parameter-validation.ts";
import type { IdentifiedCall, Service } from "./service.ts";

const version = "2015-04-01";
const rolePattern = /^acs:ram::(\d{16}):role\/([A-Za-z0-9._-]{1,64})$/;

/** The identity service (STS): returns the caller's identity, and temporary keys of a role. */
export const identityService: Service = {
  version,
  accepts: (request) => request.path === "/" && (actionOf(request).version === version || /^sts[.-]/.test(request.host)),
  secrets: ["AccessKeySecret", "SecurityToken"],
  limitOf: () => undefined,
  handlers: { GetCallerIdentity: getCallerIdentity, AssumeRole: assumeRole },
};

function getCallerIdentity({ caller, identity }: IdentifiedCall): object {
  const { role } = identity;
  return role
    ? {
        IdentityType: "AssumedRoleUser",
        AccountId: caller.id,
        RoleId: `3${caller.id.slice(1)}`,
        PrincipalId: `3${caller.id.slice(1)}:${role.session}`,
        Arn: `acs:ram::${caller.id}:assumed-role/${role.name}/${role.session}`,
      }
    : {
        IdentityType: "Account",
        AccountId: caller.id,
        UserId: caller.id,
        PrincipalId: caller.id,
        Arn: `acs:ram::${caller.id}:root`,
      };
}

function assumeRole({ world, caller, request, authenticator }: IdentifiedCall): object {
  const arn = text(request, "RoleArn") ?? throwUnlistedError(400, "MissingParameter.RoleArn", "RoleArn is required.");
  const session =
    text(request, "RoleSessionName") ?? throwUnlistedError(400, "MissingParameter.RoleSessionName", "RoleSessionName is required.");
  const [, accountId = "", name = ""] =
    rolePattern.exec(arn) ?? throwUnlistedError(400, "InvalidParameter.RoleArn", "The ARN of the role is not well formed.");
  if (!/^[A-Za-z0-9.@_-]{2,64}$/.test(session))
    throwUnlistedError(400, "InvalidParameter.RoleSessionName", "The name of the session is not well formed.");
  const seconds = Number(text(request, "DurationSeconds") ?? "3600");
  if (!Number.isInteger(seconds) || seconds < 900 || seconds > 43_200) {
    throwUnlistedError(400, "InvalidParameter.DurationSeconds", "DurationSeconds must be a number from 900 to 43200.");
  }
  const role = world.accounts.get(accountId)?.roles.find((known) => known.name === name);
  if (!role) throwUnlistedError(404, "EntityNotExist.Role", `The role ${name} does not exist.`);
  const trusted = role.trusts.includes(caller.id);
  if (!trusted || (role.externalId !== undefined && role.externalId !== text(request, "ExternalId"))) {
    throwUnlistedError(403, "NoPermission", `The role ${name} does not trust the caller.`);
  }
  const { random } = world.dependencies;
  const key = {
    accountId,
    accessKeyId: `STS.${random.hex(24)}`,
    accessKeySecret: random.hex(32),
    securityToken: `token-${random.hex(48)}`,
    expiresAt: world.now + seconds * 1000,
    role: name,
    session,
  };
  authenticator.addTemporaryKey(key);
  return {
    Credentials: {
      AccessKeyId: key.accessKeyId,
      AccessKeySecret: key.accessKeySecret,
      SecurityToken: key.securityToken,
      Expiration: isoTime(key.expiresAt).replace(/\.\d{3}Z$/, "Z"),
    },
    AssumedRoleUser: { Arn: `acs:ram::${accountId}:assumed-role/${name}/${session}`, AssumedRoleId: `3${accountId.slice(1)}:${session}` },
  };
}
