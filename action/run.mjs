import { readFileSync, writeFileSync } from "node:fs";
import { postComment } from "./comment.mjs";
import { review } from "./review.mjs";
import { settingsOf } from "./settings.mjs";

/**
 * Reviews the access that a change gives and takes, and writes the comment; or posts the comment that an earlier job wrote.
 * @param {(name: string) => string} valueOf the value of an input
 * @param {string} token the token that writes comments; empty when it is not set
 * @param {() => import("./comment.mjs").Platform | undefined} platformOf the comments to write to; absent outside pull and merge requests
 * @param {(review: import("./review.mjs").Review, commentFile: string) => void} [reviewed] is called with what was found
 * @returns {Promise<number>} the exit code of the pipeline
 */
export async function runAction(valueOf, token, platformOf, reviewed) {
  const settings = settingsOf(valueOf);
  if (settings.writtenComment === "") {
    // A program reads the environment of the processes that started it from /proc, so none of them may have the token.
    if (token !== "") {
      throw new Error(
        "the token that comments is set where programs of the pull request run: set it only for the job with written-comment",
      );
    }
    const found = review(settings);
    writeFileSync(settings.commentFile, found.comment);
    reviewed?.(found, settings.commentFile);
    return found.code;
  }
  const platform = platformOf();
  if (platform !== undefined) console.log(await postComment(platform, readFileSync(settings.writtenComment, "utf8"), settings.comment));
  return 0;
}
