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
    withFile("comment-file", settings.commentFile, (file) => writeFileSync(file, found.comment));
    reviewed?.(found, settings.commentFile);
    return found.code;
  }
  const platform = platformOf();
  if (platform === undefined) return 0;
  const comment = withFile("written-comment", settings.writtenComment, (file) => readFileSync(file, "utf8"));
  console.log(await postComment(platform, comment, settings.comment));
  return 0;
}

/**
 * Reads or writes the file that an input names.
 * @template Result
 * @param {string} input
 * @param {string} file
 * @param {(file: string) => Result} use
 * @returns {Result}
 */
function withFile(input, file, use) {
  try {
    return use(file);
  } catch (error) {
    throw new Error(
      `${input}: ${error instanceof Error ? error.message : String(error)}: check the name, and the step that writes the file`,
      { cause: error },
    );
  }
}
