import type { CredentialsProvider } from "@alicloud/credentials";
import type { Clock } from "../kernel/clock.ts";
import { InputError } from "../kernel/errors.ts";
import { Secret } from "../kernel/secret.ts";
import { toQuery } from "../wire/encode.ts";
import { type Transport, Unsent } from "../wire/transport.ts";
import type { Credentials, CredentialsSource } from "./credentials.ts";
import { mustVerify } from "./endpoint.ts";

/** How long credentials serve before the vendor's library is asked again; it renews temporary ones a quarter of an hour before they end. */
const serveMs = 60_000;
const assumeTimeoutMs = 10_000;

/** A role to take on, and from where. */
export interface Role {
  readonly roleArn: string;
  readonly externalId?: string | undefined;
  /** The credentials that may take it on. */
  readonly base: CredentialsSource;
  readonly region: string;
  /** `https://host[:port]`, or `http://` to a loopback address. */
  readonly stsEndpoint: string;
}

/** What asks the vendor's library, and for whom: `property` is the key of the configuration that a failure names. */
export interface VendorParts {
  readonly property: string;
  readonly clock: Clock;
  readonly transport: Transport;
}

/**
 * The vendor's chain: environment, OIDC role, profile files, role of the instance, credentials URI. The vendor's library has HTTP of its own, which believes every
 * certificate when Node is told to: then it is not asked.
 */
export function chainCredentials({ property, clock }: VendorParts): CredentialsSource {
  return renewed(
    clock,
    async () => {
      mustVerify(process.env);
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
export function profileCredentials(profile: string, { property, clock }: VendorParts): CredentialsSource {
  return renewed(
    clock,
    async () => {
      mustVerify(process.env);
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

/** The temporary credentials of a role. */
export function roleCredentials(role: Role, { property, clock, transport }: VendorParts): CredentialsSource {
  return renewed(
    clock,
    async () => {
      const { RAMRoleARNCredentialsProvider } = await import("@alicloud/credentials");
      const base: CredentialsProvider = {
        getProviderName: () => "base",
        getCredentials: async () => {
          const { accessKeyId, accessKeySecret, securityToken } = await role.base();
          const opened = { accessKeySecret: accessKeySecret.open(), securityToken: securityToken?.open() ?? "" };
          return { accessKeyId, ...opened, providerName: "base" };
        },
      };
      const builder = RAMRoleARNCredentialsProvider.builder().withCredentialsProvider(base).withRoleArn(role.roleArn);
      builder.withRoleSessionName("pulumi-resourceshare").withStsRegionId(role.region).withStsEndpoint(new URL(role.stsEndpoint).host);
      if (role.externalId !== undefined) builder.withExternalId(role.externalId);
      // Its own HTTP knows neither our proxies nor a loopback endpoint without TLS; its requests go our way instead.
      return Object.assign(builder.build(), { doRequest: sendBy(transport, role.stsEndpoint) });
    },
    (error) => {
      if (error instanceof Unsent) return error;
      return InputError.of(property, `the role ${role.roleArn} cannot be assumed${because(error)}`);
    },
  );
}

/** The part of the vendor's requests that matters here. */
interface VendorRequest {
  readonly queries: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyForm: Readonly<Record<string, string>>;
}

function sendBy(transport: Transport, origin: string) {
  return async ({ queries, headers, bodyForm }: VendorRequest) => {
    const url = `${origin}/?${toQuery(queries)}`;
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const request = { method: "POST", url, headers: lower, body: toQuery(bodyForm) } as const;
    const signal = AbortSignal.timeout(assumeTimeoutMs);
    const answer = await transport(request, signal).catch((error: unknown) => {
      if (error instanceof InputError) throw error;
      throw new Unsent(`the token service gave no answer: ${error instanceof Error ? error.message : String(error)}`);
    });
    if (answer.status >= 500 || answer.status === 429) throw new Unsent(`the token service answered HTTP ${answer.status}`);
    return { statusCode: answer.status, headers: answer.headers, body: Buffer.from(answer.body) };
  };
}

/** Asks once for all who wait, and again after a minute; a failure is not remembered. */
function renewed(clock: Clock, open: () => Promise<CredentialsProvider>, failed: (error: unknown) => Error): CredentialsSource {
  let provider: Promise<CredentialsProvider> | undefined;
  let known: { readonly credentials: Credentials; readonly until: number } | undefined;
  let asking: Promise<Credentials> | undefined;
  const ask = async (): Promise<Credentials> => {
    try {
      provider ??= open();
      const { accessKeyId, accessKeySecret, securityToken } = await (await provider).getCredentials();
      if (!accessKeyId || !accessKeySecret) throw new Error("nothing");
      const token = securityToken ? { securityToken: new Secret(securityToken) } : {};
      const credentials = { accessKeyId, accessKeySecret: new Secret(accessKeySecret), ...token };
      known = { credentials, until: clock.now() + serveMs };
      return credentials;
    } catch (error) {
      provider = undefined;
      throw error instanceof InputError ? error : failed(error);
    } finally {
      asking = undefined;
    }
  };
  return () => (known && clock.now() < known.until ? Promise.resolve(known.credentials) : (asking ??= ask()));
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
