import { describe, expect, it } from "vitest";
import { redirectUriHint } from "../../../../../provider/client/device/redirect-uri-hint.ts";

describe("a redirect URI", () => {
  it.each([
    "https://app.example/oauth/callback",
    "https://app.example",
    "http://127.0.0.1:8080/a?b=c%20d",
    "my-app://callback",
    "my-app://a?to=https%3A%2F%2FApp.example",
    "my-app://Callback?to=https:",
    "my-app://callback/a b?to=https:",
    "https://app.example/A/B?x=%E4%BD%A0",
  ])("accepts the redirect URI %s without a warning", (uri) => {
    expect(redirectUriHint(uri)).toBeUndefined();
  });

  it.each([
    [" https://app.example/", "white space"],
    ["https%3A%2F%2Fapp.example%2Fcallback", "percent-encoded"],
    ["http%3A%2F%2F127.0.0.1%2Fcallback", "percent-encoded"],
    ["http://127.0.0.1:80/", "usual form"],
    ["/callback", "no absolute URI"],
    ["https://app.example/#done", "fragment"],
    ["https://app.example/#", "fragment"],
    ["https://App.example/", "usual form"],
    ["HTTPS://app.example/", "usual form"],
    ["https://app.example:443/", "usual form"],
  ])("warns of the redirect URI %s: %s", (uri, doubt) => {
    expect(redirectUriHint(uri)).toContain(doubt);
    expect(redirectUriHint(uri)).not.toContain("example");
  });
});
