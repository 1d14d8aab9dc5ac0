import { expect, test } from "vitest";
import { type Platform, postComment } from "../../../action/comment.mjs";

/** Comments in memory, with the words of what was done to them. */
class Comments implements Platform {
  readonly texts: string[];
  readonly calls: string[] = [];

  constructor(...texts: string[]) {
    this.texts = texts;
  }

  own = async () => this.texts.map((body, index) => ({ id: String(index), body }));
  create = async (body: string) => this.calls.push(`create ${this.texts.push(body) - 1}`);
  update = async ({ id }: { id: string }, body: string) => this.calls.push(`update ${id} ${body.split("\n").at(-1)}`);
  hide = async ({ id }: { id: string }) => this.calls.push(`hide ${id}`);
}

const comment = (findings: string, text: string, stack = "prod") =>
  `<!-- resourceshare diff ${stack} -->\n<!-- findings ${findings} -->\n${text}`;
const other = comment("a", "other", "dev");

test.each([
  ["update", ["update 1 new"], "The comment was updated."],
  ["new", ["create 3"], "The comment was posted."],
  ["hide-and-new", ["create 3", "hide 1"], "The comment was posted, and the earlier one hidden."],
])("handles the newest comment of the same stacks in the mode %s with the calls %j", async (mode, calls, done) => {
  const comments = new Comments(comment("a", "old"), comment("b", "older"), other);
  expect(await postComment(comments, comment("c", "new"), mode)).toBe(done);
  expect(comments.calls).toEqual(calls);
});

test.each(["update", "new", "hide-and-new"])(
  "writes no comment in the mode %s when the findings equal those of the newest comment",
  async (mode) => {
    const comments = new Comments(comment("a", "old"), comment("b", "preview of an earlier commit"));
    expect(await postComment(comments, comment("b", "preview of a later commit"), mode)).toBe("The comment has these findings already.");
    expect(comments.calls).toEqual([]);
  },
);

test.each(["update", "new", "hide-and-new"])("posts the first comment of a stack in the comment mode %s", async (mode) => {
  const comments = new Comments(other);
  expect(await postComment(comments, comment("a", "new"), mode)).toBe("The comment was posted.");
  expect(comments.calls).toEqual(["create 1"]);
});

test("rejects a text as a comment that this action did not write", async () => {
  await expect(postComment(new Comments(), "### Access\n", "update")).rejects.toThrow("does not begin with its markers");
});
