import { expect, test } from "vitest";
import { checksText } from "../../../access/diff/review/checks.ts";
import { textOf, yamlIn } from "./files.ts";

interface Step {
  readonly if?: string;
  readonly "continue-on-error"?: boolean;
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

type Jobs = Readonly<Record<string, Job & { readonly needs?: string }>>;

/** The tests below find nothing in a text that is no mapping. */
const mappingIn = (text: string) => yamlIn(text) as Readonly<Record<string, unknown>>;

const workflow = mappingIn(textOf("examples/ci/github.yml"));
const short = mappingIn(textOf("examples/ci/private.yml"));
// The shape of a workflow.
const jobsOf = (file: Readonly<Record<string, unknown>>) => file["jobs"] as Jobs;
const jobs = jobsOf(workflow);
const ACTION = "./node_modules/pulumi-resourceshare";

const POST = 'gh pr comment "$NUMBER" --body-file artifact/comment.md --edit-last --create-if-none';
const lines = /^(npm ci --ignore-scripts|tar -cf dependencies\.tar node_modules|tar -xf dependencies\.tar)$/;

test("runs only the action in the GitHub workflow, with write access only in the job that comments", () => {
  const { install, preview, comment, ...others } = jobs;
  expect({ permissions: workflow["permissions"], others }).toEqual({ permissions: { contents: "read" }, others: {} });
  const steps = [install, preview, comment].flatMap((job) => job?.steps ?? []);
  expect(steps.flatMap(({ run }) => run ?? []).filter((line) => !lines.test(line))).toEqual([POST]);
  expect(preview?.permissions).toBeUndefined();
  expect(Object.keys(preview?.steps?.find(({ uses }) => uses === ACTION)?.with ?? {})).toEqual(["stacks", "directory", "policy-packs"]);
  expect(install?.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
  expect(comment?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  expect(comment?.steps?.find(({ uses }) => uses?.startsWith("actions/checkout@"))?.with?.["ref"]).toContain("pull_request.base.sha");
  expect(comment?.steps?.find(({ uses }) => uses === ACTION)?.with).toEqual({
    "written-comment": "artifact/comment.md",
    token: "${{ github.token }}",
  });
});

test("installs the dependencies of a pull request in a job of the GitHub workflow without secrets and identity", () => {
  const linesOf = (name: string) => jobs[name]?.steps?.flatMap(({ run }) => run ?? []).join("\n") ?? "";
  expect(jobs["install"]?.permissions).toBeUndefined();
  expect(linesOf("install")).toContain("npm ci");
  expect(linesOf("preview")).not.toContain("npm");
  // The condition about forks is in the first job.
  expect([jobs["preview"]?.needs, jobs["comment"]?.needs]).toEqual(["install", "preview"]);
});

test("shows the short GitHub workflow in the documents, with the token only in the step that comments", () => {
  const file = textOf("examples/ci/private.yml");
  expect(textOf("docs/review-access-in-a-pull-request.md")).toContain(`\`\`\`yaml\n${file.slice(file.indexOf("\n") + 1)}\`\`\``);
  const { access, ...others } = jobsOf(short);
  expect({ permissions: access?.permissions, others }).toEqual({ permissions: { contents: "read", "pull-requests": "write" }, others: {} });
  const steps = access?.steps ?? [];
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(["npm ci --ignore-scripts"]);
  const comments = { "written-comment": "comment.md", token: "${{ github.token }}" };
  expect(steps.filter(({ uses }) => uses === ACTION).map((step) => step.with)).toEqual([
    { stacks: "prod", directory: "directory.json" },
    comments,
  ]);
  expect(steps.filter((step) => JSON.stringify(step).includes("github.token"))).toEqual([steps.at(-1)]);
});

test("passes each secret of the GitHub workflow to the one step that needs it", () => {
  const isSecret = (value: unknown) => /secrets\.|github\.token/.test(JSON.stringify(value ?? ""));
  expect([workflow["env"], ...Object.values(jobs).map((job) => job.env)].filter(isSecret)).toEqual([]);
  const holders = Object.values(jobs).flatMap(({ steps = [] }) => steps.filter(isSecret));
  const secretsOf = (step: Step) =>
    Object.entries({ ...step.env, ...step.with }).flatMap(([name, value]) => (isSecret(value) ? [name] : []));
  expect(holders.map((step) => [step.uses, secretsOf(step)])).toEqual([
    [ACTION, ["PULUMI_ACCESS_TOKEN", "PULUMI_CONFIG_PASSPHRASE"]],
    [ACTION, ["token"]],
    [undefined, ["GH_TOKEN"]],
  ]);
});

test("runs only the action in the GitLab component, and nothing of a fork", () => {
  const [header = "", body = ""] = textOf("templates/access-review.yml").split(/^---$/m);
  // The shapes of a component and of its jobs.
  const { inputs } = mappingIn(header)["spec"] as { readonly inputs: object };
  const components = Object.values(mappingIn(body)) as (Job & { readonly rules: readonly { readonly if: string }[] })[];
  expect(components.flatMap((job) => job.script ?? [])).toEqual([
    "$[[ inputs.install ]]",
    `node node_modules/pulumi-resourceshare/action/gitlab.mjs`,
    `node node_modules/pulumi-resourceshare/action/gitlab.mjs`,
  ]);
  expect(components.map((job) => job.environment?.name)).toEqual([undefined, "access/preview", "access/comment"]);
  const condition = '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID';
  expect(components.flatMap(({ rules }) => rules.map((rule) => rule.if))).toEqual([condition, condition, condition]);
  // The shape of an include.
  const [included] = mappingIn(textOf("examples/ci/gitlab.yml"))["include"] as readonly { readonly inputs: object }[];
  expect(Object.keys(included?.inputs ?? {}).filter((name) => !(name in inputs))).toEqual([]);
});

test.each([
  ["action.yml", /Checks, one a line: (.+)\.$/m],
  ["templates/access-review.yml", /Checks, one a line: (.+)\.$/m],
  ["docs/commands.md", /^\| check \| fails when \|\n.*\n((?:\|.*\n)+)/m],
])("lists all checks of --fail-on in %s, and no others", (path, list) => {
  const [, checks = ""] = list.exec(textOf(path)) ?? [];
  const names = path.endsWith(".md") ? [...checks.matchAll(/^\| (.+?) \|/gm)].map(([, cell = ""]) => cell.replaceAll("`", "")) : [checks];
  expect(names.join(", ").split(", ").toSorted()).toEqual(checksText.split(", ").toSorted());
});
