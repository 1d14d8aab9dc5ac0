// Checks the package as npm would publish it, so it compiles the package first.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack, versionOf } from "../release/pack.mjs";
import { buildDist, isBuilt } from "../setup/dist.mjs";
import { REPOSITORY } from "../setup/paths.mjs";
import { SetupError } from "../setup/report.mjs";
import { packageFindings } from "./package-findings.mjs";
import { formatSizes, measureSizes, sizeFindings } from "./package-sizes.mjs";

const folder = mkdtempSync(join(tmpdir(), "resourceshare-packaging-"));
try {
  if (!isBuilt(REPOSITORY)) await buildDist(REPOSITORY);
  const packed = await pack(REPOSITORY, folder);
  const sizes = await measureSizes(REPOSITORY, packed);
  console.log(formatSizes(sizes, versionOf(REPOSITORY)));
  const findings = [...(await packageFindings(REPOSITORY, packed)), ...sizeFindings(sizes)];
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
