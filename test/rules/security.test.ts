import { expect, test } from "vitest";
import { commands } from "../../sdk/command/run.ts";
import { paths, placesOf, textOf } from "./files.ts";

const published = paths.filter((path) => /^(provider|sdk)\/.*\.ts$/.test(path));
const promises = textOf("SECURITY.md")
  .split("\n")
  .filter((line) => line.startsWith("|") && line.includes(".test.ts)"));

test.each(promises)("a test holds what is promised: %s", (promise) => {
  for (const [, path = "", titles = ""] of promise.matchAll(/\]\((test\/[\w./-]+)\): ((?:"[^"]+"(?:, )?)+)/g)) {
    const missing = [...titles.matchAll(/"([^"]+)"/g)].filter(([, title = ""]) => !textOf(path).includes(title));
    expect(missing.map(([title]) => `${path}: ${title}`)).toEqual([]);
  }
  expect(promise).toMatch(/\]\(test\/[\w./-]+\): "/);
});

test("there are promises, and each names its test", () => {
  expect(promises.length).toBeGreaterThan(10);
});

test("no option of a command is a secret", () => {
  const words = commands.flatMap(({ options }) => Object.keys(options ?? {}));
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => /key|secret|token|pass|credential|auth/i.test(word))).toEqual([]);
});

test("one place starts processes, and nothing switches the verification of certificates off", () => {
  expect(placesOf(/node:child_process/, published).map((place) => place.split(":")[0])).toEqual(["sdk/access/pulumi.ts"]);
  expect(placesOf(/rejectUnauthorized(?!: true)|checkServerIdentity/, published)).toEqual([]);
});
