import { expect, test } from "vitest";
import { GO_AT_LEAST, PULUMI_INSTALLED, YAML_HOST_INSTALLED } from "../../../scripts/setup/versions.mjs";
import { paths, textOf } from "./files.ts";

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
}

const GO = "scripts/setup/pulumi-module";
const YAML = "scripts/setup/yaml-module";

// (promise P-setup-sums)
test.each(paths.filter((path) => path.endsWith("package-lock.json")))(
  "has a sum and no address for every package of %s in the lock file",
  (path) => {
    const { packages } = JSON.parse(textOf(path)) as { readonly packages: Readonly<Record<string, Entry>> };
    const entries = Object.entries(packages).filter(([name]) => name !== "");
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? "")).map(([name]) => name)).toEqual([]);
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
  },
);

// (promise P-setup-sums)
test.each([
  [GO, `github.com/pulumi/pulumi/pkg/v3 v${PULUMI_INSTALLED}`],
  [YAML, `github.com/pulumi/pulumi-yaml v${YAML_HOST_INSTALLED}`],
  // The generator for .NET needs a newer version than the CLI's.
  ["scripts/setup/sdk-generator-module", "github.com/pulumi/pulumi/pkg/v3 v3.255.0"],
  ["examples/go", `github.com/pulumi/pulumi/sdk/v3 v${PULUMI_INSTALLED}`],
  ["scripts/setup/workflow-linters", "github.com/rhysd/actionlint v1.7.12"],
  ["scripts/setup/s3-server-module", "github.com/johannesboyne/gofakes3 v1.2.0"],
])("has the sums of every module of the build in %s in go.sum", (folder, built) => {
  const text = textOf(`${folder}/go.mod`);
  const replaced = new Map(Array.from(text.matchAll(/^replace (\S+) => (\S+ \S+)$/gm), ([, from = "", to = ""]) => [from, to]));
  // A module in a folder of the program has no sum.
  const local = new Set(Array.from(text.matchAll(/^replace (\S+) => \.\//gm), ([, path = ""]) => path));
  const versions = Array.from(text.matchAll(/^\t(\S+) (v\S+)/gm)).filter(([, path = ""]) => !local.has(path));
  const required = versions.map(([, path = "", version]) => replaced.get(path) ?? `${path} ${version}`);
  const sums = new Set(Array.from(textOf(`${folder}/go.sum`).matchAll(/^(\S+ \S+) h1:[A-Za-z0-9+/]{43}=$/gm), ([, sum]) => sum));
  expect(required.length).toBeGreaterThan(5);
  expect(required.filter((module) => !sums.has(`${module}/go.mod`))).toEqual([]);
  expect(sums.has(built)).toBe(true);
});

// (promise P-setup-sums)
test("has the sum of a wheel in zizmor's lock file for Linux and macOS, on both processors", () => {
  const text = textOf("scripts/setup/workflow-linters/requirements.txt");
  expect(text).toMatch(/^zizmor==\d+\.\d+\.\d+ \\$/m);
  expect(text.match(/--hash=sha256:[0-9a-f]{64}/g)).toHaveLength(4);
});

// (promise P-setup-sums)
test("has sums and no address for every Python package in the lock file", () => {
  const text = textOf("scripts/setup/python-packages/requirements.txt");
  const [first, ...entries] = text.split(/^(?=\S)/m);
  expect(first).toMatch(/^aliyun-python-sdk-core==/);
  expect(entries.length).toBeGreaterThan(5);
  const locked = /^[\w.-]+==[\w.]+( ; [^\n\\]+)?( \\\n {4}--hash=sha256:[0-9a-f]{64})+\n$/;
  expect(entries.filter((entry) => !locked.test(entry))).toEqual([]);
});

test("requires the same versions in the Pulumi CLI's Go module as the set-up installs", () => {
  const text = textOf(`${GO}/go.mod`);
  expect(text).toContain(`\tgithub.com/pulumi/pulumi/pkg/v3 v${PULUMI_INSTALLED}`);
  expect(text).toContain(`\tgithub.com/pulumi/pulumi/sdk/v3 v${PULUMI_INSTALLED}`);
  expect(text).toContain(`\ngo ${GO_AT_LEAST}\n`);
});
