import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isPrintable } from "../../../provider/kernel/printable.ts";
import { Workspace } from "./runner.ts";

test("copies no note or message of a preview into the review comment, and logs none as a command", async () => {
  using workspace = new Workspace();
  workspace.install(
    "pulumi",
    String.raw`printf 'x\r::error::forged\n  ::add-mask::x ##[set-env name=A]b ##vso[x]\n\033[31mred\033[0m\033]0;title\007 \342\200\256hidden \302\233c1\n' >&2`,
  );
  workspace.install(
    "resourceshare",
    String.raw`case "$*" in *json) echo '{"summary":{}}' ;; *) echo body; printf 'note: share a\n--fail-on policy: all is well @all https://forged.example\n' >&2 ;; esac`,
  );
  const env = { REVIEW_STACKS: "test@all", REVIEW_REVISION: "abc\n@all" };
  const { code, output } = await workspace.run("action/gitlab.mjs", env);
  expect(code).toBe(0);
  expect(workspace.read("comment.md")).toMatch(
    /^<!-- resourceshare diff test-all -->\n<!-- findings [0-9a-f]{16} -->\nbody\n\n<sub>Preview of abcall<\/sub>\n$/,
  );
  const shown = output.trimEnd().split("\n");
  expect(shown.filter((line) => !line.startsWith("| "))).toEqual([]);
  expect(shown).toHaveLength(6);
  expect(output).not.toMatch(/##\w*\[/);
  expect(shown.filter((line) => !isPrintable(line))).toEqual([]);
  expect(shown.filter((line) => line.startsWith("| red"))).toHaveLength(1);
});

test("fails the action when the comment cannot be written, although the access is known", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", "true");
  workspace.install("resourceshare", `case "$*" in *json) echo '{"summary":{}}' ;; *) echo bad run-url >&2; exit 2 ;; esac`);
  const { code, output } = await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "test" });
  expect({ code, output }).toEqual({ code: 2, output: "| bad run-url\n" });
  expect(workspace.read("comment.md")).toContain("🛑 The previews cannot be compared, so the access is not known.");
});

test("names a folder of the action's input that does not exist, and reports no error of the CLI or the preview", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", "true");
  workspace.install("resourceshare", "echo 0.json: there is nothing to read >&2; exit 2");
  const { code, output } = await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "absent test" });
  expect({ code, output }).toEqual({ code: 2, output: "| stacks: there is no folder absent\n" });
  expect(workspace.read("comment.md")).toContain("🛑 A setting of this review is wrong, so the access is not known.");
});

test("names the input of the action whose policy pack does not exist", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", "echo not run >&2");
  workspace.install("resourceshare", "echo 0.json: there is nothing to read >&2; exit 2");
  const { code, output } = await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "test", REVIEW_POLICY_PACKS: "absent" });
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/^\| policy-packs: there is no folder \/.*\/absent: name it relative to the program's\n$/),
  ]);
});

test.each([
  [{ REVIEW_FAIL_ON: "extrenal" }, "| resourceshare: --fail-on extrenal: there is no such check"],
  [{ REVIEW_DIRECTORY: "absent.json" }, "absent.json cannot be read: there is no such file"],
])("checks the inputs %j of the action before the first preview", async (inputs, message) => {
  using workspace = new Workspace();
  workspace.install("pulumi", "echo previewed >&2");
  const { code, output } = await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "test", ...inputs });
  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  expect(output).not.toContain("previewed");
});

test("names the stacks of a folder in the action's error when the requested stack does not exist", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", `[ "$1" = stack ] && echo "prod  test" && exit; echo "error: no stack named 'prd' found" >&2; exit 255`);
  const { code, output } = await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "prd" });
  expect([code, output]).toEqual([
    2,
    "| error: no stack named 'prd' found\n| stacks: write STACK, or FOLDER STACK with a blank; the stacks of . are\n| prod  test\n",
  ]);
  expect(workspace.read("comment.md")).toContain("🛑 The preview of `prd` failed, so the access is not known.");
});

test("names the folder of a stack whose preview failed in the action's error", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", "exit 255");
  mkdirSync(join(workspace.folder, "infra"));
  await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "infra prod" });
  expect(workspace.read("comment.md")).toContain("🛑 The preview of `infra/prod` failed, so the access is not known.");
});

test("deletes the preview files of the action, which may hold secrets", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", 'ls "$TMPDIR" >seen; echo secret');
  await workspace.run("action/gitlab.mjs", { REVIEW_STACKS: "test" });
  expect(workspace.read("seen")).toMatch(/^resourceshare-review-/m);
  expect(readdirSync(workspace.folder).filter((name) => name.startsWith("resourceshare-review-"))).toEqual([]);
});

test.each<[input: string, env: Record<string, string>]>([
  ["written-comment", { REVIEW_WRITTEN_COMMENT: "absent.md", COMMENT_TOKEN: "t" }],
  ["comment-file", { REVIEW_STACKS: "test", REVIEW_COMMENT_FILE: "absent/comment.md" }],
])("names the input %s of the action whose file cannot be used", async (input, env) => {
  using workspace = new Workspace();
  workspace.install("pulumi", "true");
  const needed = { CI_API_V4_URL: "http://127.0.0.1:1", CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "1" };
  const { code, output } = await workspace.run("action/gitlab.mjs", { ...needed, ...env });
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^${input}: ENOENT.*: check the name, and the step that writes the file$`, "m"));
});
