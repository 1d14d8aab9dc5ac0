import { namespace } from "../../provider/client/config/configuration-sources.ts";
import { unknownKeys } from "../../provider/client/config/unknown-keys.ts";
import { defaultEndpoint } from "../../provider/client/config/endpoint.ts";
import { type AccountConfiguration, type Configuration, readConfiguration } from "../../provider/client/config/configuration.ts";
import { InputError, asError } from "../../provider/kernel/errors.ts";
import type { ConfigurationSource } from "../input/clients.ts";
import { type StoredValue, storedConfiguration } from "../input/pulumi.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";

const secretKeys = ["accessKeySecret", "securityToken", "deviceAccessToken", "deviceRefreshToken"];

/** Checks the configuration of the environment and, with a folder, of its Pulumi project. Other checks need the returned configuration. */
export async function examineSettings({
  folder,
  trustsEndpoints,
}: ConfigurationSource): Promise<{ findings: Finding[]; configuration?: Configuration }> {
  const subject = "Configuration";
  const stored = await storedIn(folder);
  if (stored instanceof Error) {
    return {
      findings: [
        problem(subject, stored.message, "select a stack with pulumi stack select, and set PULUMI_CONFIG_PASSPHRASE when it has secrets"),
      ],
    };
  }
  const values = Object.fromEntries(Object.entries(stored).map(([key, { value }]) => [namespace + key, value]));
  const findings = [
    ...unknownKeys(values, process.env).map((text) => warning(subject, text)),
    ...Object.entries(stored).flatMap(([key, value]) => examineStored(key, value)),
  ];
  try {
    const configuration = readConfiguration(values, process.env, { trustsEndpoints });
    return { findings: [ok(subject, summaryOf(configuration)), ...findings], configuration };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const wrong = error.failures.map(({ property, reason }) => problem(subject, `${property} ${reason}`, adviceFor(property)));
    return { findings: [...wrong, ...findings] };
  }
}

function adviceFor(property: string): string {
  const [key = ""] = property.split(".");
  return key.startsWith(namespace)
    ? `set it by pulumi config set ${key}, or in the environment`
    : `correct or unset ${key} in the environment`;
}

/** The stored configuration of this package in a project, by keys without the namespace. */
async function storedIn(folder: string | undefined): Promise<Readonly<Record<string, StoredValue>> | Error> {
  if (folder === undefined) return {};
  try {
    const all = Object.entries(await storedConfiguration(folder));
    return Object.fromEntries(all.flatMap(([key, value]) => (key.startsWith(namespace) ? [[key.slice(namespace.length), value]] : [])));
  } catch (error) {
    return asError(error);
  }
}

function examineStored(key: string, { value, secret }: StoredValue): Finding[] {
  const holdsSecret = secretKeys.includes(key) || (key === "accounts" && JSON.stringify(value).includes("accessKeySecret"));
  if (!holdsSecret || secret) return [];
  return [
    warning(
      "Configuration",
      `${namespace}${key} is stored in clear text`,
      `store it by pulumi config set --secret ${namespace}${key}, and change it where others could read it`,
    ),
  ];
}

function summaryOf({ region, endpoint, account, accounts }: Configuration): string {
  const named = [...accounts.keys()];
  return `region ${region}, endpoint ${endpoint ?? defaultEndpoint("resourcesharing", region)}, ${sourceOf(account)}${named.length > 0 ? `, accounts ${named.join(", ")}` : ""}`;
}

/** The source of an account's credentials, in words. */
function sourceOf({ credentials }: AccountConfiguration): string {
  switch (credentials.kind) {
    case "key":
      return credentials.securityToken === undefined ? "an access key" : "a temporary access key";
    case "profile":
      return `profile ${credentials.profile}`;
    case "role":
      return `role ${credentials.roleArn}`;
    case "chain":
      return "credentials from the default credential chain";
  }
}
