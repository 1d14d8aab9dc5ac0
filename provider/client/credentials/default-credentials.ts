import type { CredentialsProvider } from "@alicloud/credentials";
import type { Clock } from "../../kernel/clock.ts";
import { InputError } from "../../kernel/errors.ts";
import { Secret } from "../../kernel/secret.ts";
import { type CredentialsSource, renewedCredentials } from "./credentials.ts";
import { assertTlsVerified } from "../config/endpoint.ts";

/** How long credentials serve before the vendor's library is asked again; it renews temporary ones a quarter of an hour before they end. */
const cacheMs = 60_000;

/** What asks the vendor's library, and for whom: `property` is the key of the configuration that a failure names. */
export interface CredentialsDependencies {
  readonly property: string;
  readonly clock: Clock;
}

/**
 * The vendor's chain: environment, OIDC role, profile files, role of the instance, credentials URI. The vendor's library has HTTP of its own, which believes every
 * certificate when Node is told to: then it is not asked.
 */
export function defaultChainCredentials({ property, clock }: CredentialsDependencies): CredentialsSource {
  return renewed(
    clock,
    async () => {
      assertTlsVerified(process.env);
      const { DefaultCredentialsProvider } = await import("@alicloud/credentials");
      // A chain that has failed once remembers its last link only, so each search begins with a new one.
      return DefaultCredentialsProvider.builder().build();
    },
    (error) => InputError.of(property, `no credentials were found; looked for ${places.join(", ")}${because(error)}`),
  );
}

const places = [
  "ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET",
  "accessKeyId and accessKeySecret in the configuration resourceshare",
  "an OIDC role (ALIBABA_CLOUD_ROLE_ARN, ALIBABA_CLOUD_OIDC_PROVIDER_ARN and ALIBABA_CLOUD_OIDC_TOKEN_FILE)",
  "the current profile of ~/.aliyun/config.json and of ~/.alibabacloud/credentials",
  "the role of the instance",
  "ALIBABA_CLOUD_CREDENTIALS_URI",
];

/** A profile of the vendor's configuration file `~/.aliyun/config.json`, else of `~/.alibabacloud/credentials`. */
export function profileCredentials(profile: string, { property, clock }: CredentialsDependencies): CredentialsSource {
  return renewed(
    clock,
    async () => {
      assertTlsVerified(process.env);
      const { CLIProfileCredentialsProvider, ProfileCredentialsProvider } = await import("@alicloud/credentials");
      const first = CLIProfileCredentialsProvider.builder().withProfileName(profile).build();
      const second = ProfileCredentialsProvider.builder().withProfileName(profile).build();
      return {
        getProviderName: () => "profile",
        getCredentials: () =>
          first.getCredentials().catch((error: unknown) =>
            second.getCredentials().catch(() => {
              throw error;
            }),
          ),
      };
    },
    (error) =>
      InputError.of(
        property,
        `profile "${profile}" of ~/.aliyun/config.json, or of ~/.alibabacloud/credentials, gave no credentials${because(error)}`,
      ),
  );
}

/** The credentials that the vendor's library gives, asked for once for all who wait, and again after a minute. */
function renewed(clock: Clock, open: () => Promise<CredentialsProvider>, failed: (error: unknown) => Error): CredentialsSource {
  let provider: Promise<CredentialsProvider> | undefined;
  return renewedCredentials(clock, async () => {
    try {
      provider ??= open();
      const { accessKeyId, accessKeySecret, securityToken } = await (await provider).getCredentials();
      if (!accessKeyId || !accessKeySecret) throw new Error("nothing");
      const token = securityToken ? { securityToken: new Secret(securityToken) } : {};
      const until = clock.now() + cacheMs;
      return { credentials: { accessKeyId, accessKeySecret: new Secret(accessKeySecret), ...token }, renewAt: until, expiresAt: until };
    } catch (error) {
      provider = undefined;
      throw error instanceof InputError ? error : failed(error);
    }
  });
}

/** What the vendor's message says about the cause, in our words: some of its messages quote whole files and answers. */
function because(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const code = /"Code"\s*:\s*"([\w.]{1,80})"/.exec(text)?.[1];
  if (code !== undefined) return `: the service answered ${code}`;
  if (/unable to get profile|find credential type/i.test(text)) return ": there is no profile of that name";
  if (text.startsWith("reading aliyun cli config")) return ": the file cannot be read";
  if (text.startsWith("parse aliyun cli config")) return ": the file is not JSON";
  if (/access key secret is invalid/.test(text)) return ": the access key secret does not belong to the access key id";
  return "";
}
