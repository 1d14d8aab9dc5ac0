import { printable } from "../kernel/text.ts";
import { percentEncode } from "../wire/encode.ts";
import type { Call } from "./call.ts";
import type { Credentials } from "./credentials.ts";

/** How many characters a text of a request has at least that no message may repeat. */
const shortest = 4;

/** The parts of credentials that no message may show. */
export function partsOf({ accessKeySecret, securityToken, accessKeyId }: Credentials): string[] {
  return [accessKeySecret.open(), securityToken?.open() ?? "", accessKeyId];
}

/**
 * The codes and tokens that a request holds: the service may quote them. What is done to a device may say anything to anybody, so that every
 * longer text of such a request counts.
 */
export function secretsOf({ operation, request }: Pick<Call, "operation" | "request">): string[] {
  if (operation.security === "Bearer" && !operation.reads) {
    const told = textsOf(request).filter((text) => text.length >= shortest);
    return told.flatMap((text) => [text, printable(text), JSON.stringify(text).slice(1, -1)]).toSorted((a, b) => b.length - a.length);
  }
  const names = operation.secrets ?? [];
  return Object.entries(request).flatMap(([name, value]) => (names.includes(name) && typeof value === "string" ? [value] : []));
}

/** All texts in a value, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A text about codes, tokens or phone numbers without anything that looks like one: the service may quote what we have never seen. */
export function withoutIds(text: string): string {
  return text.replace(/[\w+/=.~%-]{8,}/g, (word) => (/\d/.test(word) ? "[secret]" : word));
}

/** A text of the service without any secret, however it is encoded there. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) =>
      secret === "" ? [] : [secret, percentEncode(secret), encodeURIComponent(secret), percentEncode(percentEncode(secret))],
    )
    .reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}
