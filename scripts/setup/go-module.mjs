import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { machineFolders, REPOSITORY } from "./paths.mjs";
import { withProgress } from "./report.mjs";
import { GO_AT_LEAST, GO_SWITCHES_SINCE, isAtLeast, parseVersion, PULUMI_INSTALLED } from "./versions.mjs";

const CLI = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";

/**
 * A module that requires the CLI's: `go install` refuses it, because its go.mod replaces modules. Its go.sum holds the sum of every
 * module on every platform, so that Go compares them whatever the machine's settings say of the checksum database. For another
 * version, change it in go.mod and run `go mod tidy` there.
 */
const MODULE = join(REPOSITORY, "scripts", "setup", "pulumi-module");

/** What the vendor's own release sets: no C library, no symbols, the version in its place. */
const BUILD = [
  "build",
  "-v",
  "-mod=readonly", // a module without a sum fails
  "-trimpath",
  "-tags=osusergo,grpcnotrace",
  `-ldflags=-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_INSTALLED}`,
];

/** @type {import("./pulumi.mjs").Way} */
export const goModuleInstaller = {
  name: "its Go module",
  expect: "3 to 8 minutes, once for this user; interrupted, it goes on where it was",
  async install(folder) {
    const go = executables("go", machineFolders())[0];
    if (go === undefined) throw new Error("Go is not installed");
    await checkGo(go);
    const module = join(folder, "module");
    mkdirSync(module, { recursive: true });
    for (const name of ["go.mod", "go.sum"]) copyFileSync(join(MODULE, name), join(module, name));
    let packages = 0;
    let modules = 0;
    const result = await withProgress(
      "Pulumi CLI",
      () => `${modules} modules fetched, ${packages} packages compiled`,
      () =>
        run(go, [...BUILD, "-o", join(folder, "bin", "pulumi"), CLI], {
          cwd: module,
          // Flags of the machine could put other sources in the place of these.
          env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" },
          onLine: (line) => void (line.startsWith("go: downloading") ? modules++ : packages++),
        }),
    );
    if (result.code !== 0) throw new Error(`go build failed:\n${tail(result.output)}`);
    rmSync(module, { recursive: true });
  },
};

/**
 * A Go that is too old but may fetch a newer one by itself is let try.
 * @param {string} go
 */
async function checkGo(go) {
  const { output } = await run(go, ["env", "GOVERSION", "GOTOOLCHAIN"]);
  const [version = "", toolchain = ""] = output.trim().split("\n");
  const needed = toolchain === "local" ? GO_AT_LEAST : GO_SWITCHES_SINCE;
  if (!isAtLeast(parseVersion(version), needed))
    throw new Error(`Go ${GO_AT_LEAST} or newer is needed, and ${go} is ${version || "unknown"}`);
}
