import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providePythonPackages } from "../../../../scripts/setup/python-packages.mjs";
import { provideZizmor } from "../../../../scripts/setup/workflow-linters.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox((sandbox) => ({ PYTHON: undefined, RESOURCESHARE_CACHE_DIR: sandbox.cache }));

/** A Python of version 3.12 that writes what it is asked to run, and a program zizmor where pip installs it. */
const installPython = () =>
  machine.program(
    "bin/python3",
    `[ "$1" = -c ] && { echo 3.12; exit; }
echo "$*" >> ${machine.root}/words
while [ $# -gt 0 ] && [ "$1" != --target ]; do shift; done
[ $# -eq 0 ] || { mkdir -p "$2/bin"; printf '#!/bin/sh\\n' > "$2/bin/zizmor"; chmod +x "$2/bin/zizmor"; }`,
  );

const words = () => readFileSync(join(machine.root, "words"), "utf8").trimEnd().split("\n");

// (promise P-setup-sums)
test("installs zizmor once, from wheels with sums only", async () => {
  installPython();
  const folder = await provideZizmor(machine.cache);
  expect([folder, await provideZizmor(machine.cache)]).toEqual([expect.stringContaining(machine.cache), folder]);
  expect(words()).toEqual([
    expect.stringMatching(
      /^-m pip install .*--no-deps --only-binary=:all: --require-hashes --requirement .*workflow-linters\/requirements\.txt$/,
    ),
  ]);
});

// (promise P-setup-sums)
test("downloads the packages of Python programs once for a version of Python, as wheels with sums only", async () => {
  installPython();
  const folder = await providePythonPackages();
  expect([folder, await providePythonPackages()]).toEqual([expect.stringMatching(/python-packages-\w+-3\.12$/), folder]);
  expect(words()).toEqual([
    expect.stringMatching(
      /^-m pip download .*--no-deps --only-binary=:all: --require-hashes --requirement .*python-packages\/requirements\.txt$/,
    ),
  ]);
});
