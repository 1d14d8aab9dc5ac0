import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { findPulumi } from "../../../../scripts/setup/environment.mjs";
import { goModuleInstaller } from "../../../../scripts/setup/go-module.mjs";
import { REPOSITORY } from "../../../../scripts/setup/paths.mjs";
import { obtainPulumi } from "../../../../scripts/setup/pulumi.mjs";
import { vendorInstaller } from "../../../../scripts/setup/pulumi-installer.mjs";
import { until, useSandbox } from "./sandbox.ts";

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

describe("which CLI is used", () => {
  test("prefers the machine's CLI", async () => {
    machine.program("bin/pulumi", "echo v3.230.1");
    machine.program("bin/pulumi-language-nodejs", "");
    machine.program("cache/pulumi-3.250.0/bin/pulumi", "echo v3.250.0");
    expect(await obtain()).toEqual({ path: join(machine.bin, "pulumi"), version: "3.230.1", source: "PATH" });
  });

  test("prefers the cached CLI to one that is too old", async () => {
    machine.program("bin/pulumi", "echo v3.219.9");
    const path = machine.program("cache/pulumi-3.250.0/bin/pulumi", "echo v3.250.0");
    expect(await obtain()).toEqual({ path, version: "3.250.0", source: "cache" });
  });

  test("prefers the cached CLI to one without a language host", async () => {
    machine.program("bin/pulumi", "echo v3.240.0");
    machine.program("cache/pulumi-3.250.0/bin/pulumi", "echo v3.250.0");
    expect((await obtain()).source).toBe("cache");
  });

  test("takes the newest cached CLI", () => {
    machine.program("cache/pulumi-3.99.0/bin/pulumi", "");
    machine.program("cache/pulumi-3.230.0/bin/pulumi", "");
    machine.program("cache/pulumi-3.250.0/bin/pulumi", "");
    machine.folder("cache/pulumi-3.260.0/bin");
    expect(findPulumi({ path: "", cache: machine.cache })?.version).toBe("3.250.0");
  });

  test("tries the vendor's installer before the Go module", async () => {
    installGo(WRITES_THE_CLI);
    const install = async (folder: string) =>
      void machine.program(join(folder.slice(machine.root.length + 1), "bin/pulumi"), "echo v3.250.0");
    expect((await obtain([{ ...unreachable, install }, goModuleInstaller])).version).toBe("3.250.0");
    expect(builds()).toBe(0);
  });

  test("builds the Go module last, and finds the result in the next set-up", async () => {
    installGo(WRITES_THE_CLI);
    const built = await obtain();
    expect(built).toEqual({ path: join(machine.cache, "pulumi-3.250.0", "bin", "pulumi"), version: "3.250.0", source: "cache" });
    expect(await obtain()).toEqual(built);
    expect(builds()).toBe(1);
    expect(machine.stderr).toContain("not from the vendor's installer: its download host did not answer");
  });
});

describe("the set-up", () => {
  const leftovers = () => readdirSync(machine.cache).filter((name) => /partial|lock/.test(name));

  test("succeeds after a set-up that was killed", async () => {
    installGo(`echo $$ > ${machine.root}/pid; exec sleep 30`);
    const source = new URL("../../../../scripts/setup/", import.meta.url).href;
    const script = `import { obtainPulumi } from "${source}pulumi.mjs"; import { goModuleInstaller } from "${source}go-module.mjs";
      await obtainPulumi({ cache: process.argv[1], ways: [goModuleInstaller] });`;
    const first = spawn(process.execPath, ["--input-type=module", "--eval", script, machine.cache], {
      env: { ...process.env },
      stdio: "ignore",
    });
    await until(() => existsSync(join(machine.root, "pid")), "the first set-up builds");
    first.kill("SIGKILL");
    await new Promise((resolve) => first.once("exit", resolve));
    process.kill(Number(readFileSync(join(machine.root, "pid"), "utf8")));
    expect(leftovers()).toHaveLength(2);

    installGo(WRITES_THE_CLI);
    expect((await obtain()).version).toBe("3.250.0");
    expect(leftovers()).toEqual([]);
  });
});

test("builds once in two concurrent set-ups", async () => {
  installGo(`sleep 0.2; ${WRITES_THE_CLI}`);
  const both = await Promise.all([obtain(), obtain()]);
  expect(both.map(({ version }) => version)).toEqual(["3.250.0", "3.250.0"]);
  expect(builds()).toBe(1);
  expect(machine.stderr).toContain("another set-up");
});

// (promise P-setup-sums)
test("builds the Go module with its sums, whatever the machine's flags and checksum settings are", async () => {
  const module = join(REPOSITORY, "scripts/setup/pulumi-module");
  vi.stubEnv("GOFLAGS", "-mod=mod -insecure -modfile=other.mod");
  installGo(`printf '%s %s' "$GOFLAGS" "$asked" > ${machine.root}/flags
cmp go.sum ${module}/go.sum && cmp go.mod ${module}/go.mod || exit 1
${WRITES_THE_CLI}`);
  await obtain([goModuleInstaller]);
  expect(readFileSync(join(machine.root, "flags"), "utf8")).toMatch(/^-mod=readonly build .*-mod=readonly /);
});

// (promise P-setup-sums)
test("downloads nothing from the vendor while certificates are not verified", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  await expect(vendorInstaller.install(machine.folder("vendor"))).rejects.toThrow("NODE_TLS_REJECT_UNAUTHORIZED is 0");
});

describe("when no way works", () => {
  test("reports what was tried and what to install", async () => {
    machine.program("bin/pulumi", "echo v3.100.0");
    installGo("exit 1", "go1.22.3");
    const message = await obtain().then(String, String);
    expect(message).toContain(`${machine.bin}/pulumi is 3.100.0, which is too old`);
    expect(message).toContain("the vendor's installer: its download host did not answer");
    expect(message).toMatch(/its Go module: Go 1\.25\.11 or newer is needed, and .*go is go1\.22\.3/);
    expect(message).toContain("Install it from its vendor");
  });
});

// (promise P-own-pulumi)
test("keeps the user's own Pulumi home unchanged", async () => {
  machine.program("bin/pulumi", 'mkdir -p "${PULUMI_HOME:-$HOME/.pulumi}/logs"; echo v3.219.0');
  installGo(
    `mkdir -p "\${out%/*}"; printf '#!/bin/sh\\nmkdir -p "\${PULUMI_HOME:-$HOME/.pulumi}"; echo v3.250.0\\n' > "$out"; chmod +x "$out"`,
  );
  await obtain();
  expect(readdirSync(machine.home)).toEqual([]);
});
