import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { REPOSITORY } from "../../../../scripts/setup/paths.mjs";
import { YAML_HOST_INSTALLED } from "../../../../scripts/setup/versions.mjs";
import { provideYamlLanguageHost } from "../../../../scripts/setup/yaml-language-host.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox();

/** A Go that compiles in no time; `build` is what its `go build` does, with the file to write in `$out`. */
const installGo = (build: string) =>
  machine.program(
    "bin/go",
    `if [ "$1" = env ]; then printf 'go1.26.8\\nlocal\\n'; exit; fi
echo run >> ${machine.root}/builds
asked=$*
while [ "$1" != -o ]; do shift; done
out=$2
${build}`,
  );

const WRITES_THE_HOST = `mkdir -p "\${out%/*}"; printf '#!/bin/sh\\n' > "$out"; chmod +x "$out"`;

const provide = () => provideYamlLanguageHost({ cache: machine.cache, pulumi: undefined });

// (promise P-setup-sums)
test("builds the YAML language host once, with its sums, whatever the machine's flags are", async () => {
  const module = join(REPOSITORY, "scripts/setup/yaml-module");
  vi.stubEnv("GOFLAGS", "-mod=mod -insecure");
  installGo(`printf '%s %s' "$GOFLAGS" "$asked" > ${machine.root}/flags
cmp go.sum ${module}/go.sum && cmp go.mod ${module}/go.mod || exit 1
${WRITES_THE_HOST}`);
  const [first, second] = await Promise.all([provide(), provide()]);
  expect([first, second, await provide()]).toEqual(Array(3).fill(join(machine.cache, `yaml-language-host-${YAML_HOST_INSTALLED}`, "bin")));
  expect(readFileSync(join(machine.root, "builds"), "utf8")).toBe("run\n");
  expect(readFileSync(join(machine.root, "flags"), "utf8")).toMatch(/^-mod=readonly build .*-mod=readonly /);
});
