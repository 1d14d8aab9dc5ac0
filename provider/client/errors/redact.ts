import { printable } from "../../kernel/printable.ts";
import type { Call } from "../pipeline/call.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { type Reading, decodedOnce, readingOf } from "./encoded-text.ts";

/** How many characters a text of a request has at least that no message may repeat. */
const shortest = 4;
/** How long a secret is at least that is taken out of values, and searched for in base64 and hexadecimal: a shorter one may be part of any name. */
const shortestInValues = 8;
/** How often a text may be encoded on top of another encoding. */
const deepest = 6;
const hidden = "[secret]";
/** The characters of base64, and no character. */
const ofBase64 = /[\w+/=]/;
const nothing = /(?!)/;

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
  return text.replace(/[\w+/=.~%-]{8,}/g, (word) => (/\d/.test(word) ? hidden : word));
}

/** A text without any secret, however it is encoded there: by percent signs, HTML entities, escapes of JSON, base64, hexadecimal, or several of them. */
export function redact(text: string, secrets: readonly string[]): string {
  return redactor(secrets)(text);
}

/** The same for many texts. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const needles = secrets.filter((secret) => secret !== "").map(needleOf);
  const least = Math.min(...needles.map(({ plain }) => plain.length));
  return (text) => (text.length < least ? text : withoutSpans(text, spansOf(text, needles)));
}

/** The same for the values of an answer that is no failure, where only what is long enough to be no part of a name counts. */
export function valueRedactor(secrets: readonly string[]): (text: string) => string {
  return redactor(secrets.filter(({ length }) => length >= shortestInValues));
}

/** A secret in the forms that are searched for, as bytes. */
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

/** The part of a base64 text that bytes make alone when so many others come before them, whatever comes after them. */
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
      // What else stands in the same word of base64 may hold the rest of a character of the secret.
      for (const part of base64) spans.push(...found(reading, standard, part, ofBase64));
      if (hexadecimal !== undefined) spans.push(...found(reading, lower, hexadecimal));
    }
    reading = decodedOnce(reading);
  }
  return spans;
}

/** Where a part is in a reading; `around` are the characters that belong to it on both sides. */
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

/** A text with one word in the place of each span; spans that overlap are one. */
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
