import { expect, test } from "vitest";
import { paths } from "./files.ts";

/** Folders of test/unit that test the whole, not one file. */
const WHOLE = ["documents/", "fuzz/", "rules/", "simulator/console/", "types/"];

/** A test whose source has another name, and why. */
const OTHERWISE: Record<string, string> = {
  "test/unit/access/diff/properties.test.ts": "predicts access from changed properties of targets and resources",
  "test/unit/access/diff/secret-values.test.ts": "predicts access from states with secret values",
  "test/unit/access/diff/state-and-service.test.ts":
    "predicts access from what only the state or the service shows, also after a failed update",
  "test/unit/access/format/markdown-parts.test.ts": "writes each part of a diff as Markdown",
  "test/unit/provider/client/config/sources.test.ts": "reads which place supplied each value of the configuration",
  "test/unit/provider/client/proxy.test.ts": "sends calls through proxies that the environment names",
  "test/unit/provider/client/pipeline/batch-equivalence.test.ts": "compares batched calls with the same calls alone",
  "test/unit/cli/fleet/selection.test.ts": "runs the command with an engine of the test, and selects stacks",
  "test/unit/cli/fleet/signals.test.ts": "sends signals to the command while an engine of the test runs",
  "test/unit/cli/verify/second-service.test.ts": "runs verify against an implementation of the service that is not the simulator",
  "test/unit/sdk/policy/unusual-forms.test.ts": "tries policies with unusual but legal forms of names, types and shares",
  "test/unit/provider/resources/absent-values.test.ts": "compares null with absent for every kind of resource",
  "test/unit/provider/resources/replacement.test.ts": "tests replacements and refreshes in one process for every kind of resource",
};

const tests = paths.filter(
  (path) => /^test\/unit\/.*\.test\.ts$/.test(path) && !WHOLE.some((folder) => path.startsWith(`test/unit/${folder}`)),
);

test("names every test file after the source that it tests", () => {
  expect(tests.filter((path) => !(path in OTHERWISE) && sourceOf(path) === undefined)).toEqual([]);
});

test("names no missing test file among the exceptions of the mirror rule", () => {
  expect(Object.keys(OTHERWISE).filter((path) => !tests.includes(path))).toEqual([]);
});

function sourceOf(path: string): string | undefined {
  const name = path.replace(/^test\/unit\//, "").replace(/(\.long)?\.test\.ts$/, "");
  return [".ts", ".mjs", ".cjs"].map((end) => name + end).find((source) => paths.includes(source));
}
