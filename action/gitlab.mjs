// What the jobs of templates/access-review.yml run. An input is a variable: `fail-on` is REVIEW_FAIL_ON.
import { gitlab } from "./platforms.mjs";
import { oneLine } from "./printable.mjs";
import { runAction } from "./run.mjs";

const inputOf = (/** @type {string} */ name) => process.env[`REVIEW_${name.toUpperCase().replaceAll("-", "_")}`] ?? "";

/** @param {string} name */
function needed(name) {
  const value = process.env[name];
  if (!value) throw new Error(`the variable ${name} is not set: set it for the job that comments`);
  return value;
}

try {
  process.exitCode = await runAction(inputOf, process.env["COMMENT_TOKEN"] ?? "", () =>
    gitlab({
      api: needed("CI_API_V4_URL"),
      project: needed("CI_PROJECT_ID"),
      mergeRequest: needed("CI_MERGE_REQUEST_IID"),
      token: needed("COMMENT_TOKEN"),
    }),
  );
} catch (error) {
  console.error(oneLine(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
