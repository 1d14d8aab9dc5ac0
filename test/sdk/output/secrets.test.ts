import { expect, test } from "vitest";
import { secretsOfConfiguration, secretsOfEnvironment, textsOf, withoutSecrets } from "../../../sdk/output/secrets.ts";
import { canaryEnvironment } from "../../support/canary-environment.ts";

test("finds the secrets of an environment by its variables' names, also in structures, and ignores paths of files", () => {
  expect(secretsOfEnvironment({ ...canaryEnvironment, PULUMI_CONFIG_PASSPHRASE_FILE: "/a/b", HOME: "/home/me" })).toEqual([
    ...["canary-id", "canary-secret", canaryEnvironment.RESOURCESHARE_ACCOUNTS, "canary-nested", "canary-passphrase", "canary-token"],
  ]);
});

test("finds all texts of a value, including those of JSON in a text", () => {
  expect(textsOf({ a: ["x"], b: '{"c":"y"}', d: 1 })).toEqual(["x", '{"c":"y"}', "y"]);
});

test("hides every text in the form of a secret, whatever its source", () => {
  const text = "https://me:pw@host/x pul-0123456789abcdef0123 LTAI5tABCDEFGHIJKLMN Bearer abcdefgh.ijk";
  expect(withoutSecrets(text, [])).toBe("https://[secret]@host/x [secret] [secret] Bearer [secret]");
});

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
