import { expect, test } from "vitest";
import { device } from "../../provider/api/device/operations.ts";
import { redact, secretsOf, withoutIds } from "../../provider/client/redact.ts";
import { printable } from "../../provider/kernel/text.ts";

const list = (id: string) => ({
  OpenCreatePlayingListRequest: {
    ContentType: "content",
    ContentList: [{ RawId: id, Source: "s" }],
    ExtendInfo: { a: [{ b: 'x "y"\nz' }] },
  },
});

test("every longer text of what is done to a device counts as secret, however deep and however it is quoted", () => {
  const secrets = secretsOf({ operation: device.CreatePlayingList, request: list("raw-1") });
  const quoted = `no raw-1, ${JSON.stringify('x "y"\nz')}, ${printable('x "y"\nz')}, s`;
  expect(redact(quoted, secrets)).toBe('no [secret], "[secret]", [secret], s');
});

test("of texts that contain each other the longer goes first", () => {
  const request = { FamilyId: "home", SceneId: "home alone" };
  expect(redact("home alone", secretsOf({ operation: device.ExecuteSmartHomeScene, request }))).toBe("[secret]");
});

test("of other requests only what is named counts", () => {
  const request = { GrantType: "refresh_token", RefreshToken: "the-token" };
  expect(secretsOf({ operation: device.OAuth2TokenEndpoint, request })).toEqual(["the-token"]);
});

test("texts of four characters count, shorter ones and what is no text do not", () => {
  const request = { FamilyId: "four", SceneId: "abc", Nothing: null, Number: 12345 };
  expect(secretsOf({ operation: device.ExecuteSmartHomeScene, request })).toEqual(["four", "four", "four"]);
});

test("of words about tokens those that look like one are hidden, and the others stay", () => {
  expect(withoutIds("the token AbCd1234/+= of extraordinary length, rs-12 and 13800000000")).toBe(
    "the token [secret] of extraordinary length, rs-12 and [secret]",
  );
});
