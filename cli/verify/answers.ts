import { isRecord } from "../../provider/kernel/json.ts";

/** The answer to one call, decoded without the operation's schema: verify must see what the schema would refuse. */
export interface Answer {
  readonly status: number;
  /** The error code, or why the answer is not understood; `undefined` when the call was accepted. */
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a probe has seen, and whether the assumption holds. */
export interface Seen {
  readonly holds: boolean;
  readonly seen: string;
}

/** A record of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The status and the code of an answer. */
export function statusText({ status, code }: Pick<Answer, "status" | "code">): string {
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Judges by an answer's status and code. */
export function byAnswer(answer: Answer, holds: boolean): Seen {
  return { holds, seen: statusText(answer) };
}

/** The records in a list of an answer, as `ResourceShares`. */
export function recordsIn(body: unknown, ...path: readonly string[]): readonly Fields[] {
  const [name, ...rest] = path;
  if (name !== undefined) return isRecord(body) ? recordsIn(body[name], ...rest) : [];
  return Array.isArray(body) ? body.filter(isRecord) : [];
}
