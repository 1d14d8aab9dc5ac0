import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { share } from "../unit/cli/fixture.ts";
import { blocksOf, commandsOf } from "../support/document.ts";
import { paths, textOf } from "../unit/rules/files.ts";
import { Project, repository } from "./pulumi.ts";
import { startService, type Service } from "./service.ts";
import { installCommands, installPackedFile, runDocument } from "./terminal.ts";

interface Page {
  readonly path: string;
  /** Variables that the page does without. */
  readonly without?: readonly string[];
  /** What exists at the service before the page begins. */
  readonly before?: (service: Service) => Promise<unknown>;
  /** The state of the stack before the page begins. */
  readonly state?: object;
  /** A program that was deployed before the page begins. */
  readonly deployed?: string;
  /** Whether the page promises that the service is not changed. */
  readonly isReadOnly?: boolean;
}

const pages: readonly Page[] = [
  { path: "docs/get-started.md" },
  { path: "docs/share-with-an-account.md" },
  { path: "docs/accept-an-invitation.md" },
  { path: "docs/restrict-by-policy.md" },
  { path: "docs/review-access-in-a-pull-request.md", deployed: reviewedProgram() },
  { path: "docs/adopt-what-exists.md", before: makeShares, isReadOnly: true },
  { path: "docs/migrate-from-alicloud.md", before: makeShares, state: alicloudState(), isReadOnly: true },
  { path: "docs/several-accounts.md", without: ["RESOURCESHARE_ACCOUNTS"] },
  { path: "docs/test-without-a-cloud.md" },
  {
    path: "docs/upgrade.md",
    deployed: `import * as rs from "pulumi-resourceshare";\nnew rs.ResourceShare("network", { name: "shared-network" });\n`,
  },
  { path: "docs/configuration.md" },
  { path: "docs/simulator.md", before: makeShares },
  { path: "docs/recover-after-a-failure.md" },
  { path: "docs/call-functions.md", before: makeShares },
  // Its preview runs, with a program of no interest; what `diff` prints of another one is compared by the test of `diff`.
  { path: "docs/commands.md", before: makeDocumentedShares, deployed: `import "pulumi-resourceshare";\n` },
];

