import { AssumeRole } from "../../api/identity.ts";
import { ApiError, InputError, ProtocolError, TransportError } from "../../kernel/errors.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ResponseOf } from "../../wire/operation.ts";
import type { Credentials, CredentialsSource, PipelineDependencies } from "../pipeline/call.ts";
import { isTransient } from "../errors/failures.ts";
import type { CredentialsDependencies } from "./default-credentials.ts";
import { type ExpiringValue, RenewedValue } from "./renewed-value.ts";
import { sent } from "../pipeline/send.ts";
import { signed } from "../pipeline/sign.ts";

const sessionSeconds = 3600;
const requestTimeoutMs = 10_000;
/** How long before their expiration credentials are renewed, at most, so that no signed call arrives too late; in milliseconds. */
const marginMs = 15 * 60_000;

/** A role to assume with the credentials of `base`, and the endpoint that issues its credentials. */
export interface Role {
  readonly roleArn: string;
  readonly externalId?: string | undefined;
  readonly base: CredentialsSource;
  readonly region: string;
  readonly stsEndpoint: string;
}

/**
 * A source of temporary credentials of a role, renewed before they expire.
 * The request is signed like every other call: another host cannot use it, and its URL contains no token.
 */
export function roleCredentials(
  role: Role,
  { property, clock, random, transport }: CredentialsDependencies & Pick<PipelineDependencies, "random" | "transport">,
): CredentialsSource {
  const { roleArn, externalId: ExternalId, region, stsEndpoint: endpoint } = role;
  const parts = { account: undefined, region, endpoint, credentials: role.base, clock, random, transport, requestTimeoutMs };
  const send = signed(parts, sent(parts));
  const request = { RoleArn: roleArn, RoleSessionName: "pulumi-resourceshare", DurationSeconds: sessionSeconds, ExternalId };
  const credentials = new RenewedValue(clock, async () => {
    const askedAt = clock.wallTime();
    try {
      return timedCredentials(await send({ operation: AssumeRole, request, signal: undefined }), askedAt);
    } catch (error) {
      throw failureOf(error, property, roleArn);
    }
  });
  return () => credentials.current();
}

function timedCredentials({ Credentials }: ResponseOf<typeof AssumeRole>, askedAt: number): ExpiringValue<Credentials> {
  const { AccessKeyId, AccessKeySecret, SecurityToken, Expiration } = Credentials;
  const longest = askedAt + sessionSeconds * 1000;
  // With an unreadable expiration, the requested duration applies.
  const expiresAt = Math.min(longest, Date.parse(Expiration) || longest);
  return {
    value: { accessKeyId: AccessKeyId, accessKeySecret: new Secret(AccessKeySecret), securityToken: new Secret(SecurityToken) },
    renewAt: expiresAt - Math.min(marginMs, Math.max(0, expiresAt - askedAt) / 4),
    expiresAt,
  };
}

/** An InputError for a refusal; for a transient failure a TransportError, because the call that needs the credentials was not sent. */
function failureOf(error: unknown, property: string, roleArn: string): unknown {
  if (!(error instanceof ApiError || error instanceof ProtocolError)) return error;
  if (isTransient(error)) {
    const problem = error instanceof ApiError ? `HTTP ${error.status}` : `HTTP ${error.status}: ${error.problem}`;
    return new TransportError({ operation: AssumeRole.name, outcome: `of the role ${roleArn} failed`, problem, ambiguous: false });
  }
  const reason =
    error instanceof ApiError
      ? `the service answered ${error.code}; check the name of the role, its trust policy and \`externalId\``
      : `the token service's answer cannot be used: ${error.problem}`;
  return InputError.of(property, `the role ${roleArn} cannot be assumed: ${reason}`);
}
