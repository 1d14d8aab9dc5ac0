// Puts a file onto a pull or merge request as one comment: the one that begins with the same line is updated, and only the first time one is made.
// node comment.mjs github|gitlab comment.md
import { readFileSync } from "node:fs";

const [platform = "", file = "comment.md"] = process.argv.slice(2);
const body = readFileSync(file, "utf8");
const [marker = ""] = body.split("\n");
if (!/^<!-- resourceshare diff \S+ -->$/.test(marker)) throw new Error(`${file} begins with no marker: preview.sh writes one`);

const platforms = {
  github: () => {
    const api = `${process.env["GITHUB_API_URL"] ?? "https://api.github.com"}/repos/${needed("GITHUB_REPOSITORY")}/issues`;
    return {
      list: `${api}/${needed("PULL_REQUEST")}/comments`,
      one: (/** @type {number} */ id) => `${api}/comments/${id}`,
      update: "PATCH",
      headers: { authorization: `Bearer ${needed("GITHUB_TOKEN")}`, accept: "application/vnd.github+json" },
      // Whoever writes the marker into a comment of their own must not have it overwritten.
      isOurs: (/** @type {Comment} */ { user }) => user?.login === "github-actions[bot]",
    };
  },
  gitlab: () => {
    const api = `${needed("CI_API_V4_URL")}/projects/${needed("CI_PROJECT_ID")}/merge_requests/${needed("CI_MERGE_REQUEST_IID")}/notes`;
    return {
      list: api,
      one: (/** @type {number} */ id) => `${api}/${id}`,
      update: "PUT",
      headers: { "private-token": needed("COMMENT_TOKEN") },
      isOurs: (/** @type {Comment} */ { author }) => /^(project|group)_\d+_bot/.test(author?.username ?? ""),
    };
  },
};
if (platform !== "github" && platform !== "gitlab") throw new Error(`"${platform}" is no platform: github or gitlab`);
const { list, one, update, headers, isOurs } = platforms[platform]();

const earlier = await find();
await call(earlier === undefined ? "POST" : update, earlier === undefined ? list : one(earlier.id), { body });
console.log(earlier === undefined ? "The comment was made." : "The comment was updated.");

async function find() {
  for (let page = 1; page <= 50; page += 1) {
    const comments = /** @type {Comment[]} */ (await call("GET", `${list}?per_page=100&page=${page}`));
    const found = comments.find((comment) => comment.body.startsWith(`${marker}\n`) && isOurs(comment));
    if (found || comments.length < 100) return found;
  }
  return undefined;
}

/**
 * @typedef {{ id: number, body: string, user?: { login: string }, author?: { username: string } }} Comment
 * @param {string} method
 * @param {string} url
 * @param {object} [content]
 */
async function call(method, url, content) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}

/** @param {string} name */
function needed(name) {
  const value = process.env[name];
  if (!value) throw new Error(`the variable ${name} is not set`);
  return value;
}
