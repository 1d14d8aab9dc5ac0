import { printable, singleLine } from "./printable.ts";

/** What an error code means for the one who must go on; retry and messages read this, never the text. */
export type Category =
  | "invalid" // the request can never succeed as it is
  | "denied" // the caller may not do this
  | "absent" // the thing is not there
  | "conflict" // something else is in progress or in the way
  | "quota" // a number is used up
  | "throttled" // too fast: the call was not executed
  | "fault"; // the service's own failure: the call may have been executed

interface ApiErrorFields {
  readonly operation: string;
  readonly code: string;
  readonly status: number;
  readonly category: Category;
  readonly serviceMessage: string;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Whether the same call may succeed later without a change. */
  readonly transient: boolean;
}

/** An error whose message is one line that can be printed anywhere: whatever a message quotes may come from a service, a state or a user. */
abstract class PrintableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(singleLine(message), options);
  }
}

/** The service understood the call and said no. */
export class ApiError extends PrintableError implements ApiErrorFields {
  override readonly name = "ApiError";
  declare readonly operation: string;
  declare readonly code: string;
  declare readonly status: number;
  declare readonly category: Category;
  declare readonly serviceMessage: string;
  declare readonly requestId?: string | undefined;
  declare readonly retryAfterMs?: number | undefined;
  declare readonly transient: boolean;

  constructor(fields: ApiErrorFields) {
    const request = fields.requestId ? ` (request ${fields.requestId})` : "";
    super(`${fields.operation} failed: ${fields.code}: ${sentence(fields.serviceMessage)}${request}`);
    Object.assign(this, fields);
  }
}

/** The service answered something that its specification does not allow. */
export class ProtocolError extends PrintableError {
  override readonly name = "ProtocolError";
  readonly operation: string;
  readonly status: number;
  readonly problem: string;

  constructor(fields: { operation: string; status: number; problem: string; cause?: unknown }) {
    super(
      `${fields.operation} was answered in a form that is not understood (HTTP ${fields.status}): ${fields.problem}. ` +
        "Check that the endpoint is the Resource Sharing service and that no proxy answers in its place.",
      { cause: fields.cause },
    );
    this.operation = fields.operation;
    this.status = fields.status;
    this.problem = fields.problem;
  }
}

/** No answer came. `ambiguous` says that the service may have done what it was asked to. */
export class TransportError extends PrintableError {
  override readonly name = "TransportError";
  readonly operation: string;
  readonly problem: string;
  readonly ambiguous: boolean;

  constructor(fields: { operation: string; problem: string; ambiguous: boolean; cause?: unknown }) {
    super(`${fields.operation} got no answer: ${fields.problem}` + (fields.ambiguous ? "; it may have taken effect all the same" : ""), {
      cause: fields.cause,
    });
    this.operation = fields.operation;
    this.problem = fields.problem;
    this.ambiguous = fields.ambiguous;
  }
}

/** What was waited for can no longer come. */
export class WaitError extends PrintableError {
  override readonly name = "WaitError";
  readonly subject: string;
  readonly reasons: readonly string[];

  constructor(subject: string, reasons: readonly string[]) {
    super(`${subject} ${reasons.join("; ")}`);
    this.subject = subject;
    this.reasons = reasons;
  }
}

/** The time for a wait is over and the thing is still on its way: it exists, and the next run goes on with it. */
export class UnsettledError extends PrintableError {
  override readonly name = "UnsettledError";
  readonly subject: string;
  readonly lastSeen: string;
  readonly polls: number;
  readonly elapsedMs: number;

  constructor(fields: { subject: string; lastSeen: string; polls: number; elapsedMs: number }) {
    const seconds = Math.round(fields.elapsedMs / 1000);
    super(
      `${fields.subject} has not settled after ${seconds} s: ${fields.lastSeen} at the last of ${fields.polls} looks. ` +
        "It is kept; run `pulumi up` again to go on waiting, or raise `customTimeouts`.",
    );
    this.subject = fields.subject;
    this.lastSeen = fields.lastSeen;
    this.polls = fields.polls;
    this.elapsedMs = fields.elapsedMs;
  }
}

/** One thing wrong with what was typed: where, and why. */
export interface Failure {
  readonly property: string;
  readonly reason: string;
}

/** The same failure as people may read it: it quotes what was typed, which may be any text. */
export function printed({ property, reason }: Failure): Failure {
  return { property: printable(property), reason: printable(reason) };
}

/** What was typed cannot work; nothing was called. */
export class InputError extends PrintableError {
  override readonly name = "InputError";
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    const shown = failures.map(printed);
    super(shown.map(({ property, reason }) => `${property}: ${reason}`).join("; "));
    this.failures = shown;
  }

  static of(property: string, reason: string): InputError {
    return new InputError([{ property, reason }]);
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentence(text: string): string {
  return text.trim().replace(/\.+$/, "") || "the service gave no reason";
}
