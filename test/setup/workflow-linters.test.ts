import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { provideZizmor } from "../../scripts/setup/workflow-linters.mjs";
import { Sandbox } from "./sandbox.ts";

let machine: Sandbox;

beforeEach(() => {
  machine = new Sandbox();
  vi.stubEnv("PATH", machine.shellPath);
  vi.stubEnv("PYTHON", undefined);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  machine[Symbol.dispose]();
});

// (promise P-setup-sums)
test("installs zizmor once, from wheels with sums only", async () => {
  machine.program(
    "bin/python3",
    `echo "$*" >> ${machine.root}/words
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/bin"; printf '#!/bin/sh\\n' > "$2/bin/zizmor"; chmod +x "$2/bin/zizmor"`,
  );
  const folder = await provideZizmor(machine.cache);
  expect([folder, await provideZizmor(machine.cache)]).toEqual([expect.stringContaining(machine.cache), folder]);
  const words = readFileSync(join(machine.root, "words"), "utf8").trimEnd();
  expect(words.split("\n")).toHaveLength(1);
  expect(words).toMatch(/^-m pip install .*--no-deps --only-binary=:all: --require-hashes .*requirements\.txt$/);
});

test("names Python as what zizmor needs", async () => {
  machine.program("bin/python3", "echo No module named pip >&2; exit 1");
  await expect(provideZizmor(machine.cache)).rejects.toThrow(/install Python 3 with pip, or name one in PYTHON\.\nNo module named pip/);
});
