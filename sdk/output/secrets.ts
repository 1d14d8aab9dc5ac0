import { redact } from "../../provider/client/errors/redact.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";

/** Names of variables with secret values, of this package, of vendors and of Pulumi; names of files and URLs are not secret. */
const secretName = /(secret|token|passphrase|password|credential|access_?key|api_?key|accounts)(?!.*_(file|uri|url)$)/i;
/** The minimum length of a value to redact: shorter values occur in any text. */
const shortest = 4;

/** Formats of secrets: tokens of Pulumi and of the vendor, and credentials in URLs. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bpul-[0-9a-z]{20,}/gi, "[secret]"],
  [/\b(?:LTAI|STS\.)[0-9A-Za-z]{12,}/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{8,}/gi, "$1 [secret]"],
  // A password may contain `@`: credentials end at the last one before the path.
  [/:\/\/[^/\s]+@/g, "://[secret]@"],
];

/** Whether the name of an environment variable or a configuration key suggests a secret value. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The values of an environment that messages must not contain. */
export function secretsOfEnvironment(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => (isSecretName(name) ? [value, ...textsOf(parseJson(value))] : []));
}

/** A stored value of a stack's configuration. */
interface StoredValue {
  readonly value: unknown;
  readonly secret?: boolean;
}

/** The values of a stack's decrypted configuration that messages must not contain. */
export function secretsOfConfiguration(configuration: Readonly<Record<string, StoredValue>>): string[] {
  return Object.entries(configuration).flatMap(([key, { value, secret }]) => (secret === true || isSecretName(key) ? textsOf(value) : []));
}

/** All strings in a value, at any depth, also in strings with JSON, the form of structured configuration. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value, ...textsOf(recordIn(value))];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : [];
}

function recordIn(text: string): unknown {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return typeof value === "object" ? value : undefined;
}

/** Removes secrets from the output of another program. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = redact(
    text,
    secrets.filter(({ length }) => length >= shortest),
  );
  return shapes.reduce((clean, [shape, word]) => clean.replace(shape, word), known);
}
