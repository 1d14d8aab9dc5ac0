import type { Secret } from "../../kernel/secret.ts";

/** An access key; a temporary one has a security token. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: Secret;
  readonly securityToken?: Secret | undefined;
}

/** Returns valid credentials; called before each attempt, so that long operations sign with renewed ones. */
export type CredentialsSource = () => Promise<Credentials>;
