/**
 * @typedef {object} Comment
 * @property {string} id
 * @property {string} body
 *
 * @typedef {object} Platform the comments of one pull or merge request
 * @property {() => Promise<readonly Comment[]>} own the comments of this pipeline's user, the oldest first
 * @property {(body: string) => Promise<unknown>} create
 * @property {(comment: Comment, body: string) => Promise<unknown>} update
 * @property {(comment: Comment) => Promise<unknown>} hide folds a comment that a newer one replaces
 */

/**
 * Posts a comment, unless the newest comment of the same stacks has the same findings.
 * @param {Platform} platform
 * @param {string} body as review.mjs wrote it
 * @param {string} mode `update` changes the earlier comment, `new` leaves it, `hide-and-new` hides it
 * @returns {Promise<string>} what was done
 */
export async function postComment(platform, body, mode) {
  const [marker = "", findings = ""] = body.split("\n");
  if (!/^<!-- resourceshare diff \S+ -->$/.test(marker) || !/^<!-- findings \w+ -->$/.test(findings)) {
    throw new Error("the comment does not begin with its markers: write it with this action, and do not change it");
  }
  const earlier = (await platform.own()).findLast((comment) => comment.body.startsWith(`${marker}\n`));
  if (earlier?.body.startsWith(`${marker}\n${findings}\n`)) return "The comment has these findings already.";
  if (earlier !== undefined && mode === "update") {
    await platform.update(earlier, body);
    return "The comment was updated.";
  }
  await platform.create(body);
  if (earlier === undefined || mode === "new") return "The comment was posted.";
  await platform.hide(earlier);
  return "The comment was posted, and the earlier one hidden.";
}
