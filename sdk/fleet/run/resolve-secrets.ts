import { readFileSync } from "node:fs";
import { type Failure, InputError } from "../../../provider/kernel/errors.ts";
import type { SecretReference } from "../description.ts";
import type { FleetStack } from "../fleet.ts";

/** The variables of one set of credentials: a set is complete, so that variables of another set never complete it. */
const credentials = [
  "ALIBABA_CLOUD_ACCESS_KEY_ID",
  "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
  "ALIBABA_CLOUD_SECURITY_TOKEN",
  "ALIBABA_CLOUD_PROFILE",
];

/**
 * Reads the secrets that stacks name, before any of them runs.
 *
 * @returns the variables of each stack, by its name
 * @throws InputError that names every reference that leads nowhere.
 */
export function resolveSecrets(
  stacks: readonly FleetStack[],
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const failures = new Map<string, Failure>();
  const resolved = stacks.map(({ name, environment: references }) => {
    const values = Object.entries(references).map(([variable, reference]) => {
      const value = valueOf(reference, environment);
      const reason = `${nameOf(reference)} (for ${variable})`;
      if (value === undefined) failures.set(reason, { property: `stack ${name}`, reason });
      return [variable, value ?? ""] as const;
    });
    return [name, completed(Object.fromEntries(values))] as const;
  });
  if (failures.size > 0) throw new InputError([...failures.values()]);
  return new Map(resolved);
}

/** Unsets the other variables of a set of credentials: the environment of the fleet may have them. */
function completed(values: Readonly<Record<string, string>>): Record<string, string> {
  const others = credentials.some((name) => name in values) ? credentials : [];
  return { ...Object.fromEntries(others.map((name) => [name, ""])), ...values };
}

function valueOf(reference: SecretReference, environment: NodeJS.ProcessEnv): string | undefined {
  if ("env" in reference) return environment[reference.env] || undefined;
  try {
    return readFileSync(reference.file, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

function nameOf(reference: SecretReference): string {
  return "env" in reference
    ? `the environment variable ${reference.env} is not set`
    : `the file ${reference.file} is empty or cannot be read`;
}