/** Commands that need a second terminal, a clone or another stack, and the tests that run them. */
const ELSEWHERE: readonly (readonly [command: RegExp, test: string])[] = [
  [/^npm (start|test|pack|run)\b/, "test/engine/package.test.ts"],
  [/^npx --no -- resourceshare simulate(?!.* -- )/, "test/unit/cli/simulate.test.ts"],
  [/^export PATH="\$\(echo ~/, "test/unit/scripts/setup/environment.test.ts"],
  [/^source simulator\.env/, "test/unit/cli/simulate.test.ts"],
  [/^resourceshare diff /, "test/unit/cli/diff.test.ts"],
  [/^resourceshare doctor/, "test/unit/cli/doctor.test.ts"],
  [/^npx --no -- resourceshare verify/, "test/unit/cli/verify.test.ts"],
];

/** Documents whose commands other tests run, with these commands. */
const RUN_ELSEWHERE: Readonly<Record<string, readonly (readonly [command: RegExp, test: string])[]>> = {
  "README.md": [
    [/^(git clone URL|cd) pulumi-resourceshare$/, "test/engine/package.test.ts"],
    [/^npm install (@pulumi\/pulumi|\.\.\/pulumi-resourceshare\/\*\.tgz)$/, "test/engine/package.test.ts"],
    [/^pulumi config set resourceshare:region cn-shanghai$/, "test/engine/documents.long.test.ts"],
  ],
  "examples/ci/README.md": [
    [/^npm install \.\/pulumi-resourceshare-/, "test/engine/package.test.ts"],
    [/^(cp|git add) /, "test/engine/ci.test.ts"],
  ],
  "docs/plugin.md": [
    [/^pulumi plugin install resource resourceshare \S+ --(file|server) /, "test/engine/languages/yaml.test.ts"],
    [/^(resourceshare adopt --import|pulumi import --file|cat program\.yaml >> Pulumi\.yaml)/, "test/engine/languages/import.long.test.ts"],
    [/^pulumi (config set resourceshare:plugin true|preview|up)$/, "test/engine/plugin/migration.test.ts"],
  ],
  "docs/run-a-fleet.md": [
    [/^npx --no -- resourceshare fleet up .* --retry /, "test/unit/cli/fleet/selection.test.ts"],
    [/^npx --no -- resourceshare fleet (preview|up|status|refresh|destroy) /, "test/engine/fleet/fleet.test.ts"],
    [/^npx --no -- resourceshare fleet report /, "test/unit/cli/fleet.test.ts"],
  ],
  "docs/policies.md": [[/^pulumi preview --policy-pack/, "test/engine/policy.test.ts"]],
  "examples/go/README.md": languagePage("go"),
  "examples/python/README.md": languagePage("python"),
  "examples/yaml/README.md": languagePage("yaml"),
};

/** The commands of the page of an example in another language. */
function languagePage(language: string): readonly (readonly [command: RegExp, test: string])[] {
  return [
    [/^(pulumi package gen-sdk|python3 -m venv|venv\/bin\/pip install) /, "test/engine/languages/sdks.ts"],
    [
      /^pulumi (stack (init dev|output)|up|destroy|plugin install .*|config set .*)$/,
      `test/engine/languages/${language}${language === "yaml" ? "" : ".long"}.test.ts`,
    ],
  ];
}

test("has a test that runs every command that a user document prints", () => {
  const documents = paths.filter((path) => /^(README|docs\/[^/]+|examples\/.*\/README)\.md$/.test(path));
  const commands = documents.flatMap((path) =>
    blocksOf(textOf(path)).flatMap((block) => commandsOf(block).map(({ command }) => ({ path, command }))),
  );
  const isRun = ({ path, command }: (typeof commands)[number]) =>
    pages.some((page) => page.path === path) ||
    // The READMEs of examples in TypeScript: test/engine/example-folders.long.test.ts.
    (path.startsWith("examples/") && paths.includes(path.replace("README.md", "package.json"))) ||
    [...(RUN_ELSEWHERE[path] ?? []), ...ELSEWHERE].some(([pattern]) => pattern.test(command));
  expect(commands.filter((command) => !isRun(command))).toEqual([]);
  const tests = [...Object.values(RUN_ELSEWHERE).flat(), ...ELSEWHERE].map(([, file]) => file);
  expect(tests.filter((file) => !paths.includes(file))).toEqual([]);
});

// One project for all pages: each begins without files, configuration and state, and has a service of its own.
const KEPT = ["node_modules", "Pulumi.yaml", "package.json"];
let project: Project;
let stateFile = "";
let state = "";

beforeAll(async () => {
  project = await Project.open({ stack: "dev", files: { "Pulumi.yaml": "name: shop\nruntime: nodejs\n" } });
  project.write({ "package.json": JSON.stringify({ name: "shop", private: true, main: "index.ts" }) });
  stateFile = join(project.home, "state/.pulumi/stacks/shop/dev.json");
  state = readFileSync(stateFile, "utf8");
  installPackedFile(project.folder);
  installCommands(project.folder);
});
afterAll(async () => project?.[Symbol.asyncDispose]());

// Several runs of the CLI, which may be slow where others run beside them.
const LIMIT = { timeout: 300_000 };

test.each(pages)("prints for every command of $path what the page shows", LIMIT, async ({ path, without = [], before, ...page }) => {
  reset();
  await using service = await startService();
  await before?.(service);
  service.takeOperations();
  const env = { ...service.env, ...Object.fromEntries(without.map((name) => [name, ""])) };
  if (page.state !== undefined) {
    project.write({ "state.json": JSON.stringify(page.state) });
    await project.succeed(["stack", "import", "--file", "state.json"]);
  }
  if (page.deployed !== undefined) {
    project.write({ "index.ts": page.deployed });
    await project.up([], { env });
  }
  const wrong = await runDocument({
    text: readFileSync(join(repository, path), "utf8"),
    folder: project.folder,
    // The check of types compiles the programs of all documents at once.
    env: { ...project.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: "true", ...env },
    isSkipped: (command) => ELSEWHERE.some(([pattern]) => pattern.test(command)),
    adapt: (command) => command.replace("http://127.0.0.1:4010", service.url),
  });
  expect(wrong).toBe("");
  if (page.isReadOnly === true) expect(service.takeWrites()).toEqual([]);
});

/** Removes what the page before has written. */
function reset(): void {
  for (const name of readdirSync(project.folder)) if (!KEPT.includes(name)) rmSync(join(project.folder, name), { recursive: true });
  const stacks = dirname(dirname(stateFile));
  for (const name of readdirSync(stacks)) if (name !== "shop") rmSync(join(stacks, name), { recursive: true });
  writeFileSync(stateFile, state);
}

/** Two shares that a person has made. */
async function makeShares({ client, simulator }: Service): Promise<void> {
  await share(client, { name: "team-network", resources: [["VSwitch", "vsw-demo01"]], targets: [demo.folders.apps] });
  const arns = [`acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`];
  await share(client, { name: "keys", arns, targets: [demo.directory], permissions: ["AliyunRSPermissionKMSInstanceReadWrite"] });
  simulator.outOfBand.settleNow();
}

/** The program that the pull request of the page changes. */
function reviewedProgram(): string {
  const resources = [
    { type: "VSwitch", id: "vsw-demo01" },
    { type: "PrefixList", id: "pl-demo01" },
  ];
  const args = { name: "shared-network", resources, targets: [demo.folders.apps, demo.member] };
  return `import * as rs from "pulumi-resourceshare";\nnew rs.ResourceShare("network", ${JSON.stringify(args)});\n`;
}

/** The shares that the reference of the commands shows. */
async function makeDocumentedShares({ client, simulator }: Service): Promise<void> {
  await share(client, {
    name: "team-network",
    external: true,
    group: demo.groups.network,
    resources: [
      ["VSwitch", "vsw-demo01"],
      ["PrefixList", "pl-demo01"],
    ],
    targets: [demo.folders.apps, demo.consumer],
    permissions: ["AliyunRSPermissionVSwitchReadOnly"],
    tags: { team: "network" },
  });
  await share(client, { name: "keys", arns: [`acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`], targets: [demo.directory] });
  simulator.outOfBand.settleNow();
}

/** The state of a stack in which another provider manages the first share. */
function alicloudState(): object {
  const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const stack = urn("pulumi:pulumi:Stack", "shop-dev");
  const provider = urn("pulumi:providers:alicloud", "default_3_95_0");
  const shareUrn = urn("alicloud:resourcemanager/resourceShare:ResourceShare", "network");
  const managed = { custom: true, parent: stack, provider: `${provider}::1c1b4a2e-0000-4000-8000-000000000000` };
  const resources = [
    { urn: stack, custom: false, type: "pulumi:pulumi:Stack" },
    { urn: provider, custom: true, id: "1c1b4a2e-0000-4000-8000-000000000000", type: "pulumi:providers:alicloud", parent: stack },
    { ...managed, urn: shareUrn, id: "rs-000001", type: "alicloud:resourcemanager/resourceShare:ResourceShare" },
    {
      ...managed,
      urn: urn("alicloud:resourcemanager/sharedTarget:SharedTarget", "apps"),
      id: `rs-000001:${demo.folders.apps}`,
      type: "alicloud:resourcemanager/sharedTarget:SharedTarget",
      dependencies: [shareUrn],
    },
  ];
  return { version: 3, deployment: { manifest: { time: "2026-01-02T03:04:05Z", magic: "", version: "" }, resources } };
}
