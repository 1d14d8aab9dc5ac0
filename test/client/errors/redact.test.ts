import * as fc from "fast-check";
import { expect, test } from "vitest";
import { device } from "../../../provider/api/device/operations.ts";
import { redact, secretsOf, withoutIds, valueRedactor } from "../../../provider/client/errors/redact.ts";
import { encodedForms } from "./encodings.ts";
import { printable } from "../../../provider/kernel/printable.ts";

const list = (id: string) => ({
  OpenCreatePlayingListRequest: {
    ContentType: "content",
    ContentList: [{ RawId: id, Source: "s" }],
    ExtendInfo: { a: [{ b: 'x "y"\nz' }] },
  },
});

test("treats every longer text of device arguments as secret, however deep and however quoted", () => {
  const secrets = secretsOf({ operation: device.CreatePlayingList, request: list("raw-1") });
  const quoted = `no raw-1, ${JSON.stringify('x "y"\nz')}, ${printable('x "y"\nz')}, s`;
  expect(redact(quoted, secrets)).toBe('no [secret], "[secret]", [secret], s');
});

test("redacts the longer of two texts that contain each other first", () => {
  const request = { FamilyId: "home", SceneId: "home alone" };
  expect(redact("home alone", secretsOf({ operation: device.ExecuteSmartHomeScene, request }))).toBe("[secret]");
});

const secrets = ["canary-secret/+=&<", "canary-\u00e9\u5171", "LTAI5tCanaryCanary"];

// (promise P-errors)
test.each(secrets)("finds a secret however each of its characters is encoded, once or twice: %s", (secret) => {
  fc.assert(
    fc.property(fc.string(), encodedForms(secret), fc.string(), (before, form, after) => {
      const clean = redact(`${before} ${form} ${after}`, secrets);
      expect(clean).toBe(`${redact(`${before} `, secrets)}[secret]${redact(` ${after}`, secrets)}`);
    }),
  );
});

// (promise P-errors)
test.each(["base64", "base64url", "hex"] as const)("finds a secret in %s, whatever is around it", (encoding) => {
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (secret, before, after) => {
      const text = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
      for (const form of [text, encodeURIComponent(text)]) {
        const clean = redact(`x ${form} y`, secrets);
        expect(clean).toContain("[secret]");
        const rest = clean.replaceAll("[secret]", "").replaceAll(/[^\w+/=-]/g, "");
        expect(Buffer.from(rest, encoding).toString("latin1")).not.toContain(Buffer.from(secret).toString("latin1").slice(2, -2));
      }
    }),
  );
});

type Encoding = "base64" | "base64url" | "hex";
const encodings: readonly Encoding[] = ["base64", "base64url", "hex"];
const nested = encodings.flatMap((outer) => encodings.map((inner) => [inner, outer] as const));

// (promise P-errors)
test.each(nested)("finds a secret in %s in %s, whatever is around it", (inner, outer) => {
  const bytes = fc.uint8Array({ maxLength: 9 });
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.tuple(bytes, bytes, bytes, bytes), (secret, [first, second, third, fourth]) => {
      const once = Buffer.concat([first, Buffer.from(secret), second]).toString(inner);
      const twice = Buffer.concat([third, Buffer.from(once), fourth]).toString(outer);
      expect(redact(`x ${twice} y`, secrets)).toBe("x [secret] y");
    }),
  );
});

test("finds a secret in base64 of base64 of base64, and of JSON escapes", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const [secret = ""] = secrets;
  expect(redact(base64(base64(base64(secret))), secrets)).toBe("[secret]");
  expect(redact(`token: ${base64(JSON.stringify({ a: encodeURIComponent(secret) }))}`, secrets)).toBe("token: [secret]");
});

test("finds a secret with characters beyond ASCII as it is", () => {
  expect(redact(`x ${secrets[1]} y`, secrets)).toBe("x [secret] y");
});

test("searches for a secret of eight characters also in base64, and for a shorter one in plain text only", () => {
  const encoded = (text: string) => Buffer.from(`the ${text} is here`).toString("base64");
  expect(redact(encoded("12345678"), ["12345678"])).toBe("[secret]");
  expect(redact(encoded("1234567"), ["1234567"])).toBe(encoded("1234567"));
  expect(redact("the 1234567 is here", ["1234567"])).toBe("the [secret] is here");
  expect([valueRedactor(["12345678"])("a 12345678"), valueRedactor(["1234567"])("a 1234567")]).toEqual(["a [secret]", "a 1234567"]);
});

test("finds a secret behind six layers of escapes", () => {
  const [secret = ""] = secrets;
  let text = secret;
  for (let layer = 0; layer < 6; layer += 1) text = encodeURIComponent(text);
  expect(redact(`x ${text} y`, secrets)).toBe("x [secret] y");
});

test.each([
  [String.raw`\ud83d\ude00`, "JSON escapes"],
  ["&#128512;", "a decimal HTML entity"],
  ["&#x1f600;", "a hexadecimal HTML entity"],
  ["%F0%9F%98%80", "percent-encoding"],
])("finds a secret whose emoji is written as %s: %s", (emoji) => {
  expect(redact(`x canary-${emoji}-secret y`, ["canary-😀-secret"])).toBe("x [secret] y");
});

test("leaves a text without secrets unchanged, however it is encoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(redact(text, secrets)).toBe(text);
    }),
  );
});

test("treats only secrets too long for a part of a name as secret in values", () => {
  expect(valueRedactor(["net", "long-secret"])("network long-secret")).toBe("network [secret]");
});

test("redacts only named fields of other requests", () => {
  const request = { GrantType: "refresh_token", RefreshToken: "the-token" };
  expect(secretsOf({ operation: device.OAuth2TokenEndpoint, request })).toEqual(["the-token"]);
});

test("redacts texts of four characters, but no shorter ones and no other types", () => {
  const request = { FamilyId: "four", SceneId: "abc", Nothing: null, Number: 12345 };
  expect(secretsOf({ operation: device.ExecuteSmartHomeScene, request })).toEqual(["four", "four", "four"]);
});

test("redacts what has the form of a token in messages about tokens, and nothing else", () => {
  expect(withoutIds("the token AbCd1234/+= of extraordinary length, rs-12 and 13800000000")).toBe(
    "the token [secret] of extraordinary length, rs-12 and [secret]",
  );
});
