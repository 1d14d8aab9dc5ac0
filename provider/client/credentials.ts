import type { Secret } from "../kernel/secret.ts";

/** An access key; with a security token it is temporary. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: Secret;
  readonly securityToken?: Secret | undefined;
}

/** Gives the credentials to sign with now; asked before each attempt, so that they may be renewed while work goes on. */
export type CredentialsSource = () => Promise<Credentials>;

/** Always the same credentials. */
export function givenCredentials(credentials: Credentials): CredentialsSource {
  return () => Promise.resolve(credentials);
}
