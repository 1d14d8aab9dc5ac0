import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isPrintable } from "../../provider/kernel/printable.ts";
import { textOf } from "./files.ts";

const repository = join(import.meta.dirname, "../..");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly script?: readonly string[];
  readonly environment?: { readonly name: string };
}

function parsed(name: string): Readonly<Record<string, unknown>> {
  const load = createRequire(join(repository, "node_modules/@pulumi/pulumi/package.json"));
  // Pulumi's own parser; both files are mappings, or the tests below find nothing in them.
  const { load: read } = load("js-yaml") as { load(text: string): Readonly<Record<string, unknown>> };
  return read(textOf(`examples/ci/${name}`));
}

const lines =
  /^(npm ci --ignore-scripts( --prefix policies)?|tar -cf dependencies\.tar node_modules policies\/node_modules|tar -xf dependencies\.tar|bash ci\/preview\.sh|node ci\/comment\.mjs (github|gitlab) (artifact\/)?comment\.md)$/;

test("runs only the scripts in the GitHub workflow, with write access only in the job that comments", () => {
  const { permissions, jobs } = parsed("github.yml");
  // The shape of a workflow.
  const { install, preview, comment, ...others } = jobs as Readonly<Record<string, Job>>;
  expect({ permissions, others }).toEqual({ permissions: { contents: "read" }, others: {} });
  const steps = [install, preview, comment].flatMap((job) => job?.steps ?? []);
  expect(steps.flatMap(({ run }) => run ?? []).filter((line) => !lines.test(line))).toEqual([]);
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(expect.arrayContaining(["bash ci/preview.sh"]));
  expect(preview?.permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(install?.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
  expect(comment?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  expect(comment?.steps?.find(({ uses }) => uses?.startsWith("actions/checkout@"))?.with?.["ref"]).toContain("pull_request.base.sha");
});

test("installs dependencies in a job of the GitHub workflow without secrets and identity", () => {
  // The shape of a workflow.
  const { jobs } = parsed("github.yml") as { jobs: Readonly<Record<string, Job & { needs?: string }>> };
  const linesOf = (name: string) => jobs[name]?.steps?.flatMap(({ run }) => run ?? []).join("\n") ?? "";
  expect(jobs["install"]?.permissions).toBeUndefined();
  expect(linesOf("install")).toContain("npm ci");
  expect([linesOf("preview"), linesOf("comment")].filter((run) => run.includes("npm"))).toEqual([]);
  // The condition about forks is in the first job.
  expect([jobs["preview"]?.needs, jobs["comment"]?.needs]).toEqual(["install", "preview"]);
});

test("pins each action of the GitHub workflow by a commit, with the version in a comment", () => {
  const used = textOf("examples/ci/github.yml").match(/uses: .*/g) ?? [];
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test("passes each secret of the GitHub workflow to the one step that needs it", () => {
  // The shape of a workflow.
  const { env, jobs } = parsed("github.yml") as { env?: object; jobs: Readonly<Record<string, Job>> };
  const isSecret = (value: unknown) => /secrets\.|github\.token/.test(JSON.stringify(value ?? ""));
  expect([env, ...Object.values(jobs).map((job) => job.env)].filter(isSecret)).toEqual([]);
  const holders = Object.values(jobs).flatMap(({ steps = [] }) => steps.filter(isSecret));
  expect(holders.map(({ run, env: own }) => [run, Object.keys(own ?? {}).filter((name) => isSecret(own?.[name]))])).toEqual([
    ["bash ci/preview.sh", ["PULUMI_ACCESS_TOKEN"]],
    ["node ci/comment.mjs github artifact/comment.md", ["GITHUB_TOKEN"]],
  ]);
});

test("runs only the scripts in the GitLab file, and nothing of a fork", () => {
  const { workflow, install, preview, comment } = parsed("gitlab.yml");
  // The shape of a job.
  const jobs = [install, preview, comment].map((job) => job as Job | undefined);
  const all = jobs.flatMap((job) => job?.script ?? []);
  expect(all.filter((line) => !lines.test(line))).toEqual([]);
  expect(all).toEqual(expect.arrayContaining(["bash ci/preview.sh", "node ci/comment.mjs gitlab comment.md"]));
  expect(jobs.map((job) => job?.environment?.name)).toEqual([undefined, "access/preview", "access/comment"]);
  expect(JSON.stringify(workflow)).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
});

test("copies no note or message into the comment, and logs none as a command", async () => {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-ci-"));
  try {
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    const standIn = (name: string, text: string) => {
      writeFileSync(join(folder, "node_modules/.bin", name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, "node_modules/.bin", name), 0o755);
    };
    standIn(
      "pulumi",
      String.raw`printf 'x\r::error::forged\n  ::add-mask::x ##[set-env name=A]b ##vso[x]\n\033[31mred\033[0m\033]0;title\007 \342\200\256hidden \302\233c1\n' >&2`,
    );
    standIn(
      "resourceshare",
      String.raw`echo body; printf 'note: share a\n--fail-on policy: all is well @all https://forged.example\n' >&2`,
    );
    const { stderr, code } = await new Promise<{ stderr: string; code: number | null }>((resolve) => {
      const env = { PATH: process.env["PATH"] ?? "", STACK: "test\n@all", REVISION: "abc\n@all" };
      const child = execFile("bash", [join(repository, "examples/ci/preview.sh")], { cwd: folder, env }, (_error, _out, err) =>
        resolve({ stderr: err, code: child.exitCode }),
      );
    });
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "comment.md"), "utf8")).toBe(
      "<!-- resourceshare diff test--all -->\nbody\n\n<sub>Preview of abcall</sub>\n",
    );
    const shown = stderr.trimEnd().split("\n");
    expect(shown.filter((line) => !line.startsWith("| "))).toEqual([]);
    expect(shown).toHaveLength(6);
    expect(stderr).not.toMatch(/##\w*\[/);
    expect(shown.filter((line) => !isPrintable(line))).toEqual([]);
    expect(shown).toContain("| red ]0;title   hidden  c1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
