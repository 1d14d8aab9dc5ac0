import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readSums, sumOf } from "../plugin/sums.mjs";
import { SetupError } from "../setup/report.mjs";

/** Where a release goes. @typedef {"npm" | "github"} Destination */

/**
 * Publishes the files of a prepared release. What is published already is left as it is, so a release that stopped half-way can be repeated.
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.version
 * @param {string | undefined} options.tag the tag that the workflow runs for
 * @param {readonly Destination[]} options.to
 */
export function publishRelease({ folder, version, tag, to }) {
  if (tag !== `v${version}`)
    throw new SetupError(`version ${version} is published for its tag v${version} only, and this is ${tag ?? "no tag"}.`);
  const files = verifiedFiles(folder);
  const packed = files.find((file) => basename(file) === `pulumi-resourceshare-${version}.tgz`);
  if (packed === undefined) throw new SetupError(`${folder} has no packed file of version ${version}.`);
  if (to.includes("npm")) publishToNpm(packed, version);
  if (to.includes("github")) publishToGithub(folder, files, tag);
}

/** Returns the files that SHA256SUMS lists, after comparing them with it. @param {string} folder */
function verifiedFiles(folder) {
  const sums = readSums(folder);
  const others = readdirSync(folder).filter((name) => !sums.has(name) && name !== "SHA256SUMS" && name !== "NOTES.md");
  if (others.length > 0) throw new SetupError(`SHA256SUMS does not list ${others.join(", ")}.`);
  const changed = [...sums].filter(([name, sum]) => sumOf(join(folder, name)) !== sum);
  if (changed.length > 0) throw new SetupError(`the sums of ${changed.map(([name]) => name).join(", ")} differ from SHA256SUMS.`);
  return [...sums.keys()].map((name) => join(folder, name));
}

/** @param {string} packed @param {string} version */
function publishToNpm(packed, version) {
  if (isSuccess("npm", ["view", `pulumi-resourceshare@${version}`, "version"])) return;
  succeed("npm", ["publish", packed, "--provenance", "--access", "public"]);
}

/** @param {string} folder @param {readonly string[]} files @param {string} tag */
function publishToGithub(folder, files, tag) {
  if (isSuccess("gh", ["release", "view", tag])) return;
  const all = [...files, join(folder, "SHA256SUMS")];
  succeed("gh", ["release", "create", tag, "--verify-tag", "--title", tag, "--notes-file", join(folder, "NOTES.md"), ...all]);
}

/** Whether a command that only reads finds something. @param {string} command @param {readonly string[]} words */
function isSuccess(command, words) {
  const { status, stdout } = spawnSync(command, words, { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "";
}

/** @param {string} command @param {readonly string[]} words */
function succeed(command, words) {
  const { status, error } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) throw new SetupError(`${command} ${words[0]} failed${error === undefined ? "" : `: ${error.message}`}.`);
}
