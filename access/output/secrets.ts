import { redactor } from "../../provider/client/errors/redact.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { hasSecretForm, isSecretName, withoutSecretForms } from "./secret-forms.ts";

/** The minimum length of a value to redact: shorter values occur in any text. */
const minLength = 4;

/** The values of an environment that messages must not contain. */
export function secretsOfEnvironment(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => (isSecretName(name) ? [value] : []));
}

interface StoredValue {
  readonly value: unknown;
  readonly secret?: boolean;
}

/** The values of a stack's decrypted configuration that messages must not contain. */
export function secretsOfConfiguration(configuration: Readonly<Record<string, StoredValue>>): string[] {
  return Object.entries(configuration).flatMap(([key, { value, secret }]) =>
    secret === true || isSecretName(key) ? textsWithin(value) : [],
  );
}

/** All strings in a value, at any depth, also inside JSON texts: structured configuration is stored as one. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return [value, ...textsWithin(structureIn(value))];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isRecord(value) ? Object.values(value).flatMap(textsWithin) : [];
}

function structureIn(text: string): unknown {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return typeof value === "object" ? value : undefined;
}

/** Removes secrets from the output of another program: whole ones, texts within a structure, and single lines, which a message may join. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.flatMap(textsWithin).flatMap((secret) => [secret, ...secret.split("\n").map((line) => line.trim())]);
  return withoutSecretForms(redactor(known.filter(({ length }) => length >= minLength))(text));
}

/** Whether a value has a member, at any depth, whose name means a secret, or a text with the form of a secret. */
export function hasSecret(value: unknown): boolean {
  if (typeof value === "string") return hasSecretForm(value) || hasSecret(structureIn(value));
  if (Array.isArray(value)) return value.some(hasSecret);
  return isRecord(value) && Object.entries(value).some(([name, inner]) => isSecretName(name) || hasSecret(inner));
}
