import { digest } from "../kernel/ids.ts";
import { canonicalJson } from "../kernel/json.ts";
import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import { text } from "./rules.ts";

const maxPage = 100;
const defaultPage = 20;
const maxToken = 256;

interface Numbered {
  readonly sequence: number;
}

/** One page of what a list found. The token says after which record the next one begins, and serves the same question only (assumption S-nexttoken). */
export function page<Record extends Numbered>(
  call: Call,
  records: readonly Record[],
  size: number = pageSize(call),
): { records: Record[]; NextToken?: string } {
  const newest = call.world.settings.listOrder === "newest";
  const token = text(call.question, "NextToken", "InvalidParameter.NextToken");
  const last = token === undefined ? undefined : lastOf(call, token);
  if (token === undefined && call.world.settings.emptyFirstPage) return { records: [], NextToken: tokenAfter(call, newest ? Infinity : 0) };
  const ordered = records.toSorted((a, b) => (newest ? b.sequence - a.sequence : a.sequence - b.sequence));
  const from = last === undefined ? 0 : ordered.findIndex(({ sequence }) => (newest ? sequence < last : sequence > last));
  if (from < 0) return { records: [] };
  const shown = ordered.slice(from, from + size);
  const end = shown.at(-1);
  if (end === undefined || from + size >= ordered.length) return { records: shown };
  return { records: shown, NextToken: tokenAfter(call, end.sequence) };
}

/** Checks both paging parameters before anything else is looked up. */
export function pageSize(call: Call): number {
  const token = text(call.question, "NextToken", "InvalidParameter.NextToken");
  if (token !== undefined && token.length > maxToken)
    refuse("InvalidParameter.NextToken.Length", "The token has more than 256 characters.");
  if (token !== undefined) lastOf(call, token);
  const value = text(call.question, "MaxResults", "InvalidParameter.MaxResults");
  if (value === undefined) return defaultPage;
  const size = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  return size >= 1 && size <= maxPage ? size : refuse("InvalidParameter.MaxResults", "MaxResults must be a number from 1 to 100.");
}

function tokenAfter(call: Call, sequence: number): string {
  return Buffer.from(`${fingerprint(call)}.${sequence}`).toString("base64url");
}

function lastOf(call: Call, token: string): number {
  const [mark, sequence] = Buffer.from(token, "base64url").toString().split(".");
  if (mark !== fingerprint(call) || sequence === undefined || !/^(\d+|Infinity)$/.test(sequence)) {
    refuse("InvalidParameter.NextToken", "The token does not belong to this question.");
  }
  return Number(sequence);
}

function fingerprint(call: Call): string {
  const { NextToken: _token, MaxResults: _size, RegionId: _region, ...question } = call.question;
  return digest(canonicalJson([call.operation, call.caller.id, question]));
}
