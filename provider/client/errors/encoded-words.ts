/** A part of a text that may be base64 or hexadecimal. */
export interface EncodedWord {
  readonly at: number;
  readonly length: number;
  /** Decodes the word, once for each character at which the encoded text may begin. The results are latin1. */
  readonly decoded: () => string[];
}

/** The number of base64 characters for one byte: fewer than in any other format. */
export const base64Growth = 4 / 3;

/** The shortest words encode eight bytes; `growth` is the number of characters for one byte. */
const formats = [
  { pattern: /[\w+/-]{11,}={0,2}/g, encoding: "base64", growth: base64Growth, starts: [0, 1, 2, 3] },
  { pattern: /[0-9a-f]{16,}/gi, encoding: "hex", growth: 2, starts: [0, 1] },
] as const;

/** Finds the words of a text that may be at least so many bytes in base64, also in its form for URLs, or in hexadecimal. */
export function encodedWords(text: string, leastBytes: number): EncodedWord[] {
  return formats.flatMap(({ pattern, encoding, growth, starts }) =>
    [...text.matchAll(pattern)]
      // Most texts of a response are names and ids, which are too short for a secret.
      .filter(({ 0: word }) => word.length >= leastBytes * growth)
      .map(({ 0: word, index }) => ({
        at: index,
        length: word.length,
        // Other characters of the format may precede the encoded text.
        decoded: () => starts.map((start) => Buffer.from(word.slice(start), encoding).toString("latin1")),
      })),
  );
}
