import { expect, test } from "vitest";
import { paths } from "./files.ts";

/** Suites that test the whole, not one file. */
const SUITES = [
  "bench",
  "console",
  "documents",
  "engine",
  "explore",
  "faults",
  "fuzz",
  "languages",
  "model",
  "preview-accuracy",
  "rules",
  "schedules",
  "support",
  "types",
  "upgrade",
];

/** The folder of sources that a folder of tests mirrors. */
const HOMES: Record<string, string> = {
  action: "action",
  sdk: "sdk",
  access: "sdk/access",
  command: "sdk/command",
  fleet: "sdk/fleet",
  headroom: "sdk/headroom",
  policy: "sdk/policy",
  check: "scripts/check",
  setup: "scripts/setup",
  start: "scripts/start",
  generate: "scripts/generate",
  site: "scripts/site",
  release: "scripts/release",
};

/** A test whose source has another name, and why. */
const OTHERWISE: Record<string, string> = {
  "test/access/diff/failed-updates.test.ts": "predicts access from the states that failed updates have left",
  "test/access/diff/properties.test.ts": "predicts access from changed properties of targets and resources",
  "test/access/diff/secret-values.test.ts": "predicts access from states with secret values",
  "test/access/diff/state-and-service.test.ts": "predicts access from what only the state or the service shows",
  "test/access/diff/unchanged-resources.test.ts": "predicts access through resources that do not change beside those that do",
  "test/access/format/markdown-parts.test.ts": "writes each part of a diff as Markdown",
  "test/client/config/sources.test.ts": "reads which place supplied each value of the configuration",
  "test/client/limits/shared-limits.test.ts": "throttles one limiter, and several that share an account",
  "test/client/pipeline/batch-equivalence.test.ts": "compares batched calls with the same calls alone",
  "test/command/fleet/selection.test.ts": "runs the command with an engine of the test, and selects stacks",
  "test/command/fleet/signals.test.ts": "sends signals to the command while an engine of the test runs",
  "test/policy/unusual-forms.test.ts": "tries policies with unusual but legal forms of names, types and shares",
  "test/schema/generated.test.ts": "runs scripts/generate.mjs --check",
  "test/resources/absent-values.test.ts": "compares null with absent for every kind of resource",
  "test/resources/grpc.test.ts": "runs the life of each resource over the plugin's socket",
  "test/resources/http.test.ts": "runs the tests of resources over HTTP with the machine's clock",
  "test/resources/replacement.test.ts": "tests replacements and refreshes in one process for every kind of resource",
  "test/resources/scenarios.test.ts": "tests several resources in one scenario",
  "test/resources/share/stable-outputs.test.ts": "tests which outputs of a share a change leaves as they are",
  "test/resources/weaknesses.test.ts": "tests known weaknesses of other providers, for several resources",
};

const tests = paths.filter((path) => /^test\/.*\.test\.ts$/.test(path) && !SUITES.includes(path.split("/")[1] ?? ""));

test("names every test file after the source that it tests", () => {
  expect(tests.filter((path) => !(path in OTHERWISE) && sourceOf(path) === undefined)).toEqual([]);
});

test("lists no exception for a test file that does not exist", () => {
  expect(Object.keys(OTHERWISE).filter((path) => !tests.includes(path))).toEqual([]);
});

function sourceOf(path: string): string | undefined {
  const [, folder = "", ...rest] = path.replace(/\.test\.ts$/, "").split("/");
  const name = [HOMES[folder] ?? `provider/${folder}`, ...rest].join("/");
  return [".ts", ".mjs", ".cjs"].map((end) => name + end).find((source) => paths.includes(source));
}
