// Makes a release: `--dry-run` does everything but publish. `--from FOLDER` publishes what a dry run has written, `--to npm` or
// `--to github` only there: the workflow prepares in a job without an identity, and publishes in jobs that run no dependency.
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { report, runCommand, SetupError } from "./setup/report.mjs";
import { REPOSITORY } from "./setup/paths.mjs";
import { publishRelease } from "./release/publish.mjs";

/** @import { Destination } from "./release/publish.mjs" */

const { values } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    out: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    platforms: { type: "string" },
  },
});

async function release() {
  const tag = tagOfRun();
  if (!values["dry-run"] && tag === undefined) {
    throw new SetupError("it is published by the workflow release.yml, for a tag. npm run release -- --dry-run does everything else.");
  }
  const folder = resolve(values.from ?? values.out ?? mkdtempSync(join(tmpdir(), "pulumi-resourceshare-")));
  const version = values.from === undefined ? await prepared(folder) : versionIn(folder);
  if (values["dry-run"]) return report("Release", `${version} is in ${folder}. Nothing was published.`);
  publishRelease({ folder, version, tag, to: destinations() });
  return report("Release", `${version} is published.`);
}

/** @param {string} folder @returns {Promise<string>} the version */
async function prepared(folder) {
  // Only this step needs the dependencies.
  const { prepareRelease } = await import("./release/prepare.mjs");
  const version = await prepareRelease({ root: REPOSITORY, out: folder, isRehearsal: values["dry-run"], platforms: values.platforms });
  for (const name of readdirSync(folder)) console.log(`${String(statSync(join(folder, name)).size).padStart(10)}  ${name}`);
  return version;
}

/** @param {string} folder */
function versionIn(folder) {
  const [, version] = /^pulumi-resourceshare-(.+)\.tgz$/m.exec(readdirSync(folder).join("\n")) ?? [];
  if (version === undefined) throw new SetupError(`${folder} has no packed file: npm run release -- --dry-run --out ${folder} writes it.`);
  return version;
}

/** GitHub names the branch or tag that a workflow runs for. */
function tagOfRun() {
  return process.env["GITHUB_REF_TYPE"] === "tag" ? process.env["GITHUB_REF_NAME"] : undefined;
}

/** @returns {Destination[]} */
function destinations() {
  if (values.to === undefined) return ["npm", "github"];
  if (values.to === "npm" || values.to === "github") return [values.to];
  throw new SetupError(`--to is npm or github, and not ${values.to}.`);
}

await runCommand("Release", release);
