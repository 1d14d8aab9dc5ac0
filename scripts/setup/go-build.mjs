import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { machineFolders } from "./paths.mjs";
import { withProgress } from "./report.mjs";
import { GO_AT_LEAST, GO_SWITCHES_SINCE, isAtLeast, parseVersion } from "./versions.mjs";

/** The build flags of the vendor's releases: no C library, no symbols. */
const BUILD = [
  "build",
  "-v",
  "-mod=readonly", // fails for a module without a checksum
  "-trimpath",
  "-tags=osusergo,grpcnotrace",
];

/**
 * Builds a program of the modules that a go.mod requires. Its go.sum lists the checksums of all modules on all platforms. Go verifies them
 * even when the machine's settings disable the checksum database.
 * @param {object} options
 * @param {string} options.subject what is built, for messages
 * @param {string} options.module the folder of go.mod, go.sum and, for a program of this repository, its source
 * @param {string} options.program the path of the program's package
 * @param {string} options.folder an empty folder, in which the build writes `bin/NAME`
 * @param {string} options.name
 * @param {string} [options.linkerFlags]
 */
export async function buildGoProgram({ subject, module, program, folder, name, linkerFlags = "" }) {
  const go = executables("go", machineFolders())[0];
  if (go === undefined) throw new Error(`Go is not installed: install Go ${GO_AT_LEAST} or newer`);
  const problem = goProblem(go);
  if (problem !== undefined) throw new Error(problem);
  const copy = join(folder, "module");
  cpSync(module, copy, { recursive: true });
  let packages = 0;
  let modules = 0;
  const result = await withProgress(
    subject,
    () => `${modules} modules fetched, ${packages} packages compiled`,
    () =>
      run(go, [...BUILD, `-ldflags=${["-s -w", linkerFlags].join(" ").trim()}`, "-o", join(folder, "bin", name), program], {
        cwd: copy,
        // The machine's Go flags could replace sources.
        env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" },
        onLine: (line) => void (line.startsWith("go: downloading") ? modules++ : packages++),
      }),
  );
  if (result.code !== 0) throw new Error(`go build failed:\n${tail(result.output)}`);
  rmSync(copy, { recursive: true });
}

/**
 * Returns why a Go cannot build the programs. One that can download a newer toolchain is accepted.
 * @param {string} go
 * @returns {string | undefined}
 */
export function goProblem(go) {
  const { stdout } = spawnSync(go, ["env", "GOVERSION", "GOTOOLCHAIN"], { encoding: "utf8" });
  const [version = "", toolchain = ""] = (stdout ?? "").trim().split("\n");
  const needed = toolchain === "local" ? GO_AT_LEAST : GO_SWITCHES_SINCE;
  if (isAtLeast(parseVersion(version), needed)) return undefined;
  return `Go ${GO_AT_LEAST} or newer is needed, and ${go} is ${version || "unknown"}`;
}
