import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { paths } from "../rules/files.ts";
import { type ListedComment, servePlatform } from "./platform.ts";
import { actionFile, type Ended, inputVariables, Workspace } from "./runner.ts";

// Each run starts the command several times, which may be slow where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

const preview = join(import.meta.dirname, "../cli/previews/edit.json");
const bot = { user: { login: "github-actions[bot]" } };
const noUser = { status: 403, body: "{}" };

/** Runs the action as GitHub's runner does. */
async function runStep(workspace: Workspace, url: string, inputs: Readonly<Record<string, string>>, event = "7"): Promise<Ended> {
  for (const file of ["output", "summary"]) workspace.write(file, "");
  const contexts = {
    "github.event.pull_request.number": event,
    "github.event.pull_request.head.sha": "abc123",
    "github.server_url": "https://github.example",
    "github.repository": "org/repo",
    "github.run_id": "99",
  };
  return workspace.run(actionFile().runs.main, {
    ...inputVariables(inputs, contexts),
    GITHUB_API_URL: url,
    GITHUB_GRAPHQL_URL: `${url}/graphql`,
    GITHUB_REPOSITORY: "org/repo",
    GITHUB_OUTPUT: join(workspace.folder, "output"),
    GITHUB_ENV: join(workspace.folder, "environment"),
    GITHUB_PATH: join(workspace.folder, "path"),
    GITHUB_STEP_SUMMARY: join(workspace.folder, "summary"),
  });
}

/** Runs the action of the job that previews, and that of the job that posts what it wrote. */
async function runSteps(workspace: Workspace, url: string, inputs: Readonly<Record<string, string>>): Promise<Ended> {
  const previewed = await runStep(workspace, url, inputs);
  const outputs = [workspace.read("output"), workspace.read("summary")];
  const posted = await runStep(workspace, url, { "written-comment": "comment.md", token: "token-canary" });
  for (const [index, file] of ["output", "summary"].entries()) workspace.write(file, outputs[index] ?? "");
  return { code: posted.code || previewed.code, output: previewed.output + posted.output };
}

/** Prints a preview as one of a stack with the name of the current folder. */
const ofFolder = 'sed "s|urn:pulumi:test:|urn:pulumi:${PWD##*/}:|g"';

/** A workspace whose Pulumi CLI prints a preview, and writes down how it was called and what it could read. */
function workspaceWithPreview(): Workspace {
  const workspace = new Workspace();
  workspace.install("pulumi", `echo "$PWD $*" >> "$TMPDIR/calls"; env >> "$TMPDIR/variables"; ${ofFolder} "${preview}"`);
  return workspace;
}

test("runs the GitHub action on the Node of GitHub's runners, from a file of the package", () => {
  const { using, main } = actionFile().runs;
  expect(using).toBe("node24");
  expect(paths).toContain(main);
});

test("previews the stacks in the GitHub action, and posts one comment, a summary and the outputs", async () => {
  using workspace = workspaceWithPreview();
  const comments: ListedComment[] = [];
  await using platform = await servePlatform(comments, bot, noUser);
  for (const pack of ["policies", "network/policies"]) workspace.write(`${pack}/PulumiPolicy.yaml`, "");
  const { code, output } = await runSteps(workspace, platform.url, {
    stacks: "prod\nnetwork prod",
    "policy-packs": "policies",
    "fail-on": "policy\nnew-access\n",
  });
  expect({ code, output }).toMatchObject({ code: 3, output: expect.stringContaining("The comment was posted.") });
  const common = "--json --show-sames --non-interactive --policy-pack policies";
  expect(workspace.read("calls").split("\n").slice(0, 2)).toEqual([
    `${workspace.folder} preview --stack prod ${common}`,
    `${workspace.folder}/network preview --stack prod ${common}`,
  ]);
  const [comment, ...others] = comments;
  expect(others).toEqual([]);
  expect(comment?.body).toMatch(/^<!-- resourceshare diff prod,network\/prod -->\n<!-- findings [0-9a-f]{16} -->\n### Access/);
  expect(comment?.body).toContain("https://github.example/org/repo/actions/runs/99");
  expect(comment?.body).toContain("This pipeline stops: new-access: ");
  expect(comment?.body).toContain("<sub>Preview of abc123</sub>");
  expect(workspace.read("summary")).toBe(comment?.body);
  expect(workspace.read("comment.md")).toBe(comment?.body);
  const outputs = Object.fromEntries(
    workspace
      .read("output")
      .trimEnd()
      .split("\n")
      .map((line) => line.split("=")),
  ) as Record<string, string>;
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(actionFile().outputs).toSorted());
  expect(outputs).toMatchObject({ result: "failed", "comment-file": "comment.md" });
  expect(Number(outputs["gained"])).toBeGreaterThan(0);
});

