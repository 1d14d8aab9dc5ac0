import { expect, test } from "vitest";
import { hasSecretForm, isSecretName } from "../../../../access/output/secret-forms.ts";
import { secretsOfConfiguration, secretsOfEnvironment, textsWithin, withoutSecrets } from "../../../../access/output/secrets.ts";
import { canaryEnvironment } from "../../../support/canary-environment.ts";

test("finds the secrets of an environment by its variables' names, and ignores paths of files", () => {
  expect(secretsOfEnvironment({ ...canaryEnvironment, PULUMI_CONFIG_PASSPHRASE_FILE: "/a/b", HOME: "/home/me" })).toEqual([
    ...["canary-id", "canary-secret", canaryEnvironment.RESOURCESHARE_ACCOUNTS, "canary-passphrase", "canary-token"],
  ]);
});

test("finds all texts of a secret value, including those of JSON in a text", () => {
  expect(textsWithin({ a: ["x"], b: '{"c":"y"}', d: 1 })).toEqual(["x", '{"c":"y"}', "y"]);
});

test("hides every text in the form of a secret, whatever its source", () => {
  const text = "https://me:pw@host/x pul-0123456789abcdef0123 LTAI5tABCDEFGHIJKLMN Bearer abcdefgh.ijk";
  expect(withoutSecrets(text, [])).toBe("https://[secret]@host/x [secret] [secret] Bearer [secret]");
});

test.each([
  ["a text of a structure", '{ "other": { "key": "nested-plain" } }', "the key is nested-plain", "the key is [secret]"],
  ["lines that a message joins", "first-line\nsecond-line\n", "bad first-line second-line.", "bad [secret] [secret]."],
  ["one line", "first-line\r\nsecond-line", "bad second-line.", "bad [secret]."],
])("hides %s of a secret", (_what, secret, text, hidden) => {
  expect(withoutSecrets(text, [secret])).toBe(hidden);
});

/** Each in parts, so that no scanner takes this file for one that has secrets. */
const secrets = [
  ["gh", `p_${"a".repeat(36)}`],
  ["github", `_pat_${"a".repeat(40)}`],
  ["glpat", `-${"a".repeat(20)}`],
  ["AKIA", "A".repeat(16)],
  ["eyJ", `${"a".repeat(20)}.eyJ${"b".repeat(20)}.${"c".repeat(20)}`],
  ["hvs", `.${"a".repeat(24)}`],
  ["-----BEGIN", " RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----"],
].map((parts) => parts.join(""));

test.each(secrets.map((secret) => [secret.slice(0, 6), secret]))("hides a secret that begins with %s", (_start, secret) => {
  expect(withoutSecrets(`before ${secret} after`, [])).toBe("before [secret] after");
});

test("hides passwords in the parameters of an address, and values that end in a newline where the output has none", () => {
  expect(withoutSecrets("https://host/x?password=pw1&a=b refused canary-file", ["canary-file\n"])).toBe(
    "https://host/x?password=[secret]&a=b refused [secret]",
  );
});

test.each([
  "OWNER_KEY",
  "GITLAB_PAT",
  "DB_PASS",
  "DB_PWD",
  "STORAGE_CONNECTION_STRING",
  "app:dbPwd",
  "deployKey",
  "RESOURCESHARE_ACCOUNTS",
])("takes %s for the name of a secret", (name) => expect(isSecretName(name)).toBe(true));

test.each(["PWD", "PATH", "SSH_KEY_FILE", "app:publicKey", "app:key", "app:accounts", "compass", "CREDENTIALS_URI"])(
  "does not take %s for the name of a secret",
  (name) => expect(isSecretName(name)).toBe(false),
);

test.each(["-----BEGIN PRIVATE KEY-----", "eyJ-", "eyJaaaaaaaa.", "glpat-", "hvs.", "://a", "Bearer ", "password", "xoxb-a"])(
  "searches a text of 80,000 times %s for secrets in less than a second",
  (part) => {
    const start = performance.now();
    hasSecretForm(part.repeat(80_000));
    expect(performance.now() - start).toBeLessThan(1000);
  },
);

test.each([
  ["postgres://pulumi:p@ssw0rd@db/state", "postgres://[secret]@db/state"],
  ["http://me:a@b@c@host:3128", "http://[secret]@host:3128"],
  ["https://host/list?mail=me@example.com", "https://host/list?mail=me@example.com"],
])("hides all of the credentials in %s, also those with @", (text, hidden) => {
  expect(withoutSecrets(text, [])).toBe(hidden);
});

test("finds the secrets of a configuration by their mark and by their keys, also in structures", () => {
  const configuration = {
    "x:plain": { value: "plain", secret: false },
    "x:apiKey": { value: "by-key" },
    "x:marked": { value: '{"a":["nested"]}', secret: true },
  };
  expect(secretsOfConfiguration(configuration)).toEqual(["by-key", '{"a":["nested"]}', "nested"]);
});
