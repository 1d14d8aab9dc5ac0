import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { machineFolders, REPOSITORY } from "./paths.mjs";
import { withProgress } from "./report.mjs";
import { GO_AT_LEAST, GO_SWITCHES_SINCE, isAtLeast, parseVersion, PULUMI_INSTALLED } from "./versions.mjs";

const CLI = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";

/**
 * A module that requires the CLI's module, because `go install` rejects a module whose go.mod has `replace` directives. Its go.sum lists
 * the checksums of all modules on all platforms. Go verifies them even when the machine's settings disable the checksum database.
 * For another version, change it in go.mod and run `go mod tidy` there.
 */
const MODULE = join(REPOSITORY, "scripts", "setup", "pulumi-module");

/** The build flags of the vendor's releases: no C library, no symbols, and the version. */
const BUILD = [
  "build",
  "-v",
  "-mod=readonly", // fails for a module without a checksum
  "-trimpath",
  "-tags=osusergo,grpcnotrace",
  `-ldflags=-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_INSTALLED}`,
];

/** Builds the CLI from its Go module. @type {import("./pulumi.mjs").Way} */
export const goModuleInstaller = {
  name: "its Go module",
  expect: "3 to 8 minutes, once for this user; interrupted, it resumes where it stopped",
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
          // The machine's Go flags could replace sources.
          env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" },
          onLine: (line) => void (line.startsWith("go: downloading") ? modules++ : packages++),
        }),
    );
    if (result.code !== 0) throw new Error(`go build failed:\n${tail(result.output)}`);
    rmSync(module, { recursive: true });
  },
};

/**
 * Rejects a Go that is too old. One that can download a newer toolchain is accepted.
 * @param {string} go
 */
async function checkGo(go) {
  const { output } = await run(go, ["env", "GOVERSION", "GOTOOLCHAIN"]);
  const [version = "", toolchain = ""] = output.trim().split("\n");
  const needed = toolchain === "local" ? GO_AT_LEAST : GO_SWITCHES_SINCE;
  if (!isAtLeast(parseVersion(version), needed))
    throw new Error(`Go ${GO_AT_LEAST} or newer is needed, and ${go} is ${version || "unknown"}`);
}
