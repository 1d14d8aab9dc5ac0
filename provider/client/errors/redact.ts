import { getOrCreate } from "../../kernel/get-or-create.ts";
import { Secret } from "../../kernel/secret.ts";
import type { Call, Credentials } from "../pipeline/call.ts";
import { formsOf } from "./secret-encodings.ts";

/** The minimum length of a text of a request that is redacted from messages. */
const shortest = 4;
/** The minimum length of a secret that is redacted from values. A shorter one may occur in any name by chance. */
const shortestInValues = 8;
const hidden = "[secret]";

/** A pure memo: the parts follow from the credentials. */
const knownParts = new WeakMap<Credentials | Secret, readonly string[]>();

/** The parts of credentials, or an access token, that must be redacted from responses: always the same list, which has one {@link redactor}. */
export function secretPartsOf(proof: Credentials | Secret): readonly string[] {
  return getOrCreate(knownParts, proof, () =>
    proof instanceof Secret ? [proof.open()] : [proof.accessKeySecret.open(), proof.securityToken?.open() ?? "", proof.accessKeyId],
  );
}

/**
 * The secrets of a request, which the service may quote: codes and tokens.
 * A request that changes a device may contain any private text, so each of its texts of at least 4 characters counts.
 */
export function secretsOf({ operation, request }: Pick<Call, "operation" | "request">): string[] {
  if (operation.security === "Bearer" && !operation.reads) return textsOf(request).filter((text) => text.length >= shortest);
  const names = operation.secrets ?? [];
  return Object.entries(request).flatMap(([name, value]) => (names.includes(name) && typeof value === "string" ? [value] : []));
}

/** All texts in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Redacts every word that could be a code, a token or a phone number: the service may quote secrets that the client does not know. */
export function withoutIds(text: string): string {
  return text.replace(/[\w+/=.~%-]{8,}/g, (word) => (/\d/.test(word) ? hidden : word));
}

/** Returns what redacts secrets from a text, in each of their forms. */
export const redactor = remembered((secrets) => {
  // Of two forms that begin alike, the longer one is redacted.
  const forms = [...new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  const any = new RegExp(forms.map(literal).join("|"), "g");
  const least = forms.at(-1)?.length ?? Infinity;
  return (text) => (text.length < least ? text : text.replace(any, hidden));
});

/** {@link redactor} for the values of a successful response: it ignores short secrets, which may occur in names by chance. */
export const valueRedactor = remembered((secrets) => redactor(secrets.filter(({ length }) => length >= shortestInValues)));

type Redactor = (text: string) => string;

/** Makes one redactor for each list of secrets: the forms of a session token take milliseconds. */
function remembered(make: (secrets: readonly string[]) => Redactor): (secrets: readonly string[]) => Redactor {
  const made = new WeakMap<readonly string[], Redactor>();
  return (secrets) => getOrCreate(made, secrets, () => make(secrets));
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
