// Makes the files in .changeset the next version: in the manifests, the documents and the changelog, with the sizes of its package.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatSizes, measureSizes, recordSizes } from "./check/package-sizes.mjs";
import { pack } from "./release/pack.mjs";
import { applyVersion, nextVersion } from "./release/next-version.mjs";
import { buildDist } from "./setup/dist.mjs";
import { REPOSITORY } from "./setup/paths.mjs";
import { report, runCommand, SetupError } from "./setup/report.mjs";

async function main() {
  const next = await nextVersion(REPOSITORY);
  if (next === undefined) throw new SetupError("`.changeset` has no change: describe one there first (.changeset/README.md).");
  applyVersion(REPOSITORY, next, new Date().toISOString().slice(0, 10));
  await buildDist(REPOSITORY);
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-version-"));
  try {
    const sizes = await measureSizes(REPOSITORY, await pack(REPOSITORY, folder));
    console.log(formatSizes(sizes, next.to));
    recordSizes(REPOSITORY, next.to, sizes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report("Version", `${next.from} is now ${next.to}. Review and commit it, then tag the commit on main: git tag v${next.to}`);
}

await runCommand("Version", main);
