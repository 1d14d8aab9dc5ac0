import { oneLine } from "./printable.mjs";

/** The comments of a pull or merge request, at GitHub and GitLab. */

/**
 * @param {{ api: string, graphql: string, repository: string, pullRequest: string, token: string, author: string }} request
 * @returns {import("./comment.mjs").Platform}
 */
export function github({ api, graphql, repository, pullRequest, token, author }) {
  const issues = `${api}/repos/${repository}/issues`;
  const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
  /** @type {Map<string, string>} */
  const nodes = new Map();
  return {
    own: async () => {
      const comments = await listed(`${issues}/${pullRequest}/comments`, headers);
      // A comment of another user stays, also when it has the marker.
      const ours = comments.filter(({ user }) => user?.login === author);
      for (const { id, node_id: node } of ours) nodes.set(String(id), String(node));
      return ours.map(({ id, body }) => ({ id: String(id), body }));
    },
    create: (body) => call("POST", `${issues}/${pullRequest}/comments`, headers, { body }),
    update: ({ id }, body) => call("PATCH", `${issues}/comments/${id}`, headers, { body }),
    hide: async ({ id }) => {
      const query = "mutation($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }";
      /** @type {{ errors?: unknown }} */
      const { errors } = await call("POST", graphql, headers, { query, variables: { id: nodes.get(id) } });
      if (errors) throw new Error(`the earlier comment was not hidden: ${oneLine(JSON.stringify(errors))}`);
    },
  };
}

/**
 * @param {{ api: string, project: string, mergeRequest: string, token: string }} request
 * @returns {import("./comment.mjs").Platform}
 */
export function gitlab({ api, project, mergeRequest, token }) {
  const notes = `${api}/projects/${project}/merge_requests/${mergeRequest}/notes`;
  const headers = { "private-token": token };
  const update = (/** @type {import("./comment.mjs").Comment} */ { id }, /** @type {string} */ body) =>
    call("PUT", `${notes}/${id}`, headers, { body });
  return {
    own: async () => {
      const user = await ownUserId(api, headers);
      const comments = await listed(`${notes}?sort=asc&order_by=created_at`, headers);
      return comments.filter(({ author }) => user !== undefined && author?.id === user).map(({ id, body }) => ({ id: String(id), body }));
    },
    create: (body) => call("POST", notes, headers, { body }),
    update,
    // GitLab hides no notes, so the text is folded, and its marker is changed.
    hide: (note) => update(note, `<details><summary>Replaced by a newer comment</summary>\n\n${note.body}\n\n</details>`),
  };
}

/**
 * The user of a token on GitLab. When the user is not known, no comment is updated, and a new one is posted.
 * @param {string} api
 * @param {Readonly<Record<string, string>>} headers
 */
async function ownUserId(api, headers) {
  try {
    /** @type {{ id?: unknown }} */
    const { id } = await call("GET", `${api}/user`, headers);
    return typeof id === "number" ? id : undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`No earlier comment is updated, because the user of COMMENT_TOKEN is not known: ${reason}`);
    return undefined;
  }
}

/**
 * Every page of a list.
 * @param {string} url
 * @param {Readonly<Record<string, string>>} headers
 */
async function listed(url, headers) {
  /** @type {{ id: number, node_id?: string, body: string, user?: { login: string }, author?: { id: number } }[]} */
  const found = [];
  for (let page = 1; page <= 50; page += 1) {
    /** @type {typeof found} */
    const items = await call("GET", `${url}${url.includes("?") ? "&" : "?"}per_page=100&page=${page}`, headers);
    found.push(...items);
    if (items.length < 100) break;
  }
  return found;
}

/**
 * @template Answer
 * @param {string} method
 * @param {string} url
 * @param {Readonly<Record<string, string>>} headers
 * @param {object} [content]
 * @returns {Promise<Answer>}
 */
async function call(method, url, headers, content) {
  const answer = await fetch(url, {
    method,
    // A redirect would pass GitLab's token on.
    redirect: "error",
    headers: { ...headers, "content-type": "application/json" },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  }).catch((/** @type {unknown} */ error) => {
    // The cause is more specific than "fetch failed".
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const text = oneLine(reason instanceof Error ? reason.message : String(reason));
    throw new Error(`${method} ${url} got no answer: ${text}; check the address, and the network of the runner`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}: ${oneLine(await answer.text())}`);
  // The caller names the type that the platform documents.
  return /** @type {Promise<Answer>} */ (answer.json());
}
