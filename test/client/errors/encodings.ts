import * as fc from "fast-check";

/** The encodings of a character. */
const forms: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => bytesOf(character, (byte) => `%${byte.toString(16).padStart(2, "0")}`),
  (character) => bytesOf(character, (byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`),
  (character) => `&#${character.codePointAt(0) ?? 0};`,
  (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`,
  (character) => `&#X00${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,
  (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  (character) => (character === "/" ? "\\/" : character === "&" ? "&amp;" : character === "<" ? "&lt;" : character),
];

function bytesOf(character: string, write: (byte: number) => string): string {
  return [...Buffer.from(character)].map(write).join("");
}

/** A text with each character in some encoding, and the whole encoded once or twice. */
export function encodedForms(text: string): fc.Arbitrary<string> {
  const characters = [...text];
  const once = fc
    .array(fc.nat({ max: forms.length - 1 }), { minLength: characters.length, maxLength: characters.length })
    .map((choices) => characters.map((character, index) => forms[choices[index] ?? 0]?.(character) ?? character).join(""));
  return fc.oneof(
    once,
    once.chain((layer) => fc.constantFrom(encodeURIComponent(layer), JSON.stringify(layer).slice(1, -1), layer.replaceAll("&", "&amp;"))),
  );
}
