import { resolve } from "node:path";
import { ConfigurationSources, namespace } from "../../provider/client/config/configuration-sources.ts";
import { projectFile, projectName } from "../../provider/host/settings-file.ts";
import { secretsIn } from "../../provider/host/clear-text.ts";
import { keysWithoutNamespace, unknownKeys } from "../../provider/host/unknown-keys.ts";
import { type Configuration, readConfiguration } from "../../provider/client/config/configuration.ts";
import { loginAdvice } from "../../sdk/fleet/run/failure-text.ts";
import { InputError, asError } from "../../provider/kernel/errors.ts";
import { type ConfigurationSource, storedSettings, valuesOf } from "../input/clients.ts";
import type { StoredValue } from "../input/pulumi.ts";
import { type Finding, ok, problem, warning } from "../../access/output/finding.ts";

interface ExaminedSettings {
  readonly findings: readonly Finding[];
  readonly configuration?: Configuration;
}

/** Checks the configuration of the environment and, with a folder, of its Pulumi project. Other checks need the returned configuration. */
export async function examineSettings({ folder, trustsEndpoints }: ConfigurationSource): Promise<ExaminedSettings> {
  const subject = "Configuration";
  const stored = await storedSettings(folder).catch(asError);
  if (stored instanceof Error) {
    const selectAdvice = "select a stack with pulumi stack select, and set PULUMI_CONFIG_PASSPHRASE when it has secrets";
    const fix = loginAdvice(stored.message) ?? selectAdvice;
    return { findings: [problem(subject, stored.message, fix)] };
  }
  const findings = [
    ...unknownKeys(stored, process.env).map((text) => warning(subject, text)),
    ...Object.entries(stored).flatMap(([key, value]) => examineStored(key, value)),
    ...(folder === undefined ? [] : examineProjectKeys(folder, valuesOf(stored))),
    ...examineHiddenAccounts(valuesOf(stored)),
  ];
  try {
    const configuration = readConfiguration(valuesOf(stored), process.env, { trustsEndpoints });
    return { findings: findings.length > 0 ? findings : [ok(subject, "everything can be used")], configuration };
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

/** Reports keys that were set without the namespace, which the provider does not read: they belong to the project. */
function examineProjectKeys(folder: string, values: Readonly<Record<string, unknown>>): Finding[] {
  const file = projectFile(resolve(folder));
  const project = file === undefined ? undefined : projectName(file);
  if (project === undefined) return [];
  return keysWithoutNamespace(project, values, process.env).map((key) =>
    warning("Configuration", `${project}:${key} is for the program only`, `if it is meant for the provider, set ${namespace}${key}`),
  );
}

/** Reports stored accounts that the variable hides: all of them, not only those of the same names. */
function examineHiddenAccounts(values: Readonly<Record<string, unknown>>): Finding[] {
  const sources = new ConfigurationSources(values, process.env, "stack");
  if (!sources.isAt("environment", "accounts") || !sources.isAt("stored", "accounts")) return [];
  const fix = "unset the variable, or list all accounts in it";
  return [warning("Configuration", `${sources.nameAt("environment", "accounts")} hides ${sources.nameAt("stored", "accounts")}`, fix)];
}

function examineStored(key: string, { value, secret }: StoredValue): Finding[] {
  if (secret) return [];
  return secretsIn(key, value).map(({ path, fix }) => warning("Configuration", `${path} is stored in clear text`, fix));
}
