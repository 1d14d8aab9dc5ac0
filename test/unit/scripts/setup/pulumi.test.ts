import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { goModuleInstaller } from "../../../../scripts/setup/go-module.mjs";
import { REPOSITORY } from "../../../../scripts/setup/paths.mjs";
import { obtainPulumi } from "../../../../scripts/setup/pulumi.mjs";
import { vendorInstaller } from "../../../../scripts/setup/pulumi-installer.mjs";
import { useSandbox } from "./sandbox.ts";

const unreachable = {
  name: "the vendor's installer",
  expect: "at once",
  install: () => Promise.reject(new Error("its download host did not answer")),
};

const machine = useSandbox((sandbox) => ({ HOME: sandbox.home }));

const obtain = (ways = [unreachable, goModuleInstaller]) => obtainPulumi({ cache: machine.cache, path: machine.path, ways });

/** A Go that fetches and compiles in no time; `build` is what its `go build` does, with the file to write in `$out`. */
const installGo = (build: string, version = "go1.26.8") =>
  machine.program(
    "bin/go",
    `if [ "$1" = env ]; then printf '${version}\\nlocal\\n'; exit; fi
echo run >> ${machine.root}/builds
asked=$*
while [ "$1" != -o ]; do shift; done
out=$2
echo "go: downloading github.com/pulumi/pulumi/pkg/v3 v3.250.0" >&2
${build}`,
  );

const WRITES_THE_CLI = `mkdir -p "\${out%/*}"; printf '#!/bin/sh\\necho v3.250.0\\n' > "$out"; chmod +x "$out"`;

const builds = () =>
  existsSync(join(machine.root, "builds")) ? readFileSync(join(machine.root, "builds"), "utf8").trim().split("\n").length : 0;

test("builds the Pulumi CLI's Go module in the set-up as the last choice, and finds the result in the next set-up", async () => {
  installGo(WRITES_THE_CLI);
  const built = await obtain();
  expect(built).toEqual({ path: join(machine.cache, "pulumi-3.250.0", "bin", "pulumi"), version: "3.250.0", source: "cache" });
  expect(await obtain()).toEqual(built);
  expect(builds()).toBe(1);
  expect(machine.stderr).toContain("not from the vendor's installer: its download host did not answer");
});

// (promise P-setup-sums)
test("builds the Pulumi CLI's Go module with its sums, whatever the machine's flags and checksum settings are", async () => {
  const module = join(REPOSITORY, "scripts/setup/pulumi-module");
  vi.stubEnv("GOFLAGS", "-mod=mod -insecure -modfile=other.mod");
  installGo(`printf '%s %s' "$GOFLAGS" "$asked" > ${machine.root}/flags
cmp go.sum ${module}/go.sum && cmp go.mod ${module}/go.mod || exit 1
${WRITES_THE_CLI}`);
  await obtain([goModuleInstaller]);
  expect(readFileSync(join(machine.root, "flags"), "utf8")).toMatch(/^-mod=readonly build .*-mod=readonly /);
});

// (promise P-setup-sums)
test("downloads no Pulumi CLI from the vendor while certificates are not verified", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const folder = machine.folder("vendor");
  await expect(vendorInstaller.install(folder)).rejects.toThrow("NODE_TLS_REJECT_UNAUTHORIZED is 0");
  expect(readdirSync(folder)).toEqual([]);
});

// (promise P-own-pulumi)
test("keeps the user's own Pulumi home unchanged in the set-up", async () => {
  machine.program("bin/pulumi", 'mkdir -p "${PULUMI_HOME:-$HOME/.pulumi}/logs"; echo v3.219.0');
  installGo(
    `mkdir -p "\${out%/*}"; printf '#!/bin/sh\\nmkdir -p "\${PULUMI_HOME:-$HOME/.pulumi}"; echo v3.250.0\\n' > "$out"; chmod +x "$out"`,
  );
  await obtain();
  expect(readdirSync(machine.home)).toEqual([]);
});
