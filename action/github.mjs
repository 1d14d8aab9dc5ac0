// What action.yml runs.
import { appendFileSync } from "node:fs";
import { github } from "./platforms.mjs";
import { oneLine } from "./printable.mjs";
import { runAction } from "./run.mjs";

const inputOf = (/** @type {string} */ name) => process.env[`INPUT_${name.toUpperCase()}`] ?? "";
const variable = (/** @type {string} */ name) => process.env[name] ?? "";

/** The counts of `resourceshare diff` that are outputs of the action. */
const COUNTS = {
  gained: "gained",
  lost: "lost",
  changed: "changed",
  kept: "kept",
  unknown: "unknown",
  external: "externalTargets",
  "possibly-external": "possiblyExternalTargets",
};

/** @param {number} code */
function resultOf(code) {
  if (code === 0) return "passed";
  return code === 2 ? "unknown" : "failed";
}

function platformOf() {
  const pullRequest = inputOf("pull-request");
  if (pullRequest === "") {
    console.log("No comment is posted, because this run belongs to no pull request.");
    return undefined;
  }
  const token = inputOf("token");
  if (token === "") throw new Error("token: it is not set: write ${{ github.token }}, in a job with pull-requests: write");
  return github({
    api: variable("GITHUB_API_URL"),
    graphql: variable("GITHUB_GRAPHQL_URL"),
    repository: variable("GITHUB_REPOSITORY"),
    pullRequest,
    token,
    author: inputOf("comment-author"),
  });
}

/**
 * @param {import("./review.mjs").Review} review
 * @param {string} commentFile
 */
function writeOutputs({ code, comment, summary }, commentFile) {
  const counts = Object.entries(COUNTS).map(([name, key]) => `${name}=${summary === undefined ? "" : Number(summary[key])}`);
  const lines = [...counts, `result=${resultOf(code)}`, `comment-file=${oneLine(commentFile)}`];
  if (variable("GITHUB_OUTPUT") !== "") appendFileSync(variable("GITHUB_OUTPUT"), `${lines.join("\n")}\n`);
  if (variable("GITHUB_STEP_SUMMARY") !== "") appendFileSync(variable("GITHUB_STEP_SUMMARY"), comment);
}

try {
  process.exitCode = await runAction(inputOf, inputOf("token"), platformOf, writeOutputs);
} catch (error) {
  console.error(oneLine(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
