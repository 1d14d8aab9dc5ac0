import { expect, test } from "vitest";
import { commands } from "../../../cli/run.ts";
import { paths, placesOf, textOf } from "./files.ts";
import { idsIn, itemsOf, testsWithPromises } from "./promises.ts";

const published = paths.filter((path) => /^(provider|access|simulator|sdk|cli)\/.*\.ts$/.test(path));
const items = itemsOf(textOf("SECURITY.md"));
const promised = items.flatMap(idsIn);
const held = testsWithPromises();

test("ends each list item of SECURITY.md with the id of its promise, such as (P-redirects)", () => {
  expect(items.length).toBeGreaterThan(20);
  expect(items.filter((item) => idsIn(item).length === 0)).toEqual([]);
  expect(promised.filter((id, index) => promised.indexOf(id) !== index)).toEqual([]);
});

test("holds each promise in SECURITY.md by a test with a comment (promise P-…), and names no other promise in a test", () => {
  const ids = new Set(held.map((entry) => entry.split(":")[0]));
  expect({
    withoutTest: promised.filter((id) => !ids.has(id)),
    withoutPromise: [...ids].filter((id) => !promised.includes(id ?? "")),
    withoutTitle: held.filter((entry) => entry.endsWith(": no test follows the comment")),
  }).toEqual({ withoutTest: [], withoutPromise: [], withoutTitle: [] });
});

// (promise P-process-arguments)
test("takes no secret as an option of a command", () => {
  const words = commands.flatMap(({ options }) => Object.keys(options ?? {}));
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => /key|secret|token|pass|credential|auth/i.test(word))).toEqual([]);
});

// (promise P-certificates)
test("starts processes in three files of the sources, and disables certificate verification in none", () => {
  // Pulumi, and the command that a user writes after `simulate --`.
  const places = placesOf(/node:child_process/, published).map((place) => place.split(":")[0] ?? "");
  expect(places.toSorted()).toEqual(["cli/input/pulumi.ts", "cli/simulate/child-command.ts", "sdk/fleet/run/pulumi-command.ts"]);
  expect(placesOf(/rejectUnauthorized(?!: true)|checkServerIdentity/, published)).toEqual([]);
});

// (promise P-simulator-calls)
test("imports nothing in the simulated service that can call other hosts", () => {
  const service = paths.filter((path) => /^simulator\/(?!console\/page\/)/.test(path));
  expect(service.length).toBeGreaterThan(10);
  expect(placesOf(/"undici"|\bfetch\(|"node:(https|tls|dgram|dns|http2|child_process)/, service)).toEqual([]);
  expect(placesOf(/"node:(http|net)"/, service).map((place) => place.replace(/^[^:]+:\d+: /, ""))).toEqual([
    'import { createServer, type IncomingMessage, type ServerResponse } from "node:http";',
    'import type { AddressInfo } from "node:net";',
  ]);
});