test("fails the GitHub action by default when a target outside the directory gains access", async () => {
  using workspace = workspaceWithPreview();
  const { code, output } = await runStep(workspace, "", { stacks: "prod" });
  expect([code, output]).toEqual([3, expect.stringContaining("external: ")]);
  expect(workspace.read("output")).toMatch(/^external=0\npossibly-external=1$/m);
});

test("has the token of the GitHub action in no process that a program of the pull request can read", async () => {
  using workspace = workspaceWithPreview();
  await using platform = await servePlatform([], bot, noUser);
  const refused = await runStep(workspace, platform.url, { stacks: "prod", token: "token-canary" });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("set it only for the job with written-comment") });
  expect(await runStep(workspace, platform.url, { stacks: "prod", "fail-on": "policy" })).toMatchObject({ code: 0 });
  expect(Object.entries(actionFile().inputs).filter(([, { default: text = "" }]) => text.includes("token"))).toEqual([]);
  expect(workspace.read("variables")).not.toMatch(/token-canary|^INPUT_|^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)=/m);
});

test("passes the backend and the passphrase of the GitHub action's step to the preview", async () => {
  using workspace = workspaceWithPreview();
  const state = { PULUMI_BACKEND_URL: "file:///state", PULUMI_CONFIG_PASSPHRASE: "a passphrase" };
  expect(
    await workspace.run(actionFile().runs.main, {
      ...inputVariables({ stacks: "prod", "fail-on": "policy", "run-url": "" }, {}),
      ...state,
    }),
  ).toMatchObject({ code: 0 });
  const variables = workspace.read("variables").split("\n");
  expect(variables).toEqual(expect.arrayContaining(Object.entries(state).map(([name, value]) => `${name}=${value}`)));
});

test("updates the comment of the GitHub action when the findings change, and keeps it otherwise", async () => {
  using workspace = new Workspace();
  const comments: ListedComment[] = [];
  await using platform = await servePlatform(comments, bot, noUser);
  const text = readFileSync(preview, "utf8");
  workspace.write("preview.json", text);
  await runSteps(workspace, platform.url, { previews: "preview.json" });
  expect(await runSteps(workspace, platform.url, { previews: "preview.json", revision: "def456" })).toMatchObject({
    output: expect.stringContaining("The comment has these findings already."),
  });
  expect(comments[0]?.body).toContain("abc123");
  workspace.write("preview.json", text.replaceAll("1000000000000003", "1000000000000009"));
  expect(await runSteps(workspace, platform.url, { previews: "preview.json" })).toMatchObject({
    output: expect.stringContaining("The comment was updated."),
  });
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain("1000000000000009");
});

test("hides the earlier comment of the GitHub action in the mode `hide-and-new`", async () => {
  using workspace = workspaceWithPreview();
  const comments: ListedComment[] = [];
  await using platform = await servePlatform(comments, bot, noUser);
  await runStep(workspace, platform.url, { stacks: "prod" });
  const written = workspace.read("comment.md");
  comments.push({ id: 1, node_id: "node-1", body: written.replace(/findings \w+/, "findings 0"), ...bot });
  await runStep(workspace, platform.url, { "written-comment": "comment.md", token: "t", comment: "hide-and-new" });
  expect(comments.map(({ body }) => body)).toEqual([expect.any(String), written]);
  expect(platform.hidden).toEqual(["node-1"]);
});

test("posts no comment of the GitHub action in a run without a pull request", async () => {
  using workspace = workspaceWithPreview();
  await using platform = await servePlatform([], bot, noUser);
  expect(await runStep(workspace, platform.url, { stacks: "prod", "fail-on": "policy" }, "")).toMatchObject({ code: 0 });
  expect(workspace.read("summary")).toContain("### Access");
  expect(await runStep(workspace, platform.url, { "written-comment": "comment.md", token: "t" }, "")).toMatchObject({ code: 0 });
  expect(platform.calls).toEqual([]);
});

test("comments in the GitHub action that the access is not known when the preview fails, without its messages, and ends with 2", async () => {
  using workspace = new Workspace();
  workspace.install("pulumi", "echo 'token=hidden-word' >&2; exit 255");
  const comments: ListedComment[] = [];
  await using platform = await servePlatform(comments, bot, noUser);
  expect(await runSteps(workspace, platform.url, { stacks: "prod" })).toMatchObject({
    code: 2,
    output: expect.stringContaining("| token=hidden-word"),
  });
  expect(comments[0]?.body).toContain("the access is not known");
  expect(comments[0]?.body).not.toContain("hidden-word");
  expect(workspace.read("output")).toContain("result=unknown");
});

test("names a wrong input of the GitHub action on one line, and ends with 1", async () => {
  using workspace = new Workspace();
  expect(await runStep(workspace, "http://127.0.0.1:1", { stacks: "prod", comment: "later" })).toEqual({
    code: 1,
    output: 'comment: "later" is not known: write update, new, hide-and-new\n',
  });
});
