import { readFileSync } from "node:fs";
import { type Failure, InputError } from "../../../provider/kernel/errors.ts";
import { groupedBy } from "../../../provider/kernel/grouped-by.ts";
import { firstTexts } from "../../../access/first-texts.ts";
import type { SecretReference, SecretVariables } from "../description.ts";
import type { FleetStack } from "../fleet.ts";

/** The variables of one set of credentials. A stack that sets one of them gets none of the others from the environment: they may be of another account. */
const credentials = [
  "ALIBABA_CLOUD_ACCESS_KEY_ID",
  "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
  "ALIBABA_CLOUD_SECURITY_TOKEN",
  "ALIBABA_CLOUD_PROFILE",
];

/** The variables with credentials of other accounts and users. */
const others = ["RESOURCESHARE_ACCOUNTS", "RESOURCESHARE_DEVICE_ACCESS_TOKEN", "RESOURCESHARE_DEVICE_REFRESH_TOKEN"];

/**
 * Reads the secrets that stacks name, before any of them runs. A stack has its own secrets only.
 *
 * @param all - all stacks of the fleet: a stack does not get the variables that only other stacks name
 * @returns the variables of each stack, by its name; empty ones hide variables of the environment
 * @throws InputError that names every reference that leads nowhere.
 */
export function resolveSecrets(
  stacks: readonly FleetStack[],
  environment: NodeJS.ProcessEnv,
  all: readonly FleetStack[] = stacks,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const missing: { readonly stack: string; readonly reason: string }[] = [];
  const sources = sourcesOf(all.map((stack) => stack.environment));
  const resolved = stacks.map(({ name, environment: references }) => {
    const values = Object.entries(references).map(([variable, reference]) => {
      const value = valueOf(reference, environment);
      if (!value) missing.push({ stack: name, reason: `${problemOf(reference, value)} (for ${variable})` });
      return [variable, value ?? ""] as const;
    });
    const own = sourcesOf([references]);
    // Variables that `pulumi` itself reads, such as a passphrase, may be meant for all stacks.
    const hidden = sources.filter((variable) => !own.includes(variable) && !variable.startsWith("PULUMI_"));
    return [name, { ...Object.fromEntries(hidden.map((variable) => [variable, ""])), ...completed(Object.fromEntries(values)) }] as const;
  });
  if (missing.length > 0) throw new InputError(groupedBy(missing, ({ reason }) => reason).map(failureOf));
  return new Map(resolved);
}

/** Unsets the other credentials where a stack names its own: the environment of the fleet may have them. */
function completed(values: Readonly<Record<string, string>>): Record<string, string> {
  const hidden = credentials.some((name) => name in values) ? [...credentials, ...others] : [];
  return { ...Object.fromEntries(hidden.map((name) => [name, ""])), ...values };
}

/** The variables of the fleet's own environment that these references name. */
export function sourcesOf(environments: readonly SecretVariables[]): string[] {
  const references = environments.flatMap((environment) => Object.values(environment));
  return [...new Set(references.flatMap((reference) => ("env" in reference ? [reference.env] : [])))];
}

function valueOf(reference: SecretReference, environment: NodeJS.ProcessEnv): string | undefined {
  return "env" in reference ? environment[reference.env] : textOf(reference.file);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

function problemOf(reference: SecretReference, value: string | undefined): string {
  if ("env" in reference) return `the environment variable ${reference.env} is ${value === undefined ? "not set" : "empty"}`;
  return `the file ${reference.file} ${value === undefined ? "does not exist, or cannot be read" : "is empty"}`;
}

/** One failure for all stacks that need the same secret. */
function failureOf(same: readonly [{ readonly stack: string; readonly reason: string }, ...{ readonly stack: string }[]]): Failure {
  const stacks = same.map(({ stack }) => stack);
  return { property: `${stacks.length === 1 ? "stack" : "stacks"} ${firstTexts(stacks, 10)}`, reason: same[0].reason };
}
