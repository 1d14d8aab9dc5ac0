// Lints programs with oxlint, and documents with the rules of document-lines.mjs.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lineFindings } from "./document-lines.mjs";

const root = join(fileURLToPath(import.meta.url), "../../..");

const programs = spawnSync("oxlint", ["--deny-warnings", "--report-unused-disable-directives"], { cwd: root, stdio: "inherit" });

// Generated pages hold texts of the schema.
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: root, encoding: "utf8" });
const findings = listed
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return text.startsWith("<!-- Generated") ? [] : lineFindings(text).map((finding) => `${path}:${finding}`);
  });
for (const finding of findings) console.log(finding);

process.exitCode = programs.status === 0 && findings.length === 0 ? 0 : 1;
