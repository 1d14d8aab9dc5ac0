import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";
import { repository } from "./pulumi.ts";

const share = (args: string) => `
  const rs = require("pulumi-resourceshare");
  const resources = [{ type: "VSwitch", id: "vsw-demo01" }];
  new rs.ResourceShare("network", { name: "network", tags: { team: "network" }, resources, ${args} });`;

const { service, project } = await openStackOfFile();
beforeAll(async () => {
  cpSync(join(repository, "examples/policies"), join(project.folder, "policies"), { recursive: true });
  // What an installation makes of the package's `bin`.
  const [bin, command] = [join(project.folder, "node_modules/.bin"), join(repository, "dist/cli/resourceshare.js")];
  mkdirSync(bin);
  writeFileSync(join(bin, "resourceshare"), `#!/bin/sh\nexec node "${command}" "$@"\n`);
  chmodSync(join(bin, "resourceshare"), 0o755);
  mkdirSync(join(project.folder, "tmp"));
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function running(command: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(command, words, { cwd: project.folder, env, timeout: 120_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

/** Runs the action as a pipeline does, on a program, and returns the comment that it wrote. */
async function previewed(program: string, checks: string): Promise<Ended & { readonly comment: string }> {
  project.write({ "index.js": program });
  const inputs = { REVIEW_STACKS: "test", REVIEW_POLICY_PACKS: "policies", REVIEW_FAIL_ON: checks, REVIEW_REVISION: "abc123" };
  const env = { ...project.environment(), PWD: project.folder, TMPDIR: join(project.folder, "tmp"), ...inputs };
  const ended = await running("node", [join(repository, "action/gitlab.mjs")], env);
  return { ...ended, comment: readFileSync(join(project.folder, "comment.md"), "utf8") };
}

test("passes a change that violates no policy in the CI action, and comments who gains access", async () => {
  const { code, output, comment } = await previewed(share('targets: ["fd-apps01"]'), "policy\nexternal");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(comment.split("\n")[0]).toBe("<!-- resourceshare diff test -->");
  expect(comment).toContain("1 gained, 0 lost, 0 kept.");
  expect(comment).toContain("No policy stops this update** (resource-share-guard 1.0.0)");
  expect(comment).toContain("| `fd-apps01` folder | VSwitch `vsw-demo01` |");
  expect(comment).toContain("Preview of abc123");
});

test("fails the CI action for a change that a mandatory policy forbids, and comments which policy", async () => {
  const { code, comment } = await previewed(share('targets: ["rd-demo01"]'), "policy");
  expect(code).toBe(3);
  expect(comment).toContain("| whole-directory | mandatory | ResourceShare network |");
  expect(comment).toContain("This pipeline stops: policy: 1 mandatory violation");
});

test("fails the CI action with `--fail-on external` for access outside the directory, also where policies allow it", async () => {
  const outside = share('allowExternalTargets: true, targets: ["2000000000000001"]');
  const { code, comment } = await previewed(outside, "policy\nexternal");
  expect(code).toBe(3);
  expect(comment).toContain("No policy stops this update");
  expect(comment).toContain("This pipeline stops: external: 1 target possibly outside the resource directory would gain access");
});

test("comments in the CI action that a preview failed, without its messages, under the same marker", async () => {
  const { code, output, comment } = await previewed('throw new Error("token=hidden-word")', "policy");
  expect(code).toBe(2);
  expect(output).toContain("the preview failed");
  expect(comment).toMatch(/^<!-- resourceshare diff test -->\n/);
  expect(comment).toContain("the access is not known");
  expect(comment).not.toContain("hidden-word");
});

test("runs the preview of the CI action with `diff --stack`, with and without a policy pack", async () => {
  project.write({ "index.js": share('targets: ["rd-demo01"]') });
  const command = join(project.folder, "node_modules/.bin/resourceshare");
  const words = ["diff", "--stack", project.folder, "--fail-on", "policy"];
  const env = { ...project.environment(), TMPDIR: join(project.folder, "tmp") };
  const withPolicies = await running(command, [...words, "--policy-pack", join(project.folder, "policies")], env);
  expect(withPolicies).toMatchObject({
    code: 3,
    output: expect.stringContaining("| whole-directory | mandatory | ResourceShare network |"),
  });
  const plain = await running(command, words, env);
  expect(plain).toMatchObject({ code: 0, output: expect.stringContaining("1 gained, 0 lost, 0 kept; 1 whole directory.") });
});

test("calls no operation in the previews of the CI action, and leaves no file that may hold secrets", () => {
  expect(service.takeOperations()).toEqual([]);
  expect(readdirSync(join(project.folder, "tmp")).filter((name) => name.startsWith("resourceshare-review-"))).toEqual([]);
});
