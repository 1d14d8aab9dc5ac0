import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isPrintable } from "../../../provider/kernel/printable.ts";
import { listen } from "../../support/listen.ts";
import { type ListedComment, servePlatform, type UserAnswer } from "./platform.ts";
import { type Ended, Workspace } from "./runner.ts";

// Each run starts the command several times, which may be slow where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

const known: UserAnswer = { status: 200, body: JSON.stringify({ id: 42 }) };
const own = { author: { id: 42 } };
const marker = "<!-- resourceshare diff prod -->\n<!-- findings a1 -->\n";

/** Runs the job of the component that posts a comment. */
async function post(url: string, text: string, mode = "update"): Promise<Ended> {
  using workspace = new Workspace();
  workspace.write("comment.md", text);
  return await workspace.run("action/gitlab.mjs", {
    ...{ REVIEW_WRITTEN_COMMENT: "comment.md", REVIEW_COMMENT: mode },
    ...{ CI_API_V4_URL: url, CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "7", COMMENT_TOKEN: "t" },
  });
}

test("reads the settings of a GitLab review from the job's variables, and does not call GitLab", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", `cat "${join(import.meta.dirname, "../cli/previews/edit.json")}"`);
  const env = { REVIEW_STACKS: "prod", REVIEW_FAIL_ON: "policy\nnew-access", REVIEW_REVISION: "abc" };
  expect(await workspace.run("action/gitlab.mjs", env)).toMatchObject({ code: 3 });
  expect(workspace.read("comment.md")).toContain("This pipeline stops: new-access: ");
});

test("updates the GitLab comment of the action and no comment of another user", async () => {
  const foreign = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, body: `${marker}mine`, author: { id: 43 } }));
  const comments: ListedComment[] = structuredClone(foreign);
  await using platform = await servePlatform(comments, own, known);
  for (const word of ["first", "second"]) expect(await post(platform.url, marker.replace("a1", word) + word)).toMatchObject({ code: 0 });
  expect(comments.slice(101).map(({ body }) => body)).toEqual([`${marker.replace("a1", "second")}second`]);
  expect(comments.slice(0, 101)).toEqual(foreign);
  expect(platform.calls.at(-1)).toBe("PUT /projects/1/merge_requests/7/notes/102");
});

test("folds the earlier GitLab comment in the mode `hide-and-new`, and does not reuse it", async () => {
  const comments: ListedComment[] = [{ id: 1, body: `${marker}old`, ...own }];
  await using platform = await servePlatform(comments, own, known);
  for (const word of ["b", "c"]) await post(platform.url, marker.replace("a1", word) + word, "hide-and-new");
  expect(comments.map(({ body }) => body.startsWith("<details>"))).toEqual([true, true, false]);
});

test.each([
  ["the platform refuses to name it", { status: 403, body: "no" }],
  ["the answer has no id", { status: 200, body: "{}" }],
])("posts a new GitLab comment when the token's user is not known: %s", async (_, user) => {
  const comments: ListedComment[] = [
    { id: 1, body: `${marker}without author` },
    { id: 2, body: `${marker}of a bot`, author: { id: 42 } },
  ];
  await using platform = await servePlatform(comments, own, user);
  expect(await post(platform.url, `${marker}new`)).toMatchObject({ code: 0 });
  expect(comments.map(({ body }) => body)).toEqual([`${marker}without author`, `${marker}of a bot`, `${marker}new`]);
});

test("quotes a refusal of GitLab as printable text without commands of a CI runner", async () => {
  const body = "\u001B[31mno\u0007\r\n::error::x ##vso[task] \u202Ereversed\u2028 \u0085";
  await using platform = await servePlatform([], {}, { status: 500, body });
  const { output } = await post(platform.url, marker);
  expect(output).toContain("500");
  const lines = output.trimEnd().split("\n");
  expect(lines.filter((line) => !isPrintable(line))).toEqual([]);
  expect(output).not.toMatch(/##\w*\[/);
});

test("follows no redirect of GitLab, which would receive the token", async () => {
  let redirected = 0;
  const elsewhere = createServer((_request, response) => {
    redirected += 1;
    response.end("[]");
  });
  await using other = await listen(elsewhere);
  await using platform = await listen(createServer((_request, response) => response.writeHead(307, { location: other.url }).end()));
  expect(await post(platform.url, marker)).toMatchObject({ code: 1 });
  expect(redirected).toBe(0);
});

test("rejects previews in a GitLab job that has the token", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", `touch "$TMPDIR/called"`);
  const env = { REVIEW_STACKS: "prod", COMMENT_TOKEN: "token-canary" };
  const { code, output } = await workspace.run("action/gitlab.mjs", env);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("set it only for the job with written-comment") });
  expect(readdirSync(workspace.folder)).not.toContain("called");
});

test("names a variable of the GitLab job that is missing", async () => {
  using workspace = new Workspace();
  workspace.write("comment.md", marker);
  expect(await workspace.run("action/gitlab.mjs", { REVIEW_WRITTEN_COMMENT: "comment.md" })).toEqual({
    code: 1,
    output: "the variable CI_API_V4_URL is not set: set it for the job that comments\n",
  });
});

test("has each input of the GitHub action as a variable of the GitLab component", () => {
  const component = readFileSync(join(import.meta.dirname, "../../../templates/access-review.yml"), "utf8");
  const inputs = Array.from(component.matchAll(/^ {4}([\w-]+):$/gm), ([, name = ""]) => name).filter(
    (name) => !["image", "install"].includes(name),
  );
  expect(inputs.length).toBeGreaterThan(4);
  expect(inputs.filter((name) => !component.includes(`REVIEW_${name.toUpperCase().replaceAll("-", "_")}: $[[ inputs.${name} ]]`))).toEqual(
    [],
  );
});
