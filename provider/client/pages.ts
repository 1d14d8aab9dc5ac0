import { maxPage } from "../api/parameters.ts";
import { ProtocolError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Operation } from "../wire/operation.ts";
import type { CallOptions, Client } from "./client.ts";

const maxPages = 10_000;
/** The maximum size of one list, in characters of JSON; in memory it takes several times as many bytes. */
const mostCharacters = 100_000_000;

/**
 * Reads all pages of a list, with 100 records a page where the operation has a page size.
 * An empty page with a token is not the last one (assumption S-emptypage).
 * @throws ProtocolError after 10,000 pages or 100 million characters, or when a page token repeats
 */
export async function allPages<Request extends object, Response extends { NextToken?: string | undefined }, Item>(
  call: Client["call"],
  operation: Operation<string, Request, Response>,
  request: Request,
  pick: (page: Response) => readonly Item[] | undefined,
  options?: CallOptions,
): Promise<Item[]> {
  const { request: schema } = operation;
  const hasPageSize = "shape" in schema && isRecord(schema.shape) && "MaxResults" in schema.shape;
  const first = hasPageSize ? { MaxResults: maxPage, ...request } : request;
  const refused = (problem: string) => new ProtocolError({ operation: operation.name, status: 200, problem });
  const pages: (readonly Item[])[] = [];
  const tokens = new Set<string>();
  let characters = 0;
  for (let next = first; ;) {
    const page = await call(operation, next, options);
    const items = pick(page) ?? [];
    pages.push(items);
    const token = page.NextToken;
    characters += JSON.stringify(items).length + (token?.length ?? 0);
    if (characters > mostCharacters) throw refused(`the list is longer than ${mostCharacters / 1e6} million characters${narrower}`);
    if (!token) return pages.flat();
    if (tokens.has(token)) throw refused("the list returned a page token twice");
    if (pages.length >= maxPages) throw refused(`the list has more than ${maxPages} pages${narrower}`);
    tokens.add(token);
    next = { ...first, NextToken: token };
  }
}

const narrower = ", which is the most that is read; ask for less, as by ids or tags";
