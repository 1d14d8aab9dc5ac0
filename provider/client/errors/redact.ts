import { printable } from "../../kernel/printable.ts";
import type { Call } from "../pipeline/call.ts";
import type { Credentials } from "../pipeline/credentials.ts";
import { base64Growth, type EncodedWord, encodedWords } from "./encoded-words.ts";
import { type Reading, decodedOnce, readingOf, readingOfBytes } from "./encoded-text.ts";

/** The minimum length of a text of a request that is redacted from messages. */
const shortest = 4;
/**
 * The minimum length of a secret that is redacted from values, and searched for in base64 and hexadecimal.
 * A shorter one may occur in any name by chance.
 */
const shortestInValues = 8;
/** The maximum number of nested escapes (percent signs, HTML entities, JSON) that are decoded. */
const deepest = 6;
/** The maximum number of nested base64 and hexadecimal texts that are decoded. */
const deepestWords = 3;
const hidden = "[secret]";

/** The parts of credentials that must be redacted from messages. */
export function partsOf({ accessKeySecret, securityToken, accessKeyId }: Credentials): string[] {
  return [accessKeySecret.open(), securityToken?.open() ?? "", accessKeyId];
}

/**
 * The secrets of a request, which the service may quote: codes and tokens.
 * A request that changes a device may contain any private text, so each of its texts of at least 4 characters counts.
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
  const all = secrets.filter((secret) => secret !== "").map((secret) => Buffer.from(secret).toString("latin1"));
  const least = leastLength(all);
  const long = longNeedles(all.filter(({ length }) => length >= shortestInValues));
  return (text) => {
    if (text.length < least) return text;
    if (!notAscii.test(text) && !long.encodings.test(text) && !all.some((needle) => text.includes(needle))) return text;
    return withoutSpans(text, spansOf(text, all, long));
  };
}

/** The needles that are also searched for in base64 and hexadecimal. */
interface LongNeedles {
  readonly needles: readonly string[];
  readonly leastBytes: number;
  /** See {@link encodingsOf}. */
  readonly encodings: RegExp;
}

function longNeedles(needles: readonly string[]): LongNeedles {
  const leastBytes = leastLength(needles);
  return { needles, leastBytes, encodings: encodingsOf(leastBytes) };
}

// A character has other bytes than its code.
const notAscii = /[\u0080-\uffff]/;
/** The results of {@link encodingsOf}, which depend on their argument only. */
const knownEncodings = new Map<number, RegExp>();

/**
 * Matches bytes that may contain a secret in another form than its own: they have an escape, or a word that is long enough to encode so
 * many bytes in base64. Most texts of a response are names, ids and dates, which have neither.
 */
function encodingsOf(leastBytes: number): RegExp {
  const known = knownEncodings.get(leastBytes);
  if (known) return known;
  const escapes = String.raw`%[0-9a-f]{2}|&[#a-z]|\\["\\/bfnrtu]`;
  const words = Number.isFinite(leastBytes) ? String.raw`|[\w+/-]{${Math.ceil(leastBytes * base64Growth)}}` : "";
  const encodings = new RegExp(escapes + words, "i");
  knownEncodings.set(leastBytes, encodings);
  return encodings;
}

/** {@link redactor} for the values of a successful response: it ignores short secrets, which may occur in names by chance. */
export function valueRedactor(secrets: readonly string[]): (text: string) => string {
  return redactor(secrets.filter(({ length }) => length >= shortestInValues));
}

/** Infinity without needles. */
function leastLength(needles: readonly string[]): number {
  return Math.min(...needles.map(({ length }) => length));
}

type Span = readonly [start: number, end: number];

/** The spans of a text that contain one of the needles, which are bytes. */
function spansOf(text: string, needles: readonly string[], long: LongNeedles): Span[] {
  return readingsOf(readingOf(text)).flatMap(({ bytes, startOf, endOf }) => {
    const plain = needles.flatMap((needle) => placesOf(bytes, needle).map((at): Span => [startOf(at), endOf(at + needle.length - 1)]));
    // The whole word is redacted: the characters beside the secret encode its first and last bits.
    const words = encodedWords(bytes, long.leastBytes).filter((word) => hides(word, long, deepestWords));
    return [...plain, ...words.map(({ at, length }): Span => [startOf(at), endOf(at + length - 1)])];
  });
}

/** Whether an encoded word decodes to a text that contains a needle, plain or encoded again. */
function hides({ decoded }: EncodedWord, long: LongNeedles, depth: number): boolean {
  if (depth === 0) return false;
  const { needles, leastBytes, encodings } = long;
  const contains = (bytes: string) => needles.some((needle) => bytes.includes(needle));
  const isFound = ({ bytes }: Reading) => contains(bytes) || encodedWords(bytes, leastBytes).some((word) => hides(word, long, depth - 1));
  return decoded().some((bytes) => (encodings.test(bytes) ? readingsOf(readingOfBytes(bytes)).some(isFound) : contains(bytes)));
}

/** A text and what is left after each layer of escapes. */
function readingsOf(plain: Reading): Reading[] {
  const readings: Reading[] = [];
  let reading: Reading | undefined = plain;
  for (let depth = 0; reading !== undefined && depth <= deepest; depth += 1) {
    readings.push(reading);
    reading = decodedOnce(reading);
  }
  return readings;
}

function placesOf(bytes: string, part: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) places.push(at);
  return places;
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
