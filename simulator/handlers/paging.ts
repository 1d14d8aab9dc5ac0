import { digest } from "../../provider/kernel/ids.ts";
import { canonicalJson } from "../../provider/kernel/json.ts";
import type { Call } from "./handler.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { text } from "./parameter-validation.ts";

const maxPageSize = 100;
const defaultPageSize = 20;
const maxTokenLength = 256;

interface SequencedRecord {
  readonly sequence: number;
}

/**
 * Returns one page of a list.
 * The token has the sequence number after which the next page begins. It is valid only for the same operation, caller and filters (assumption S-nexttoken).
 */
export function page<Record extends SequencedRecord>(
  call: Call,
  records: readonly Record[],
  size: number,
): { records: Record[]; NextToken?: string } {
  const newest = call.world.settings.listOrder === "newest";
  const token = text(call.request, "NextToken", "InvalidParameter.NextToken");
  const last = token === undefined ? undefined : readToken(call, token);
  // The token of an empty first page begins before every record.
  if (token === undefined && call.world.settings.emptyFirstPage) return { records: [], NextToken: tokenAfter(call, newest ? Infinity : 0) };
  const ordered = records.toSorted((a, b) => (newest ? b.sequence - a.sequence : a.sequence - b.sequence));
  const isAfter = (sequence: number, other: number) => (newest ? sequence < other : sequence > other);
  const from = last === undefined ? 0 : ordered.findIndex(({ sequence }) => isAfter(sequence, last));
  if (from < 0) return { records: [] };
  const pageRecords = ordered.slice(from, from + size);
  const lastRecord = pageRecords.at(-1);
  if (lastRecord === undefined || from + size >= ordered.length) return { records: pageRecords };
  return { records: pageRecords, NextToken: tokenAfter(call, lastRecord.sequence) };
}

/** Validates both paging parameters and returns the page size. Handlers call it before lookups, so that its errors come first. */
export function pageSize(call: Call): number {
  const token = text(call.request, "NextToken", "InvalidParameter.NextToken");
  if (token !== undefined && token.length > maxTokenLength)
    throwServiceError("InvalidParameter.NextToken.Length", "The token has more than 256 characters.");
  if (token !== undefined) readToken(call, token);
  const value = text(call.request, "MaxResults", "InvalidParameter.MaxResults");
  if (value === undefined) return defaultPageSize;
  const size = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  return size >= 1 && size <= maxPageSize
    ? size
    : throwServiceError("InvalidParameter.MaxResults", "MaxResults must be a number from 1 to 100.");
}

function tokenAfter(call: Call, sequence: number): string {
  return Buffer.from(`${fingerprint(call)}.${sequence}`).toString("base64url");
}

function readToken(call: Call, token: string): number {
  const [tokenFingerprint, sequence] = Buffer.from(token, "base64url").toString().split(".");
  if (tokenFingerprint !== fingerprint(call) || sequence === undefined || !/^(\d+|Infinity)$/.test(sequence)) {
    throwServiceError("InvalidParameter.NextToken", "The token belongs to another request.");
  }
  return Number(sequence);
}

function fingerprint(call: Call): string {
  const { NextToken: _token, MaxResults: _size, RegionId: _region, ...parameters } = call.request;
  return digest(canonicalJson([call.operation, call.caller.id, parameters]));
}
