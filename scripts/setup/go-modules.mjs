import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { provideCachedFolder } from "./cached-folder.mjs";
import { run, tail } from "./commands.mjs";
import { fingerprint } from "./fingerprints.mjs";
import { cacheFolder, REPOSITORY } from "./paths.mjs";

const EXAMPLE = join("examples", "go");

/** Downloads the Go modules of the program in examples/go, which tests compile. @param {string} [cache] */
export function provideGoModules(cache = cacheFolder()) {
  return provideCachedFolder({
    subject: "Go modules",
    folder: join(
      cache,
      `go-modules-${fingerprint(
        REPOSITORY,
        ["go.mod", "go.sum"].map((name) => join(EXAMPLE, name)),
      ).slice(0, 12)}`,
    ),
    expect: "downloading those of examples/go (about 10 s, once for this user)",
    build: downloadModules,
  });
}

/** @param {string} folder */
async function downloadModules(folder) {
  for (const name of ["go.mod", "go.sum"]) copyFileSync(join(REPOSITORY, EXAMPLE, name), join(folder, name));
  // The SDK is generated later, and imports nothing else.
  const sdk = join(folder, "sdks", "go");
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, "go.mod"), "module example.com/pulumi-resourceshare/sdk/go\n\ngo 1.21\n");
  const { code, output } = await run("go", ["mod", "download"], {
    cwd: folder,
    env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" },
  });
  if (code !== 0) throw new Error(`go mod download failed:\n${tail(output)}`);
}
