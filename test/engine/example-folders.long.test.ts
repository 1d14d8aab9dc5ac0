import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { paths } from "../unit/rules/files.ts";
import { Project, repository } from "./pulumi.ts";
import { startService } from "./service.ts";
import { installCommands, installPackedFile, link, runDocument } from "./terminal.ts";

interface Example {
  readonly name: string;
  /** The example into whose copy this one is copied, as its README says. */
  readonly inside?: string;
}

/** Each folder with a `package.json`. */
const examples: readonly Example[] = [
  { name: "quickstart" },
  { name: "cross-account" },
  { name: "fleet" },
  { name: "landing-zone" },
  { name: "devices" },
  { name: "resources" },
  { name: "functions" },
  { name: "policies", inside: "quickstart" },
  { name: "policies/single", inside: "quickstart" },
];

/** Other folders, and the tests that run them. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  ci: "test/engine/ci.test.ts",
  go: "test/engine/languages/go.long.test.ts",
  python: "test/engine/languages/python.long.test.ts",
  yaml: "test/engine/languages/yaml.test.ts",
};

/**
 * What needs a second terminal, a registry or several accounts, and the tests that run it: test/unit/cli/simulate.test.ts,
 * test/engine/package.test.ts, test/engine/fleet/fleet.test.ts.
 */
const isSkipped = (command: string) =>
  /^(npx --no -- resourceshare simulate|npx --no -- resourceshare fleet|source simulator\.env|npm install|\(cd policies)/.test(command);

test("runs each folder of examples in a test", () => {
  const folders = [...examples.map(({ name }) => name), ...Object.keys(RUN_ELSEWHERE)].filter((name) => !name.includes("/"));
  expect(readdirSync(join(repository, "examples")).toSorted()).toEqual(folders.toSorted());
  const manifests = paths.filter((path) => /^examples\/.*package\.json$/.test(path));
  expect(manifests.toSorted()).toEqual(examples.map(({ name }) => `examples/${name}/package.json`).toSorted());
  expect(Object.values(RUN_ELSEWHERE).filter((file) => !paths.includes(file))).toEqual([]);
});

// One installation of the packed file, one backend, and a copy of each example with what its own `package.json` names.
const folder = temporaryFolder(afterAll);
let project: Project;

const copyOf = ({ name, inside = "" }: Example) => join(folder, inside, name);

beforeAll(async () => {
  project = await Project.open({ files: {} });
  installPackedFile(join(folder, "packed"));
  for (const name of ["@pulumi/pulumi", "@pulumi/policy"])
    link(join(repository, "node_modules", name), join(folder, "packed/node_modules", name));
  for (const example of examples) copyWithDependencies(example);
});
afterAll(() => project?.[Symbol.asyncDispose]());

test("compiles every example in a copy of its folder with its own package.json", async () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const programs = files.filter((path) => /\.m?ts$/.test(path) && !path.includes("node_modules"));
  expect(programs.length).toBeGreaterThan(30);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const compiler = join(repository, "node_modules/.bin/tsc");
  const printed = await promisify(execFile)(compiler, [...options, ...programs], { cwd: folder }).then(
    () => "",
    (error: unknown) => String(Reflect.get(Object(error), "stdout")),
  );
  expect(printed).toBe("");
});

test.each(examples.filter(({ name }) => existsSync(join(repository, "examples", name, "README.md"))))(
  "runs the commands of the README of examples/$name in a copy of its folder",
  async (example) => {
    await using service = await startService();
    const program = join(folder, example.inside ?? example.name);
    if (example.inside !== undefined) await project.succeed(["stack", "select", "--create", "dev", "--cwd", program]);
    const wrong = await runDocument({
      text: readFileSync(join(copyOf(example), "README.md"), "utf8"),
      folder: program,
      env: { ...project.environment(), ...service.env },
      isSkipped,
      adapt: (command) => command.replace("vsw-…", "vsw-demo02"),
    });
    expect(wrong).toBe("");
  },
);

/** Copies an example, and links the packages that its manifest names, as an installation would. */
function copyWithDependencies(example: Example): void {
  const [source, to] = [join(repository, "examples", example.name), copyOf(example)];
  // A folder with a manifest of its own is another example.
  cpSync(source, to, { recursive: true, filter: (from) => from === source || !existsSync(join(from, "package.json")) });
  const manifest = JSON.parse(readFileSync(join(to, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(manifest.dependencies)) {
    const isOurs = name === "pulumi-resourceshare";
    link(join(isOurs ? join(folder, "packed") : repository, "node_modules", name), join(to, "node_modules", name));
  }
  link(join("../pulumi-resourceshare/dist/cli/resourceshare.js"), join(to, "node_modules/.bin/resourceshare"));
  installCommands(to);
}
