import { printable } from "../../kernel/printable.ts";
import type { Call } from "../pipeline/call.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { type Reading, decodedOnce, readingOf } from "./encoded-text.ts";

/** The minimum length of a text of a request that is redacted from messages. */
const shortest = 4;
/**
 * The minimum length of a secret that is redacted from values, and searched for in base64 and hexadecimal.
 * A shorter one may occur in any name by chance.
 */
const shortestInValues = 8;
/** The maximum number of nested encodings that are decoded. */
const deepest = 6;
const hidden = "[secret]";
/** Matches a character of base64; matches nothing. */
const ofBase64 = /[\w+/=]/;
const nothing = /(?!)/;

/** The parts of credentials that must be redacted from messages. */
export function partsOf({ accessKeySecret, securityToken, accessKeyId }: Credentials): string[] {
  return [accessKeySecret.open(), securityToken?.open() ?? "", accessKeyId];
}

/**
 * The secrets of a request, which the service may quote: codes and tokens.
 * A request that acts on a device may contain any private text, so each of its texts of at least 4 characters counts.
 */
export function secretsOf({ operation, request }: Pick<Call, "operation" | "request">): string[] {
  if (operation.security === "Bearer" && !operation.reads) {
    const texts = textsOf(request).filter((text) => text.length >= shortest);
    return texts.flatMap((text) => [text, printable(text), JSON.stringify(text).slice(1, -1)]).toSorted((a, b) => b.length - a.length);
  }
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

/** Redacts secrets from a text, also percent-encoded, as HTML entities, JSON escapes, base64 or hexadecimal, or in nested encodings. */
export function redact(text: string, secrets: readonly string[]): string {
  return redactor(secrets)(text);
}

/** {@link redact} for many texts with the same secrets. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const needles = secrets.filter((secret) => secret !== "").map(needleOf);
  const least = Math.min(...needles.map(({ plain }) => plain.length));
  return (text) => (text.length < least ? text : withoutSpans(text, spansOf(text, needles)));
}

/** {@link redactor} for the values of a successful response: it ignores short secrets, which may occur in names by chance. */
export function valueRedactor(secrets: readonly string[]): (text: string) => string {
  return redactor(secrets.filter(({ length }) => length >= shortestInValues));
}

/** A secret in all forms that are searched for, as bytes. */
interface Needle {
  readonly plain: string;
  readonly base64: readonly string[];
  readonly hexadecimal: string | undefined;
}

function needleOf(secret: string): Needle {
  const bytes = Buffer.from(secret);
  const isLong = bytes.length >= shortestInValues;
  return {
    plain: bytes.toString("latin1"),
    base64: isLong ? [0, 1, 2].map((offset) => base64At(bytes, offset)) : [],
    hexadecimal: isLong ? bytes.toString("hex") : undefined,
  };
}

/** The part of a base64 text that depends on `bytes` alone, when `offset` other bytes precede them. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const isShared = (bytes.length + offset) % 3 !== 0;
  return text.slice([0, 2, 3][offset], isShared ? -1 : undefined);
}

type Span = readonly [start: number, end: number];

function spansOf(text: string, needles: readonly Needle[]): Span[] {
  const spans: Span[] = [];
  let reading: Reading | undefined = readingOf(text);
  for (let depth = 0; reading !== undefined && depth <= deepest; depth += 1) {
    const { bytes } = reading;
    const standard = /[-_]/.test(bytes) ? bytes.replaceAll("-", "+").replaceAll("_", "/") : bytes;
    const lower = bytes.toLowerCase();
    for (const { plain, base64, hexadecimal } of needles) {
      spans.push(...found(reading, bytes, plain));
      // Redacts the whole base64 word: the adjacent characters encode the first and last bits of the secret.
      for (const part of base64) spans.push(...found(reading, standard, part, ofBase64));
      if (hexadecimal !== undefined) spans.push(...found(reading, lower, hexadecimal));
    }
    reading = decodedOnce(reading);
  }
  return spans;
}

/** The spans of a part in a reading, extended on both sides by the characters that match `around`. */
function found({ startOf, endOf }: Reading, bytes: string, part: string, around = nothing): Span[] {
  const spans: Span[] = [];
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) {
    let first = at;
    let last = at + part.length - 1;
    while (around.test(bytes.charAt(first - 1))) first -= 1;
    while (around.test(bytes.charAt(last + 1))) last += 1;
    spans.push([startOf(first), endOf(last)]);
  }
  return spans;
}

/** Replaces each span of a text with a placeholder; overlapping spans become one. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let clean = "";
  let done = 0;
  for (const [start, end] of spans.toSorted(([a, b], [c, d]) => a - c || d - b)) {
    if (start >= done) clean += text.slice(done, start) + hidden;
    done = Math.max(done, end);
  }
  return clean + text.slice(done);
}
