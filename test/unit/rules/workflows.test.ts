import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { provideActionlint, provideZizmor } from "../../../scripts/setup/workflow-linters.mjs";
import { paths, root, textOf, yamlIn } from "./files.ts";

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: string | readonly string[];
  /** The workflow that the job calls; it has no steps then. */
  readonly uses?: string;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}

const workflows = paths.filter((path) => /^\.github\/workflows\/.*\.yml$/.test(path));
/** What users copy or call: linted too, with the rules for everybody. */
const published = paths.filter((path) => /^examples\/ci\/(github|private)\.yml$|(^|\/)action\.ya?ml$/.test(path));
let actionlint: string;
let zizmor: string;

// The first run on a machine builds one and installs the other.
beforeAll(async () => {
  actionlint = join(await provideActionlint(), "actionlint");
  zizmor = join(await provideZizmor(), "zizmor");
}, 600_000);

/** The tests below find nothing in a file of another shape, which actionlint reports. */
const workflowOf = (path: string) => yamlIn(textOf(path)) as Workflow;

/** Returns what a linter prints when it finds something. */
function findingsOf(program: string, words: readonly string[]): string {
  try {
    return execFileSync(program, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // The error of a command has its output.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}` || String(error);
  }
}

test("finds no problem of actionlint in any GitHub workflow", () => {
  // The machine's shellcheck and pyflakes would make the findings depend on the machine.
  expect(
    findingsOf(actionlint, [
      "-no-color",
      "-shellcheck=",
      "-pyflakes=",
      ...workflows,
      ...published.filter((path) => path.startsWith("examples/")),
    ]),
  ).toBe("");
});

// (promise P-release)
// Among them: every action is pinned by a commit.
test("finds no problem of zizmor's pedantic audits in the workflows, and of its regular audits in what users copy", () => {
  const options = ["--offline", "--quiet", "--no-progress", "--color=never", "--config=.github/zizmor.yml"];
  const isClean = /^(No findings to report.*)?\s*$/;
  expect(findingsOf(zizmor, [...options, "--persona=pedantic", ".github"])).toMatch(isClean);
  expect(findingsOf(zizmor, [...options, ...published])).toMatch(isClean);
});

// (promise P-release)
test("gives a GitHub workflow no permission, and write access only to jobs that publish or report findings", () => {
  const content = workflows.map((path) => ({ path, ...workflowOf(path) }));
  expect(content.filter(({ permissions }) => JSON.stringify(permissions) !== "{}").map(({ path }) => path)).toEqual([]);
  const writing = content.flatMap(({ path, jobs }) =>
    Object.entries(jobs).flatMap(([name, { permissions = {} }]) => {
      const written = Object.keys(permissions).filter((permission) => permissions[permission] === "write");
      return written.length === 0 ? [] : [`${path} ${name}: ${written.join(", ")}`];
    }),
  );
  expect(writing).toEqual([
    ".github/workflows/codeql.yml analyze: security-events",
    ".github/workflows/release.yml npm: id-token, attestations",
    ".github/workflows/release.yml github: contents",
    ".github/workflows/scorecard.yml analyze: security-events, id-token",
  ]);
});

// (promise P-release)
test("runs no code of a dependency in a workflow's job that can publish", () => {
  const { jobs } = workflowOf(".github/workflows/release.yml");
  const runs = ["npm", "github"].flatMap((name) => jobs[name]?.steps?.flatMap(({ run }) => run ?? []) ?? []);
  expect(runs).toEqual(["node scripts/release.mjs --from release --to npm", "node scripts/release.mjs --from release --to github"]);
  expect(jobs["npm"]?.environment).toBe("release");
});

// (promise P-release)
test("publishes a release after the whole of CI has passed for its commit", () => {
  const { jobs } = workflowOf(".github/workflows/release.yml");
  expect(jobs["test"]?.uses).toBe("./.github/workflows/ci.yml");
  expect(workflowOf(".github/workflows/ci.yml").on).toHaveProperty("workflow_call");
  expect(jobs["npm"]?.needs).toEqual(["test", "prepare"]);
  expect(jobs["github"]?.needs).toBe("npm");
});

// (promise P-release)
test("keeps no token in a workflow's checkout", () => {
  const checkouts = workflows.flatMap((path) => Object.values(workflowOf(path).jobs)).flatMap(({ steps }) => steps ?? []);
  expect(checkouts.filter((step) => step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false)).toEqual(
    [],
  );
});
