import { expect, test } from "vitest";
import { device } from "../../provider/api/device/operations.ts";
import { redact, secretsOf } from "../../provider/client/redact.ts";
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
