import { execFile, execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { temporaryFolder } from "../support/temporary-folder.ts";
import { Project, repository } from "./pulumi.ts";
import { startService, type Service } from "./service.ts";

// The tests of this file are steps of one lifecycle, in order: of a user who installs the package in an empty folder elsewhere.
let service: Service;
let project: Project;
const folder = temporaryFolder(afterAll);

const BODY = `
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] });
new rs.ShareAssociation("more", { shareId: share.id, targets: ["1000000000000003"] });
`;

function npm(words: readonly string[], cwd: string): string {
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", "--loglevel=error"];
  return execFileSync("npm", [...words, ...quiet], { cwd, encoding: "utf8", timeout: 170_000 });
}

beforeAll(async () => {
  // The README of an example says how to install it in a copy of its folder.
  cpSync(join(repository, "examples/cross-account"), join(folder, "program"), { recursive: true });
  npm(["pack", "--pack-destination", folder], repository);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  npm(["install", join(folder, tarball)], join(folder, "program"));
  service = await startService();
  project = await Project.open({ env: service.env, folder: join(folder, "program"), files: {} });
});
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

/** Makes a file the program. */
function programIs(name: string, text: string): void {
  project.write({ [name]: text, "package.json": JSON.stringify({ name: "program", private: true, main: name }) });
}

test("runs the command of the packed package", () => {
  const bin = join(folder, "program/node_modules/.bin/resourceshare");
  expect(execFileSync(bin, ["--version"], { encoding: "utf8" })).toBe(`${packageJson.version}\n`);
});

test("runs a CommonJS program with the packed package", async () => {
  programIs("index.js", `const rs = require("pulumi-resourceshare");\n${BODY}`);
  await project.up();
  expect(service.simulator.grants()).toHaveLength(1);
});

test("previews no change for a CommonJS program that is rewritten as an ES module", async () => {
  programIs("index.mjs", `import * as rs from "pulumi-resourceshare";\n${BODY}`);
  expect((await project.up()).stdout).toMatch(/3 unchanged/);
});

test("runs a program in TypeScript with the packed package and the compiler of `@pulumi/pulumi`", async () => {
  programIs("index.ts", `import * as rs from "pulumi-resourceshare";\n${BODY}`);
  expect((await project.up()).stdout).toMatch(/3 unchanged/);
});

test.each(["import", "require"])("reports on one line that @pulumi/policy is missing for an %s of the policies", (how) => {
  const load = `async () => ${how}("pulumi-resourceshare/policy")`;
  const text = `(${load})().catch((error) => console.log(error))`;
  expect(execFileSync(process.execPath, ["--eval", text], { cwd: join(folder, "program"), encoding: "utf8" })).toBe(
    "[pulumi-resourceshare/policy needs the package @pulumi/policy, which is not installed: run npm install @pulumi/policy]\n",
  );
});

test("installs the project that `adopt` writes from the same packed file", async () => {
  const bin = join(folder, "program/node_modules/.bin/resourceshare");
  const env = { ...process.env, ...service.env };
  // The service is in this process, so that the command must not block it.
  await promisify(execFile)(bin, ["adopt", "--out", join(folder, "adopted")], { cwd: join(folder, "program"), env });
  npm(["install"], join(folder, "adopted"));
  const { version } = JSON.parse(readFileSync(join(folder, "adopted/node_modules/pulumi-resourceshare/package.json"), "utf8")) as {
    version: string;
  };
  expect(version).toBe(packageJson.version);
  execFileSync(join(folder, "adopted/node_modules/.bin/tsc"), ["--noEmit"], { cwd: join(folder, "adopted") });
});

test("reports what to install where when the package of a stack was removed", async () => {
  programIs("index.js", "");
  rmSync(join(folder, "program/node_modules/pulumi-resourceshare"), { recursive: true });
  const { code, stdout } = await project.run(["refresh", "--yes", "--skip-preview"]);
  expect(code).not.toBe(0);
  expect(stdout).toContain("Install the file of pulumi-resourceshare (a .tgz) in");
});
