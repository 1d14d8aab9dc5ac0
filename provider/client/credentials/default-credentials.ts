import type { CredentialsProvider } from "@alicloud/credentials";
import { InputError } from "../../kernel/errors.ts";
import { Secret } from "../../kernel/secret.ts";
import type { Credentials, CredentialsSource, PipelineDependencies } from "../pipeline/call.ts";
import { RenewedValue } from "./renewed-value.ts";
import { assertTlsVerified } from "../config/endpoint.ts";
import { credentialsAdvice, profileTexts } from "./missing-credentials.ts";

/** How long credentials are cached, in milliseconds. The vendor's library itself renews temporary ones 15 minutes before they expire. */
const cacheMs = 60_000;

/** What obtains credentials. `property` is the configuration key that an error message names. */
export interface CredentialsDependencies extends Pick<PipelineDependencies, "clock"> {
  readonly property: string;
}

type Provider = Pick<CredentialsProvider, "getCredentials">;

/**
 * The credentials of the vendor's library, cached for one minute: of a profile, or without one of the default credential chain (environment,
 * OIDC role, profile files, role of the instance, credentials URI).
 * The library has an HTTP client of its own, which accepts every certificate when Node is configured to. It is then not used.
 */
export function libraryCredentials(profile: string | undefined, { property, clock }: CredentialsDependencies): CredentialsSource {
  let provider: Promise<Provider> | undefined;
  const credentials = new RenewedValue<Credentials>(clock, async () => {
    try {
      assertTlsVerified(process.env);
      provider ??= profile === undefined ? defaultChain() : ofProfile(profile);
      const { accessKeyId, accessKeySecret, securityToken } = await (await provider).getCredentials();
      if (!accessKeyId || !accessKeySecret) throw new Error("nothing");
      const token = securityToken ? { securityToken: new Secret(securityToken) } : {};
      const until = clock.wallTime() + cacheMs;
      return { value: { accessKeyId, accessKeySecret: new Secret(accessKeySecret), ...token }, renewAt: until, expiresAt: until };
    } catch (error) {
      // After a failure, a provider of the library only retries the last source of its chain.
      provider = undefined;
      throw error instanceof InputError ? error : InputError.of(property, notFound(profile, error));
    }
  });
  return () => credentials.current();
}

async function defaultChain(): Promise<Provider> {
  const { DefaultCredentialsProvider } = await import("@alicloud/credentials");
  return DefaultCredentialsProvider.builder().build();
}

/** A profile of `~/.aliyun/config.json`, or else of `~/.alibabacloud/credentials`. */
async function ofProfile(name: string): Promise<Provider> {
  const { CLIProfileCredentialsProvider, ProfileCredentialsProvider } = await import("@alicloud/credentials");
  const first = CLIProfileCredentialsProvider.builder().withProfileName(name).build();
  const second = ProfileCredentialsProvider.builder().withProfileName(name).build();
  // Where both fail, the failure of the first is the one to report.
  return {
    getCredentials: () => first.getCredentials().catch((error: unknown) => second.getCredentials().catch(() => Promise.reject(error))),
  };
}

function notFound(profile: string | undefined, error: unknown): string {
  if (profile === undefined) return `no credentials were found${because(error)}; ${credentialsAdvice}`;
  const create = `create it: \`aliyun configure --profile ${profile}\``;
  const [reason, advice] =
    profileTexts(process.env).length === 0 ? [": neither file exists", create] : [because(error), `check the name, or ${create}`];
  return `profile "${profile}" of ~/.aliyun/config.json, or of ~/.alibabacloud/credentials, gave no credentials${reason}; ${advice}`;
}

/** The cause of a failure in a fixed text. The library's own messages may quote whole files and responses, and so secrets. */
function because(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const code = /"Code"\s*:\s*"([A-Z][A-Za-z]{1,40}(?:\.[A-Za-z]{1,40}){0,2})"/.exec(text)?.[1];
  if (code !== undefined) return `: the service answered ${code}`;
  if (/unable to get profile|find credential type/i.test(text)) return ": there is no profile of that name";
  if (text.startsWith("reading aliyun cli config")) return ": the file cannot be read";
  if (text.startsWith("parse aliyun cli config")) return ": the file is not JSON";
  if (/access key secret is invalid/.test(text)) return ": the access key secret does not belong to the access key id";
  return "";
}
