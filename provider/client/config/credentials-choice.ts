import type { Secret } from "../../kernel/secret.ts";
import type { Origin } from "./config-reader.ts";

/** The configured source of an account's credentials; `chain` is the default credential chain. */
export type CredentialsChoice =
  | {
      readonly kind: "key";
      readonly origin: Origin;
      readonly accessKeyId: string;
      readonly accessKeySecret: Secret;
      readonly securityToken: Secret | undefined;
    }
  | { readonly kind: "profile"; readonly profile: string }
  | { readonly kind: "chain" }
  | { readonly kind: "role"; readonly roleArn: string; readonly externalId: string | undefined; readonly base: CredentialsChoice };
