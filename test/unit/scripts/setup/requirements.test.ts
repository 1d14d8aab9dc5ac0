import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { REPOSITORY } from "../../../../scripts/setup/paths.mjs";
import { provideRequirements, REQUIREMENTS } from "../../../../scripts/setup/requirements.mjs";
import { SetupError } from "../../../../scripts/setup/report.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox((sandbox) => ({ PATH: sandbox.path, PYTHON: undefined }));

/** What the PATH alone decides: the others are looked for in folders of the machine too. */
const required = REQUIREMENTS.filter(({ name }) => ["git", "curl"].includes(name));

const provide = (more: { platform?: string; isRoot?: boolean } = {}) =>
  provideRequirements(required, { platform: "linux", isRoot: true, ...more });

/** The command lines of apt-get, in order. */
const commands = () => {
  const file = join(machine.root, "commands");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
};

/** An apt-get whose packages contain programs that end with this code. */
const installApt = (code = 0) =>
  machine.program(
    "bin/apt-get",
    `echo "$*" >> ${machine.root}/commands
for name in git curl; do
  case "$1$*" in install*$name*) printf '#!/bin/sh\\nexit ${code}\\n' > ${machine.bin}/$name; /bin/chmod +x ${machine.bin}/$name ;; esac
done`,
  );

describe("with apt-get", () => {
  test("installs only what is missing, after an update of the package lists", async () => {
    installApt();
    machine.program("bin/curl", "exit 0");
    await provide();
    expect(commands()).toEqual(["update", "install -y --no-install-recommends git"]);
  });

  test("names what is missing and the one command where sudo asks for a password", async () => {
    installApt();
    machine.program("bin/sudo", "exit 1");
    await expect(provide({ isRoot: false })).rejects.toThrow(
      new SetupError(
        "the tests need what this machine lacks: git, curl.\nInstall it, and run this again:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends git curl ca-certificates",
      ),
    );
    expect(commands()).toEqual([]);
  });
});

test("ends `npm test` before the first test, and no other command, on a machine without the programs", () => {
  expect(packageJson.scripts).toMatchObject({ prestart: "node scripts/setup.mjs", pretest: "node scripts/setup.mjs --tests" });
  const env = { PATH: machine.path, RESOURCESHARE_CACHE_DIR: machine.cache, HOME: machine.home };
  const words = [join(REPOSITORY, "scripts/setup.mjs"), "--tests"];
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Set-up: the tests need what this machine lacks: .*git, curl\.\n.*\n$/);
});
