import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project, repository } from "./pulumi.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";

let service: Service;
let project: Project;

const folder = join(repository, "examples/ci");
const share = (args: string) => `
  const rs = require("pulumi-resourceshare");
  const resources = [{ type: "VSwitch", id: "vsw-demo01" }];
  new rs.ResourceShare("network", { name: "network", tags: { team: "network" }, resources, ${args} });`;

beforeAll(async () => {
  service = await startService();
  project = await Project.open({ env: service.env, files: {} });
  cpSync(join(repository, "examples/policies"), join(project.folder, "policies"), { recursive: true });
  // What an installation makes of the package's `bin`.
  const [bin, command] = [join(project.folder, "node_modules/.bin"), join(repository, "dist/sdk/command/resourceshare.js")];
  mkdirSync(bin);
  writeFileSync(join(bin, "resourceshare"), `#!/bin/sh\nexec node "${command}" "$@"\n`);
  chmodSync(join(bin, "resourceshare"), 0o755);
  mkdirSync(join(project.folder, "tmp"));
});
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function running(command: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(command, words, { cwd: project.folder, env, timeout: 120_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

/** Runs the example's script as a pipeline does, on a program, and gives the comment that it wrote. */
async function previewed(program: string, gates: string): Promise<Ended & { readonly comment: string }> {
  project.write({ "index.js": program });
  const variables = { STACK: "test", POLICY_PACK: "policies", FAIL_ON: gates, REVISION: "abc123", TMPDIR: join(project.folder, "tmp") };
  const ended = await running("bash", [join(folder, "preview.sh")], { ...project.environment(), PWD: project.folder, ...variables });
  return { ...ended, comment: readFileSync(join(project.folder, "comment.md"), "utf8") };
}

test("a change that keeps to the policies passes, and its comment says who gains access", async () => {
  const { code, said, comment } = await previewed(share('targets: ["fd-apps01"]'), "policy external");
  expect({ code, said }).toMatchObject({ code: 0 });
  expect(comment.split("\n")[0]).toBe("<!-- resourceshare diff test -->");
  expect(comment).toContain("1 gained, 0 lost, 0 kept.");
  expect(comment).toContain("No policy stops this update** (resource-share-guard 1.0.0)");
  expect(comment).toContain("| `fd-apps01` folder | VSwitch `vsw-demo01` |");
  expect(comment).toContain("Preview of abc123");
});

test("a change that a mandatory policy forbids is stopped, and the comment says by which policy", async () => {
  const { code, comment } = await previewed(share('targets: ["rd-demo01"]'), "policy");
  expect(code).toBe(3);
  expect(comment).toContain("| whole-directory | mandatory | ResourceShare network |");
  expect(comment).toContain("This pipeline stops: policy: 1 mandatory violation");
});

test("access outside the directory that policies allow is stopped by the gate external alone", async () => {
  const outside = share('allowExternalTargets: true, targets: ["2000000000000001"]');
  const { code, comment } = await previewed(outside, "policy external");
  expect(code).toBe(3);
  expect(comment).toContain("No policy stops this update");
  expect(comment).toContain("This pipeline stops: external: 1 target outside the resource directory would gain access");
});

test("a preview that fails is said to have failed, without its messages, and with the same mark", async () => {
  const { code, said, comment } = await previewed('throw new Error("token=hidden-word")', "policy");
  expect(code).toBe(2);
  expect(said).toContain("the preview failed");
  expect(comment).toMatch(/^<!-- resourceshare diff test -->\n/);
  expect(comment).toContain("nothing is known of access");
  expect(comment).not.toContain("hidden-word");
});

test("diff --stack runs the same preview by itself, with a policy pack and without", async () => {
  project.write({ "index.js": share('targets: ["rd-demo01"]') });
  const command = join(project.folder, "node_modules/.bin/resourceshare");
  const words = ["diff", "--stack", project.folder, "--fail-on", "policy"];
  const env = { ...project.environment(), TMPDIR: join(project.folder, "tmp") };
  const judged = await running(command, [...words, "--policy-pack", join(project.folder, "policies")], env);
  expect(judged).toMatchObject({ code: 3, said: expect.stringContaining("| whole-directory | mandatory | ResourceShare network |") });
  const plain = await running(command, words, env);
  expect(plain).toMatchObject({ code: 0, said: expect.stringContaining("1 gained, 0 lost, 0 kept; 1 whole directory.") });
});

test("previews called nothing at the service, and left no file behind that may hold secrets", () => {
  expect(service.operations()).toEqual([]);
  expect(readdirSync(join(project.folder, "tmp")).filter((name) => name.startsWith("tmp."))).toEqual([]);
});

interface Comment {
  readonly id: number;
  body: string;
  readonly user?: { readonly login: string };
  readonly author?: { readonly username: string };
}

/** Stands for a platform: lists, makes and changes comments below a path. */
async function platform(comments: Comment[], ours: Pick<Comment, "user" | "author">) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const url = new URL(request.url ?? "", "http://localhost");
      seen.push(`${request.method} ${url.pathname}`);
      const page = Number(url.searchParams.get("page") ?? 1);
      // What the script sends is what it was given as a file.
      const body = content === "" ? "" : (JSON.parse(content) as { body: string }).body;
      if (request.method === "POST") comments.push({ id: comments.length + 1, body, ...ours });
      else if (request.method !== "GET") for (const one of comments) if (url.pathname.endsWith(`/${one.id}`)) one.body = body;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.method === "GET" ? comments.slice((page - 1) * 100, page * 100) : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, close: () => new Promise((resolve) => server.close(resolve)) };
}

test.each([
  [
    "github",
    { user: { login: "github-actions[bot]" } },
    { user: { login: "other[bot]" } },
    "PATCH /repos/org/repo/issues/comments/102",
    "GITHUB_API_URL",
  ],
  [
    "gitlab",
    { author: { username: "project_1_bot_x" } },
    { author: { username: "ann" } },
    "PUT /projects/1/merge_requests/7/notes/102",
    "CI_API_V4_URL",
  ],
])("on %s the second comment takes the place of the first, and nobody else's is touched", async (name, ours, theirs, update, address) => {
  const mark = "<!-- resourceshare diff prod -->\n";
  const foreign = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, body: `${mark}mine`, ...theirs }));
  const comments: Comment[] = [...foreign];
  const { url, seen, close } = await platform(comments, ours);
  const env = {
    ...{ PATH: project.environment()["PATH"] ?? "", [address]: url, PULL_REQUEST: "7", GITHUB_REPOSITORY: "org/repo", GITHUB_TOKEN: "t" },
    ...{ CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "7", COMMENT_TOKEN: "t" },
  };
  try {
    for (const word of ["first", "second"]) {
      project.write({ "posted.md": mark + word });
      const { code, said } = await running("node", [join(folder, "comment.mjs"), name, join(project.folder, "posted.md")], env);
      expect({ code, said }).toMatchObject({ code: 0 });
    }
  } finally {
    await close();
  }
  expect(comments.slice(101).map(({ body }) => body)).toEqual([`${mark}second`]);
  expect(comments.slice(0, 101)).toEqual(foreign);
  expect(seen.at(-1)).toBe(update);
});
