import { percentEncode } from "../../wire/encode.ts";

/** The minimum number of bytes of a secret that is searched for in base64 and hexadecimal: shorter ones may occur in any name by chance. */
const shortestInWords = 8;

/** The characters that a service may escape: all, all but letters and digits, those that a URL escapes (two readings), or those beyond ASCII. */
const escapable = [/[^]/gu, /[^0-9A-Za-z]/gu, /[^\w.~-]/gu, /[^\w.~!*'()-]/gu, /[^ -~]/gu];

type Digits = (code: number, length?: number) => string;
const lower: Digits = (code, length = 0) => code.toString(16).padStart(length, "0");
const upper: Digits = (code, length) => lower(code, length).toUpperCase();

/** How a character is escaped: percent-encoding, HTML entities, JSON. */
const escapes: readonly ((character: string, digits: Digits) => string)[] = [
  (character, digits) => [...Buffer.from(character)].map((byte) => `%${digits(byte, 2)}`).join(""),
  (character) => `&#${character.codePointAt(0)};`,
  (character, digits) => `&#x${digits(character.codePointAt(0) ?? 0)};`,
  (character, digits) => [...Array(character.length).keys()].map((unit) => `\\u${digits(character.charCodeAt(unit), 4)}`).join(""),
];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/**
 * The forms in which a service may repeat a secret: as it is, percent-encoded, as HTML or JSON writes it, in base64 and in hexadecimal;
 * and each of these percent-encoded.
 */
export function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const escaped = escapable.flatMap((characters) =>
    escapes.flatMap((escape) => [lower, upper].map((digits) => secret.replaceAll(characters, (character) => escape(character, digits)))),
  );
  const html = secret.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
  const once = [secret, ...escaped, html, json, json.replaceAll("/", String.raw`\/`), ...wordsOf(Buffer.from(secret))];
  return [...new Set([...once, ...once.map(percentEncode)])];
}

/** Bytes in hexadecimal and in base64, also in its form for URLs. */
function wordsOf(bytes: Buffer): string[] {
  if (bytes.length < shortestInWords) return [];
  const hexadecimal = bytes.toString("hex");
  const base64 = [0, 1, 2].map((before) => base64After(bytes, before));
  return [hexadecimal, hexadecimal.toUpperCase(), ...base64, ...base64.map((word) => word.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** The characters of a base64 text that encode only these bytes, when so many bytes precede them in its group of three. */
function base64After(bytes: Buffer, before: number): string {
  const word = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  return word.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
