import { oneLine } from "./printable.mjs";

/** How an earlier comment of the same stacks is treated. */
const MODES = ["update", "new", "hide-and-new"];

/**
 * @typedef {object} Settings
 * @property {readonly { folder: string, stack: string }[]} stacks what is previewed
 * @property {readonly string[]} policyPacks folders of policy packs, relative to the program's
 * @property {readonly string[]} previews files of previews that were run before
 * @property {string} directory the file with the members of the resource directory; empty for none
 * @property {readonly string[]} allowExternal targets that may be outside the resource directory
 * @property {readonly string[]} failOn checks of `resourceshare diff`
 * @property {boolean} hasPicture
 * @property {string} commentFile where the comment is written
 * @property {string} writtenComment the file of a comment that an earlier job wrote; empty for none
 * @property {string} comment one of the modes
 * @property {string} runUrl the address of the pipeline's run
 * @property {string} revision the commit that the comment names
 */

/**
 * Reads the settings of a pipeline.
 * @param {(name: string) => string} valueOf the value of an input; empty when it is not set
 * @returns {Settings}
 * @throws {Error} for a value that cannot work
 */
export function settingsOf(valueOf) {
  const linesOf = (/** @type {string} */ name) =>
    valueOf(name)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const settings = {
    stacks: linesOf("stacks").map(stackOf),
    policyPacks: linesOf("policy-packs"),
    previews: linesOf("previews"),
    directory: valueOf("directory"),
    allowExternal: linesOf("allow-external"),
    failOn: linesOf("fail-on").map((check) => check.replace(/^not-granted\s+/, "not-granted:")),
    hasPicture: valueOf("picture") !== "false",
    commentFile: valueOf("comment-file") || "comment.md",
    writtenComment: valueOf("written-comment"),
    comment: valueOf("comment") || "update",
    runUrl: valueOf("run-url"),
    revision: valueOf("revision"),
  };
  if (!["", "true", "false"].includes(valueOf("picture")))
    throw new Error(`picture: "${oneLine(valueOf("picture"))}" is not true or false`);
  if (settings.policyPacks.length > 0 && settings.stacks.length === 0) {
    throw new Error("policy-packs goes with stacks: a preview that is given has been run already");
  }
  if (!MODES.includes(settings.comment)) {
    throw new Error(`comment: "${oneLine(settings.comment)}" is not known: write ${MODES.join(", ")}`);
  }
  const given = ["stacks", "previews", "written-comment"].filter((name) => valueOf(name).trim() !== "");
  if (given.length !== 1) {
    const what = given.length === 0 ? "none is set" : `${given.join(" and ")} are set`;
    throw new Error(`set one of stacks, previews and written-comment, which names what the comment is about: ${what}`);
  }
  return settings;
}

/** A line of `stacks`: a stack of the current folder, or a folder and its stack. @param {string} line */
function stackOf(line) {
  const [first = "", stack, ...more] = line.split(/\s+/);
  if (more.length > 0) throw new Error(`stacks: "${oneLine(line)}" has more than a folder and a stack: write one stack a line`);
  return stack === undefined ? { folder: ".", stack: first } : { folder: first, stack };
}
