import { isRecord } from "../../provider/kernel/json.ts";

/** The answer to one call, decoded without the operation's schema: verify must see what the schema would refuse. */
export interface Answer {
  readonly status: number;
  /** The error code, or why the answer is not understood; `undefined` when the call was accepted. */
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A record of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** The status and the code of an answer. */
export function statusText({ status, code }: Pick<Answer, "status" | "code">): string {
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Whether a call was accepted; the code of a refusal follows in parentheses, which no check compares. */
export function outcomeOf(answer: Answer): string {
  return answer.code === undefined ? "accepted" : `refused (${statusText(answer)})`;
}

/** The records in a list of an answer, as `ResourceShares`. */
export function recordsIn(body: unknown, ...path: readonly string[]): readonly Fields[] {
  const [name, ...rest] = path;
  if (name !== undefined) return isRecord(body) ? recordsIn(body[name], ...rest) : [];
  return Array.isArray(body) ? body.filter(isRecord) : [];
}
