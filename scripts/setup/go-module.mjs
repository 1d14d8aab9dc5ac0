import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { machineFolders } from "./folders.mjs";
import { withProgress } from "./report.mjs";
import { GO_AT_LEAST, GO_SWITCHES_SINCE, isAtLeast, parseVersion, PULUMI_INSTALLED } from "./versions.mjs";

const CLI = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";

/**
 * A module that requires the CLI's: `go install` refuses it, because its go.mod replaces modules. Of those lines only the one
 * about the clipboard matters outside the vendor's repository.
 */
const GO_MOD = `module resourceshare/pulumi

go ${GO_AT_LEAST}

require (
	github.com/pulumi/pulumi/pkg/v3 v${PULUMI_INSTALLED}
	github.com/pulumi/pulumi/sdk/v3 v${PULUMI_INSTALLED}
)

replace github.com/atotto/clipboard => github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e
`;

/** What the vendor's own release sets: no C library, no symbols, the version in its place. */
const BUILD = [
  "build",
  "-v",
  "-mod=mod",
  "-trimpath",
  "-tags=osusergo,grpcnotrace",
  `-ldflags=-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI_INSTALLED}`,
];

/** @type {import("./pulumi.mjs").Way} */
export const fromGoModule = {
  name: "its Go module",
  expect: "3 to 8 minutes, once for this user; interrupted, it goes on where it was",
  async install(folder) {
    const go = executables("go", machineFolders())[0];
    if (go === undefined) throw new Error("Go is not installed");
    await checkGo(go);
    const module = join(folder, "module");
    mkdirSync(module, { recursive: true });
    writeFileSync(join(module, "go.mod"), GO_MOD);
    let packages = 0;
    let modules = 0;
    const result = await withProgress(
      "Pulumi CLI",
      () => `${modules} modules fetched, ${packages} packages compiled`,
      () =>
        run(go, [...BUILD, "-o", join(folder, "bin", "pulumi"), CLI], {
          cwd: module,
          env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
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
