import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../../support/listen.ts";

/** A comment as GitHub and GitLab list it. */
export interface ListedComment {
  readonly id: number;
  readonly node_id?: string;
  body: string;
  readonly user?: { readonly login: string };
  readonly author?: { readonly id: number };
}

/** What a platform answers to `GET /user`. */
export interface UserAnswer {
  readonly status: number;
  readonly body: string;
}

/** A server that lists, creates, changes and hides comments below any path, as both platforms do. */
export async function servePlatform(comments: ListedComment[], own: Pick<ListedComment, "user" | "author">, user: UserAnswer) {
  const calls: string[] = [];
  const hidden: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      const url = new URL(request.url ?? "", "http://localhost");
      calls.push(`${request.method} ${url.pathname}`);
      if (url.pathname === "/user") return response.writeHead(user.status).end(user.body);
      const page = Number(url.searchParams.get("page") ?? 1);
      // The action sends an object with one text, or the variables of a mutation.
      const { body = "", variables } = JSON.parse(content || "{}") as { body?: string; variables?: { id: string } };
      if (variables !== undefined) hidden.push(variables.id);
      else if (request.method === "POST") comments.push({ id: comments.length + 1, node_id: `node-${comments.length + 1}`, body, ...own });
      else if (request.method !== "GET") for (const one of comments) if (url.pathname.endsWith(`/${one.id}`)) one.body = body;
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify(request.method === "GET" ? comments.slice((page - 1) * 100, page * 100) : {}));
    });
  });
  return { ...(await listen(server)), calls, hidden };
}
