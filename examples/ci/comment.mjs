// Posts a file as the comment of a pull or merge request, or updates the comment that begins with the same line.
// node comment.mjs github|gitlab comment.md
import { readFileSync } from "node:fs";

const [platform = "", file = "comment.md"] = process.argv.slice(2);
const body = readFileSync(file, "utf8");
const [marker = ""] = body.split("\n");
if (!/^<!-- resourceshare diff \S+ -->$/.test(marker)) throw new Error(`${file} has no marker in its first line: write it with preview.sh`);

const platforms = {
  github: () => {
    const api = `${process.env["GITHUB_API_URL"] ?? "https://api.github.com"}/repos/${needed("GITHUB_REPOSITORY")}/issues`;
    return {
      list: `${api}/${needed("PULL_REQUEST")}/comments`,
      one: (/** @type {number} */ id) => `${api}/comments/${id}`,
      update: "PATCH",
      headers: { authorization: `Bearer ${needed("GITHUB_TOKEN")}`, accept: "application/vnd.github+json" },
      // A comment of another user stays, also when it has the marker.
      isOwn:
        async () =>
        (/** @type {Comment} */ { user }) =>
          user?.login === "github-actions[bot]",
    };
  },
  gitlab: () => {
    const api = `${needed("CI_API_V4_URL")}/projects/${needed("CI_PROJECT_ID")}/merge_requests/${needed("CI_MERGE_REQUEST_IID")}/notes`;
    return {
      list: api,
      one: (/** @type {number} */ id) => `${api}/${id}`,
      update: "PUT",
      headers: { "private-token": needed("COMMENT_TOKEN") },
      isOwn: async () => {
        const id = await ownUserId();
        return (/** @type {Comment} */ { author }) => id !== undefined && author?.id === id;
      },
    };
  },
};
if (platform !== "github" && platform !== "gitlab") throw new Error(`"${printable(platform)}" is not a platform: write github or gitlab`);
const { list, one, update, headers, isOwn } = platforms[platform]();

const earlier = await find();
await call(earlier === undefined ? "POST" : update, earlier === undefined ? list : one(earlier.id), { body });
console.log(earlier === undefined ? "The comment was posted." : "The comment was updated.");

/** The user of the token on GitLab. When the user is not known, no comment is updated, and a new one is posted. */
async function ownUserId() {
  try {
    const user = /** @type {{ id?: unknown }} */ (await call("GET", `${needed("CI_API_V4_URL")}/user`));
    return typeof user.id === "number" ? user.id : undefined;
  } catch (error) {
    console.error(
      `No earlier comment is updated, because the user of COMMENT_TOKEN is not known: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

async function find() {
  const isOurs = await isOwn();
  for (let page = 1; page <= 50; page += 1) {
    const comments = /** @type {Comment[]} */ (await call("GET", `${list}?per_page=100&page=${page}`));
    const found = comments.find((comment) => comment.body.startsWith(`${marker}\n`) && isOurs(comment));
    if (found || comments.length < 100) return found;
  }
  return undefined;
}

/**
 * @typedef {{ id: number, body: string, user?: { login: string }, author?: { id: number } }} Comment
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
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${printable(await answer.text())}`);
  return answer.json();
}

/** @param {string} name */
function needed(name) {
  const value = process.env[name];
  if (!value) throw new Error(`the variable ${name} is not set: set it in the job`);
  return value;
}

/**
 * The beginning of a foreign text as one line, without characters that control a terminal or a CI runner.
 * @param {string} text
 */
function printable(text) {
  const line = text.slice(0, 200).replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, " ");
  return line.replace(/##(?=\w*\[)/g, "## ");
}
