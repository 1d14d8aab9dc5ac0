import { maxPage } from "../api/parameters.ts";
import { ProtocolError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Operation } from "../wire/operation.ts";
import type { CallOptions, Client } from "./client.ts";

const mostPages = 10_000;

/**
 * Walks all pages of a list, a hundred records each where the operation lets one choose. An empty page with a token is not the end (assumption S-emptypage);
 * a token that was there before is a ProtocolError, for the walk would never end.
 */
export async function allPages<Request extends object, Response extends { NextToken?: string | undefined }, Item>(
  call: Client["call"],
  operation: Operation<string, Request, Response>,
  request: Request,
  pick: (page: Response) => readonly Item[] | undefined,
  options?: CallOptions,
): Promise<Item[]> {
  const size = hasPageSize(operation) ? { MaxResults: maxPage } : {};
  const items: Item[] = [];
  const seen = new Set<string>();
  let token: string | undefined;
  do {
    const page = await call(operation, { ...size, ...request, ...(token ? { NextToken: token } : {}) }, options);
    items.push(...(pick(page) ?? []));
    token = page.NextToken || undefined;
    if (token !== undefined && (seen.has(token) || seen.size >= mostPages)) {
      const problem = seen.has(token) ? "the list of pages goes round in a circle" : `there are more than ${mostPages} pages`;
      throw new ProtocolError({ operation: operation.name, status: 200, problem });
    }
    if (token !== undefined) seen.add(token);
  } while (token !== undefined);
  return items;
}

function hasPageSize({ request }: Pick<Operation, "request">): boolean {
  return "shape" in request && isRecord(request.shape) && "MaxResults" in request.shape;
}
