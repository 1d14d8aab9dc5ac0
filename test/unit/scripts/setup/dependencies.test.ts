import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { areInstalled, installDependencies, matches } from "../../../../scripts/setup/dependencies.mjs";
import { buildDist, isBuilt } from "../../../../scripts/setup/dist.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox();

beforeEach(() => void machine.file("package-lock.json", lock("1.0.0")));

const lock = (version: string) =>
  JSON.stringify({
    packages: { "": {}, "node_modules/zod": { version }, "node_modules/windows-only": { version: "1.0.0", optional: true } },
  });

const installed = (version: string) =>
  machine.file("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version } } }));

/** A fake npm that records its arguments and installs the lock file's packages, and a Node that is new enough. */
const NPM = `echo "$1" >> ../calls
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho v24.1.0\\n' > node_modules/.bin/node && chmod +x node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json`;

const calls = () => readFileSync(join(machine.root, "calls"), "utf8").trim().split("\n");

describe("dependencies", () => {
  test("reports missing dependencies when the lock file has changed", () => {
    installed("1.0.0");
    expect(areInstalled(machine.root)).toBe(true);
    machine.file("package-lock.json", lock("1.0.1"));
    expect(areInstalled(machine.root)).toBe(false);
  });

  test("runs npm ci once", async () => {
    machine.program("bin/npm", NPM);
    await installDependencies(machine.root);
    expect(areInstalled(machine.root)).toBe(true);
    expect(calls()).toEqual(["ci"]);
  });

  // (promise P-setup-sums)
  test("installs from the lock file or not at all", async () => {
    machine.program("bin/npm", `echo "$1" >> ../calls; echo "npm error code EUSAGE"; exit 1`);
    await expect(installDependencies(machine.root)).rejects.toThrow("npm error code EUSAGE");
    expect(calls()).toEqual(["ci"]);
  });

  // (promise P-setup-sums)
  test("installs without running the packages' scripts", async () => {
    machine.program("bin/npm", `case " $* " in *" --ignore-scripts "*) ;; *) exit 1 ;; esac\n${NPM}`);
    await installDependencies(machine.root);
    expect(areInstalled(machine.root)).toBe(true);
  });

  test("keeps node_modules when the installation fails", async () => {
    machine.file("node_modules/old", "");
    machine.file(".setup-killed/node_modules/half", "");
    machine.program("bin/npm", "mkdir node_modules; exit 1");
    await expect(installDependencies(machine.root)).rejects.toThrow("could not install");
    expect(existsSync(join(machine.root, "node_modules/old"))).toBe(true);
    expect(readdirSync(machine.root).filter((name) => name.startsWith(".setup-"))).toEqual([]);
  });
});

test("rejects an installed package of another version or content", () => {
  const wanted = { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-a" } } };
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-a" } } })).toBe(true);
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.1" } } })).toBe(false);
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-b" } } })).toBe(false);
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.0" } } })).toBe(false);
  expect(matches(wanted, { packages: {} })).toBe(false);
});

describe("dist/", () => {
  beforeEach(() => {
    machine.file("package.json", "{}");
    machine.file("provider/a.ts", "1");
    machine.program("bin/npm", "mkdir -p dist; echo build >> calls");
  });

  test.each([
    ["changed", () => machine.file("provider/a.ts", "2")],
    ["new", () => machine.file("sdk/deep/b.ts", "1")],
  ])("reports dist out of date when a source is %s", async (_, change) => {
    await buildDist(machine.root);
    change();
    expect(isBuilt(machine.root)).toBe(false);
  });

  test("records no build when the compiler fails", async () => {
    machine.program("bin/npm", "mkdir -p dist; echo 'a.ts(1,1): error TS1005'; exit 2");
    await expect(buildDist(machine.root)).rejects.toThrow("a.ts(1,1): error TS1005");
    expect(existsSync(join(machine.root, "dist"))).toBe(true);
    expect(isBuilt(machine.root)).toBe(false);
  });
});
