import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPrintable } from "../../provider/kernel/printable.ts";

const script = join(import.meta.dirname, "../../examples/ci/comment.mjs");
const marker = "<!-- resourceshare diff prod -->\n";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "resourceshare-comment-"))));
afterAll(() => rmSync(folder, { recursive: true }));

interface Comment {
  readonly id: number;
  body: string;
  readonly user?: { readonly login: string };
  readonly author?: { readonly id: number };
}

/** What a platform answers to `GET /user`. */
interface UserAnswer {
  readonly status: number;
  readonly body: string;
}

/** A server that lists, creates and changes comments below any path. */
async function platform(comments: Comment[], ours: Pick<Comment, "user" | "author">, user: UserAnswer) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const url = new URL(request.url ?? "", "http://localhost");
      calls.push(`${request.method} ${url.pathname}`);
      if (url.pathname === "/user") return response.writeHead(user.status).end(user.body);
      const page = Number(url.searchParams.get("page") ?? 1);
      // The script sends an object with one text.
      const body = content === "" ? "" : (JSON.parse(content) as { body: string }).body;
      if (request.method === "POST") comments.push({ id: comments.length + 1, body, ...ours });
      else if (request.method !== "GET") for (const one of comments) if (url.pathname.endsWith(`/${one.id}`)) one.body = body;
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify(request.method === "GET" ? comments.slice((page - 1) * 100, page * 100) : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Posts a comment as a pipeline does. */
function post(name: string, url: string, content: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const file = join(folder, "comment.md");
  writeFileSync(file, marker + content);
  const env = {
    ...{ PATH: process.env["PATH"] ?? "", GITHUB_API_URL: url, PULL_REQUEST: "7", GITHUB_REPOSITORY: "org/repo", GITHUB_TOKEN: "t" },
    ...{ CI_API_V4_URL: url, CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "7", COMMENT_TOKEN: "t" },
  };
  return new Promise((resolve) => {
    const child = execFile("node", [script, name, file], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

const known: UserAnswer = { status: 200, body: JSON.stringify({ id: 42 }) };

test.each([
  ["github", { user: { login: "github-actions[bot]" } }, { user: { login: "other[bot]" } }, "PATCH /repos/org/repo/issues/comments/102"],
  ["gitlab", { author: { id: 42 } }, { author: { id: 43 } }, "PUT /projects/1/merge_requests/7/notes/102"],
] as const)("updates its own comment on %s and no comment of another user", async (name, ours, theirs, update) => {
  const foreign = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, body: `${marker}mine`, ...theirs }));
  const comments: Comment[] = structuredClone(foreign);
  await using service = await platform(comments, ours, known);
  for (const word of ["first", "second"]) expect(await post(name, service.url, word)).toMatchObject({ code: 0 });
  expect(comments.slice(101).map(({ body }) => body)).toEqual([`${marker}second`]);
  expect(comments.slice(0, 101)).toEqual(foreign);
  expect(service.calls.at(-1)).toBe(update);
});

test.each([
  ["the platform refuses to name it", { status: 403, body: "no" }],
  ["the answer has no id", { status: 200, body: "{}" }],
])("posts a new comment on GitLab when the token's user is not known: %s", async (_, user) => {
  const comments: Comment[] = [
    { id: 1, body: `${marker}without author` },
    { id: 2, body: `${marker}of a bot`, author: { id: 42 } },
  ];
  await using service = await platform(comments, { author: { id: 42 } }, user);
  expect(await post("gitlab", service.url, "new")).toMatchObject({ code: 0 });
  expect(comments.map(({ body }) => body)).toEqual([`${marker}without author`, `${marker}of a bot`, `${marker}new`]);
});

test("quotes a refusal as printable text without commands of a CI runner", async () => {
  const body = "\u001B[31mno\u0007\r\n::error::x ##vso[task] \u202Ereversed\u2028 \u0085";
  await using service = await platform([], {}, { status: 500, body });
  const { output } = await post("gitlab", service.url, "new");
  expect(output).toContain("500");
  expect(
    output
      .trimEnd()
      .split("\n")
      .filter((line) => !isPrintable(line)),
  ).toEqual([]);
});
