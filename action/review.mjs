import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { logLines } from "./printable.mjs";

/**
 * @typedef {object} Review
 * @property {number} code 0, 3 when a check fails, 2 when the access is not known, otherwise the exit code of `pulumi preview`
 * @property {string} comment
 * @property {Readonly<Record<string, unknown>> | undefined} summary the counts of `resourceshare diff`; absent when the access is not known
 */

/**
 * Previews stacks with their policies, and compares the access before and after.
 * @param {import("./settings.mjs").Settings} settings
 * @returns {Review}
 */
export function review(settings) {
  // The engine's own messages in a preview hold secrets in clear text: other users cannot read this folder, and it is removed at the end.
  const work = mkdtempSync(join(tmpdir(), "resourceshare-review-"));
  try {
    const problem = settingsProblem(settings, join(work, "empty.json"));
    if (problem !== undefined) {
      log(problem);
      return unknown(settings, "A setting of this review is wrong");
    }
    const previewed = settings.stacks.map((stack, index) => preview(stack, settings, join(work, `${index}.json`)));
    const files = [...settings.previews, ...previewed.map(({ file }) => file)];
    const words = ["diff", ...files, ...optionsOf(settings)];
    const folder = settings.stacks[0]?.folder ?? ".";
    const report = output("resourceshare", [...words, "--format", "json"], folder);
    const failed = previewed.find(({ code }) => code !== 0)?.code ?? 0;
    if (report.code !== 0 && report.code !== 3) {
      // Where `pulumi` has written no preview, it has printed the reason.
      if (previewed.every(({ file }) => statSync(file).size > 0)) log(report.errors);
      return unknown(settings, failureOf(previewed));
    }
    const options = [...(settings.hasPicture ? ["--picture"] : []), ...(settings.runUrl === "" ? [] : ["--run-url", settings.runUrl])];
    const markdown = output("resourceshare", [...words, ...options], folder);
    log(markdown.errors);
    if (markdown.code !== report.code) return unknown(settings, failureOf([]));
    const { summary } = JSON.parse(report.text);
    const comment = commentOf(settings, markdown.text.trimEnd(), `${report.text}${report.code}${settings.failOn.join()}`);
    return { code: report.code === 0 ? failed : report.code, comment, summary };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * The review of a change whose access is not known.
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} failure
 * @returns {Review}
 */
function unknown(settings, failure) {
  const body = `### Access through resource shares\n\n🛑 ${failure}, so the access is not known. The reason is in the log of this pipeline.`;
  return { code: 2, comment: commentOf(settings, body, body), summary: undefined };
}

/**
 * A stack as a comment names it: with its folder, where that is another one.
 * @param {{ folder: string, stack: string }} stack
 */
function nameOf({ folder, stack }) {
  return folder === "." ? stack : `${folder}/${stack}`;
}

/**
 * What failed: the previews of some stacks, or else their comparison.
 * @param {readonly { folder: string, stack: string, code: number }[]} previewed
 */
function failureOf(previewed) {
  const failed = previewed.filter(({ code }) => code !== 0).map((one) => `\`${nameOf(one).replaceAll(/[^\w./-]/g, "-")}\``);
  return failed.length === 0 ? "The previews cannot be compared" : `The preview of ${failed.join(", ")} failed`;
}

/**
 * @param {{ folder: string, stack: string }} stack
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} file
 */
function preview({ folder, stack }, { policyPacks }, file) {
  const packs = policyPacks.flatMap((pack) => ["--policy-pack", pack]);
  const words = ["preview", "--stack", stack, "--json", "--show-sames", "--non-interactive", ...packs];
  const to = openSync(file, "w", 0o600);
  const env = { ...environment(folder), PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
  const { status, stderr, error } = spawnSync("pulumi", words, { cwd: folder, env, stdio: ["ignore", to, "pipe"], maxBuffer: LONGEST });
  closeSync(to);
  log(error === undefined ? String(stderr) : `${error.message}: install the Pulumi CLI in a step before this one\n`);
  if (/no stack named|organization name must be/.test(String(stderr))) {
    const { stdout } = spawnSync("pulumi", ["stack", "ls", "--non-interactive"], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
    log(`stacks: write STACK, or FOLDER STACK with a blank; the stacks of ${folder} are\n${String(stdout)}`);
  }
  return { folder, stack, file, code: status ?? 2 };
}

/**
 * What is wrong with the inputs whatever the previews have, as `resourceshare diff` finds it with an empty preview.
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} file where an empty preview is written
 */
function settingsProblem(settings, file) {
  for (const { folder } of settings.stacks) {
    const absent = absentFolder(folder, settings.policyPacks);
    if (absent !== undefined) return `${absent}\n`;
  }
  writeFileSync(file, JSON.stringify({ steps: [], changeSummary: {} }));
  const { code, errors } = output(
    "resourceshare",
    ["diff", file, ...optionsOf(settings), "--format", "json"],
    settings.stacks[0]?.folder ?? ".",
  );
  return code === 2 ? errors : undefined;
}

/**
 * The input that names a folder which does not exist: `pulumi` does not know inputs, and a missing folder reads like a missing `pulumi`.
 * @param {string} folder
 * @param {readonly string[]} policyPacks
 */
function absentFolder(folder, policyPacks) {
  if (!existsSync(folder)) return `stacks: there is no folder ${folder}`;
  const pack = policyPacks.map((name) => resolve(folder, name)).find((path) => !existsSync(path));
  return pack === undefined ? undefined : `policy-packs: there is no folder ${pack}: name it relative to the program's`;
}

/** @param {import("./settings.mjs").Settings} settings */
function optionsOf({ directory, allowExternal, failOn }) {
  return [
    ...(directory === "" ? [] : ["--directory", resolve(directory)]),
    ...allowExternal.flatMap((id) => ["--allow-external", id]),
    ...(failOn.length > 0 ? failOn : ["policy", "external"]).flatMap((check) => ["--fail-on", check]),
  ];
}

/** The longest output of a command, in bytes. */
const LONGEST = 2 ** 29;

/**
 * @param {string} command
 * @param {readonly string[]} words
 * @param {string} folder whose installed commands are found
 */
function output(command, words, folder) {
  const result = spawnSync(command, words, { env: environment(folder), stdio: ["ignore", "pipe", "pipe"], maxBuffer: LONGEST });
  const errors =
    result.error === undefined
      ? String(result.stderr)
      : `${result.error.message}: install the package pulumi-resourceshare from its file\n`;
  return { code: result.status ?? 2, text: String(result.stdout ?? ""), errors };
}

/** The environment of a program, without this action's inputs and the files by which a step changes later ones. @param {string} folder */
function environment(folder) {
  const own = Object.entries(process.env).filter(([name]) => !/^(INPUT_|GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$)/.test(name));
  const path = [resolve(folder, "node_modules/.bin"), resolve("node_modules/.bin"), process.env["PATH"]].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path };
}

/**
 * The comment with the lines that comment.mjs finds it by: its stacks, and a digest of its findings.
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} body
 * @param {string} findings
 */
function commentOf({ stacks, previews, revision }, body, findings) {
  const about = [...stacks.map(nameOf), ...previews].join(",");
  const digest = createHash("sha256").update(findings).digest("hex").slice(0, 16);
  const note = revision === "" ? "" : `\n<sub>Preview of ${revision.replaceAll(/[^A-Za-z0-9]/g, "")}</sub>\n`;
  return `<!-- resourceshare diff ${about.replaceAll(/[^A-Za-z0-9._/,-]/g, "-")} -->\n<!-- findings ${digest} -->\n${body}\n${note}`;
}

/** @param {string} text */
function log(text) {
  process.stderr.write(logLines(text));
}
