import { readFileSync, writeFileSync } from "node:fs";
import { postComment } from "./comment.mjs";
import { review } from "./review.mjs";
import { settingsOf } from "./settings.mjs";

/**
 * Reviews the access that a change gives and takes, writes the comment, and posts it.
 * @param {(name: string) => string} valueOf the value of an input
 * @param {() => import("./comment.mjs").Platform | undefined} platformOf the comments to write to; absent outside pull and merge requests
 * @param {(review: import("./review.mjs").Review, commentFile: string) => void} [reviewed] is called with what was found
 * @returns {Promise<number>} the exit code of the pipeline
 */
export async function runAction(valueOf, platformOf, reviewed) {
  const settings = settingsOf(valueOf);
  let code = 0;
  if (settings.writtenComment === "") {
    const found = review(settings);
    writeFileSync(settings.commentFile, found.comment);
    reviewed?.(found, settings.commentFile);
    code = found.code;
  }
  const platform = settings.comment === "none" ? undefined : platformOf();
  if (platform !== undefined) {
    console.log(await postComment(platform, readFileSync(settings.writtenComment || settings.commentFile, "utf8"), settings.comment));
  }
  return code;
}
