/** A decoded text, as one latin1 character for each byte, with the position of each byte in the original text. */
export interface Reading {
  readonly bytes: string;
  /** Where the part of the original text that encodes a byte begins. */
  readonly startOf: (byte: number) => number;
  /** Where that part ends. */
  readonly endOf: (byte: number) => number;
}

/** The UTF-8 bytes of a text, without any decoding. */
export function readingOf(text: string): Reading {
  const bytes = Buffer.from(text).toString("latin1");
  if (bytes.length === text.length) return readingOfBytes(bytes);
  return joined([...text].map((character) => ({ bytes: bytesOf(character), length: character.length })));
}

/** Bytes without any decoding. */
export function readingOfBytes(bytes: string): Reading {
  return { bytes, startOf: (byte) => byte, endOf: (byte) => byte + 1 };
}

/** One encoded character: percent-encoding, HTML entity or JSON escape. */
const encoded =
  /%([0-9a-f]{2})|&#(\d{1,7});?|&#x([0-9a-f]{1,6});?|&([a-z]{2,6});|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["\\/bfnrt])/gi;

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", plus: "+", sol: "/", bsol: "\\", equals: "=", percnt: "%" },
  ...{ lowbar: "_", period: ".", comma: ",", colon: ":", semi: ";", num: "#", excl: "!", quest: "?", commat: "@", dollar: "$", ast: "*" },
};
const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Removes one layer of encoding; returns `undefined` when the text has none. */
export function decodedOnce(reading: Reading): Reading | undefined {
  const parts: Part[] = [];
  let done = 0;
  for (const match of reading.bytes.matchAll(encoded)) {
    const bytes = decodedBytes(match);
    if (bytes === undefined) continue;
    for (const byte of reading.bytes.slice(done, match.index)) parts.push({ bytes: byte, length: 1 });
    parts.push({ bytes, length: match[0].length });
    done = match.index + match[0].length;
  }
  if (done === 0) return undefined;
  for (const byte of reading.bytes.slice(done)) parts.push({ bytes: byte, length: 1 });
  const { bytes, startOf, endOf } = joined(parts);
  return { bytes, startOf: (byte) => reading.startOf(startOf(byte)), endOf: (byte) => reading.endOf(endOf(byte) - 1) };
}

function decodedBytes([, percent, decimal, hexadecimal, entity, high, low, unit, escape]: RegExpExecArray): string | undefined {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (decimal !== undefined) return ofCodePoint(Number(decimal));
  if (hexadecimal !== undefined) return ofCodePoint(Number.parseInt(hexadecimal, 16));
  if (high !== undefined && low !== undefined) return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  if (unit !== undefined) return ofCodePoint(Number.parseInt(unit, 16));
  if (escape !== undefined) return Object.hasOwn(escapes, escape) ? escapes[escape] : escape;
  const name = (entity ?? "").toLowerCase();
  return Object.hasOwn(entities, name) ? entities[name] : undefined;
}

function ofCodePoint(number: number): string | undefined {
  return number <= 0x10_ff_ff ? bytesOf(String.fromCodePoint(number)) : undefined;
}

function bytesOf(character: string): string {
  return Buffer.from(character).toString("latin1");
}

/** A part of a text: the bytes that it encodes, and its own length. */
interface Part {
  readonly bytes: string;
  readonly length: number;
}

function joined(parts: readonly Part[]): Reading {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { bytes, length } of parts) {
    for (let index = 0; index < bytes.length; index += 1) {
      starts.push(at);
      ends.push(at + length);
    }
    at += length;
  }
  return { bytes: parts.map(({ bytes }) => bytes).join(""), startOf: (byte) => starts[byte] ?? at, endOf: (byte) => ends[byte] ?? at };
}
