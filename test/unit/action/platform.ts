import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

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

/** Starts a server on this machine. */
export async function listen(server: Server): Promise<AsyncDisposable & { readonly url: string }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
