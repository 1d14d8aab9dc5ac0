import * as fc from "fast-check";
import { expect, test } from "vitest";
import { device } from "../../../../../provider/api/device/operations.ts";
import { redactor, secretsOf, withoutIds, valueRedactor } from "../../../../../provider/client/errors/redact.ts";

const list = (id: string) => ({
  OpenCreatePlayingListRequest: {
    ContentType: "content",
    ContentList: [{ RawId: id, Source: "s" }],
    ExtendInfo: { a: [{ b: 'x "y"\nz' }] },
  },
});

test("treats every longer text of device arguments as secret, however deep and however quoted", () => {
  const secrets = secretsOf({ operation: device.CreatePlayingList, request: list("raw-1") });
  const quoted = `no raw-1, ${JSON.stringify('x "y"\nz')}, s`;
  expect(redactor(secrets)(quoted)).toBe('no [secret], "[secret]", s');
});

test("redacts the longer of two secrets that contain each other first", () => {
  const request = { FamilyId: "home", SceneId: "home alone" };
  expect(redactor(secretsOf({ operation: device.ExecuteSmartHomeScene, request }))("home alone")).toBe("[secret]");
});

const secrets = ["canary-secret/+=&<", "canary-\u00e9\u5171", "LTAI5tCanaryCanary"];

test("redacts secrets that follow one another with nothing between them", () => {
  expect(redactor(secrets)(secrets.join(""))).toBe("[secret][secret][secret]");
});

type Encode = (text: string) => string;
const eachCharacter = (encode: Encode) => (text: string) => [...text].map(encode).join("");
const eachSymbol = (encode: Encode) => (text: string) => text.replaceAll(/[^0-9A-Za-z]/gu, encode);
const percent: Encode = (character) => encodeURIComponent(character).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
const entity: Encode = (character) => `&#${character.codePointAt(0) ?? 0};`;
const hexadecimalEntity: Encode = (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
const jsonEscape: Encode = (character) => [...Array(character.length).keys()].map((unit) => unitEscape(character, unit)).join("");
const unitEscape = (character: string, unit: number) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;

const encodings: readonly (readonly [form: string, encode: Encode])[] = [
  ["plain text", (text) => text],
  ["percent-encoding", encodeURIComponent],
  ["percent-encoding of all that RFC 3986 reserves", percent],
  ["percent-encoding in lower case", (text) => percent(text).replaceAll(/%../g, (code) => code.toLowerCase())],
  ["percent-encoding of each byte", (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("")],
  ["percent-encoding, twice", (text) => percent(percent(text))],
  ["JSON", (text) => JSON.stringify(text).slice(1, -1)],
  [
    "JSON with escaped slashes",
    (text) =>
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll("/", String.raw`\/`),
  ],
  ["JSON escapes of symbols", eachSymbol(jsonEscape)],
  ["JSON escapes of each character", eachCharacter(jsonEscape)],
  ["named HTML entities", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")],
  ["HTML entities of symbols", eachSymbol(entity)],
  ["HTML entities of each character", eachCharacter(entity)],
  ["hexadecimal HTML entities of symbols", eachSymbol(hexadecimalEntity)],
  ["percent-encoded HTML entities", (text) => percent(eachSymbol(entity)(text))],
  ["hexadecimal", (text) => Buffer.from(text).toString("hex")],
  ["hexadecimal in upper case", (text) => Buffer.from(text).toString("hex").toUpperCase()],
];

// (promise P-errors)
test.each(encodings)("finds a secret to redact in %s, whatever text surrounds it", (_form, encode) => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...secrets), fc.string(), (before, secret, after) => {
      const clean = redactor(secrets)(`${before} ${encode(secret)} ${after}`);
      expect(clean).toBe(`${redactor(secrets)(`${before} `)}[secret]${redactor(secrets)(` ${after}`)}`);
    }),
  );
});

// (promise P-errors)
test.each(["base64", "base64url"] as const)("finds a secret to redact in %s, whatever is encoded with it", (encoding) => {
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (secret, before, after) => {
      const clean = redactor(secrets)(`x ${Buffer.concat([before, Buffer.from(secret), after]).toString(encoding)} y`);
      // At most the first and the last byte of the secret share a character with what is around it.
      expect(clean).toMatch(/^x [\w+/=-]{0,13}\[secret\][\w+/=-]{0,15} y$/);
    }),
  );
});

// A search that starts again at each character would not end before the test's timeout.
test("redacts secrets in 8 MB of any text in linear time", () => {
  const long = Buffer.alloc(900, "a-long-session-token/+=").toString();
  const clean = redactor([...secrets, long]);
  for (const part of ["%61", "&#97;", String.raw`\u0061`, "YWFh", "61", long.slice(0, -1), "\u200ba"]) {
    const text = part.repeat((8 * 1024 * 1024) / part.length);
    expect(clean(text), part.slice(0, 10)).toBe(text);
  }
});

test("searches for a secret of eight characters also in base64, and for a shorter one in plain text only", () => {
  const encoded = (text: string) => Buffer.from(`xyz${text}`).toString("base64");
  expect(redactor(["12345678"])(encoded("12345678"))).toBe("eHl6[secret]g=");
  expect(redactor(["1234567"])(encoded("1234567"))).toBe(encoded("1234567"));
  expect(redactor(["1234567"])("the 1234567 is here")).toBe("the [secret] is here");
  expect([valueRedactor(["12345678"])("a 12345678"), valueRedactor(["1234567"])("a 1234567")]).toEqual(["a [secret]", "a 1234567"]);
});

test.each([
  [String.raw`\ud83d\ude00`, "JSON escapes"],
  ["&#128512;", "a decimal HTML entity"],
  ["&#x1f600;", "a hexadecimal HTML entity"],
  ["%F0%9F%98%80", "percent-encoding"],
])("finds a secret whose emoji is written as %s: %s", (emoji) => {
  expect(redactor(["canary-😀-secret"])(`x canary-${emoji}-secret y`)).toBe("x [secret] y");
});

test("leaves a text without secrets unchanged by redaction, however it is encoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(redactor(secrets)(text)).toBe(text);
    }),
  );
});

test("redacts only named fields of requests outside the device API", () => {
  const request = { GrantType: "refresh_token", RefreshToken: "the-token" };
  expect(secretsOf({ operation: device.OAuth2TokenEndpoint, request })).toEqual(["the-token"]);
});

test("redacts secrets of four characters, but no shorter ones and no values of other types", () => {
  const request = { FamilyId: "four", SceneId: "abc", Nothing: null, Number: 12345 };
  expect(secretsOf({ operation: device.ExecuteSmartHomeScene, request })).toEqual(["four"]);
});

test("redacts what has the form of a token in messages about tokens, and nothing else", () => {
  expect(withoutIds("the token AbCd1234/+= of extraordinary length, rs-12 and 13800000000")).toBe(
    "the token [secret] of extraordinary length, rs-12 and [secret]",
  );
});
