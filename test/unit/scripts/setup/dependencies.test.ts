import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areInstalled, installDependencies, matches } from "../../../../scripts/setup/dependencies.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox();

const LOCK = JSON.stringify({ packages: { "": {}, "node_modules/zod": { version: "1.0.0" } } });

/** A fake npm that records its arguments and installs the lock file's packages, and a Node that is new enough. */
const NPM = `case " $* " in *" --ignore-scripts "*) ;; *) exit 1 ;; esac
echo "$1" >> ../calls
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho v24.1.0\\n' > node_modules/.bin/node && chmod +x node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json`;

const calls = () => readFileSync(join(machine.root, "calls"), "utf8").trim().split("\n");

// (promise P-setup-sums)
test("installs the npm dependencies from the lock file, without running the packages' scripts", async () => {
  machine.file("package-lock.json", LOCK);
  machine.program("bin/npm", NPM);
  await installDependencies(machine.root);
  expect(areInstalled(machine.root)).toBe(true);
  expect(calls()).toEqual(["ci"]);
});

// (promise P-setup-sums)
test("fails the set-up when npm cannot install from the lock file, without another attempt", async () => {
  machine.file("package-lock.json", LOCK);
  machine.program("bin/npm", `echo "$1" >> ../calls; echo "npm error code EUSAGE"; exit 1`);
  await expect(installDependencies(machine.root)).rejects.toThrow("npm error code EUSAGE");
  expect(calls()).toEqual(["ci"]);
});

test("rejects an installed npm package of another version or content", () => {
  const wanted = { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-a" } } };
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-a" } } })).toBe(true);
  expect(matches(wanted, { packages: { "node_modules/zod": { version: "1.0.0", integrity: "sha512-b" } } })).toBe(false);
});
