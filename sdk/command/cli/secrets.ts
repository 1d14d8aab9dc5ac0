import { redact } from "../../../provider/client/errors/redact.ts";
import { isRecord, parseJson } from "../../../provider/kernel/json.ts";

/** Variables whose values are secrets, this package's own, those of vendors and those of Pulumi; files of them are not. */
const secretName = /(secret|token|passphrase|password|credential|access_?key|api_?key|accounts)(?!.*_(file|uri|url)$)/i;
/** How long a value is at least that is taken out: shorter ones are parts of any text. */
const shortest = 4;

/** What looks like a secret wherever it comes from: tokens of Pulumi and of the vendor, and the credentials of an address. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bpul-[0-9a-z]{20,}/gi, "[secret]"],
  [/\b(?:LTAI|STS\.)[0-9A-Za-z]{12,}/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{8,}/gi, "$1 [secret]"],
  [/:\/\/[^/\s@]+@/g, "://[secret]@"],
];

/** Whether a variable of the environment, or a key of a configuration, is called like one that holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The values of an environment that no message may repeat. */
export function secretsOfEnvironment(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => (isSecretName(name) ? [value, ...textsOf(parseJson(value))] : []));
}

/** All texts in a value, however deep; texts of JSON are read, too, as structured configuration is stored. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value, ...textsOf(recordIn(value))];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : [];
}

function recordIn(text: string): unknown {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return typeof value === "object" ? value : undefined;
}

/** A text of another program without secrets, in whatever form. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = redact(
    text,
    secrets.filter(({ length }) => length >= shortest),
  );
  return shapes.reduce((clean, [shape, word]) => clean.replace(shape, word), known);
}
