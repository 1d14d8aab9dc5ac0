import { namespace } from "../../provider/client/config/configuration-sources.ts";
import { accountMembers, configurationKeys } from "../../provider/client/config/configuration-keys.ts";
import { unknownKeys } from "../../provider/host/unknown-keys.ts";
import { type Configuration, readConfiguration } from "../../provider/client/config/configuration.ts";
import { InputError, asError } from "../../provider/kernel/errors.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import { type ConfigurationSource, storedSettings, valuesOf } from "../input/clients.ts";
import type { StoredValue } from "../input/pulumi.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";

/** Returns the names that only secrets have. The id of an access key alone is no secret, and `accounts` holds what its members are. */
function secretNames(keys: Readonly<Record<string, { readonly isSecret?: boolean | undefined }>>): string[] {
  return Object.keys(keys).filter((name) => keys[name]?.isSecret === true && name !== "accessKeyId" && name !== "accounts");
}

interface ExaminedSettings {
  readonly findings: readonly Finding[];
  readonly configuration?: Configuration;
}

/** Checks the configuration of the environment and, with a folder, of its Pulumi project. Other checks need the returned configuration. */
export async function examineSettings({ folder, trustsEndpoints }: ConfigurationSource): Promise<ExaminedSettings> {
  const subject = "Configuration";
  const stored = await storedSettings(folder).catch(asError);
  if (stored instanceof Error) {
    const fix = "select a stack with pulumi stack select, and set PULUMI_CONFIG_PASSPHRASE when it has secrets";
    return { findings: [problem(subject, stored.message, fix)] };
  }
  const findings = [
    ...unknownKeys(stored, process.env).map((text) => warning(subject, text)),
    ...Object.entries(stored).flatMap(([key, value]) => examineStored(key, value)),
  ];
  try {
    const configuration = readConfiguration(valuesOf(stored), process.env, { trustsEndpoints });
    return { findings: [ok(subject, "everything can be used"), ...findings], configuration };
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

function examineStored(key: string, { value, secret }: StoredValue): Finding[] {
  if (secret) return [];
  const inAccounts = key === `${namespace}accounts` ? secretsOfAccounts(value) : [];
  const isSecret = secretNames(configurationKeys).some((name) => key === namespace + name);
  return [
    ...(isSecret || inAccounts === undefined ? [inClearText(key, "--secret")] : []),
    ...(inAccounts ?? []).map((path) => inClearText(`${key}.${path}`, "--path --secret")),
  ];
}

/** The paths of the secrets in `accounts`; `undefined` where it is a text, which is a secret as a whole. */
function secretsOfAccounts(accounts: unknown): string[] | undefined {
  const names = secretNames(accountMembers);
  if (typeof accounts === "string" && names.some((name) => accounts.includes(name))) return undefined;
  if (!isRecord(accounts)) return [];
  return Object.entries(accounts).flatMap(([account, members]) =>
    names.flatMap((name) => (isRecord(members) && name in members ? [`${account}.${name}`] : [])),
  );
}

function inClearText(key: string, options: string): Finding {
  const fix = `store it by pulumi config set ${options} ${key}, and change it where others could read it`;
  return warning("Configuration", `${key} is stored in clear text`, fix);
}
