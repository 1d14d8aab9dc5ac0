import { printable, singleLine } from "./printable.ts";

/** The category of an error code. Retries and messages depend on it, never on the error's text. */
export type Category =
  | "invalid" // the request cannot succeed as it is
  | "denied" // the caller lacks the permission
  | "absent" // the entity does not exist
  | "conflict" // another operation is in progress, or the state does not allow the request
  | "quota" // a quota is exhausted
  | "throttled" // the rate limit was exceeded: the call was not executed
  | "fault"; // the service failed: the call may have been executed

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
  /** Whether an earlier attempt of the call had no clear answer and may have taken effect. */
  readonly followsLostAttempt?: boolean | undefined;
}

/** An error with a message of one printable line, because messages quote text from services, states and users. */
abstract class PrintableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(singleLine(message), options);
  }
}

/** The service rejected the call with an error code. */
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
  declare readonly followsLostAttempt?: boolean | undefined;

  constructor(fields: ApiErrorFields) {
    const request = fields.requestId ? ` (request ${fields.requestId})` : "";
    const doubt = fields.followsLostAttempt === true ? "; an earlier attempt had no clear answer and may have taken effect" : "";
    super(`${fields.operation} failed: ${fields.code}: ${sentence(fields.serviceMessage)}${request}${doubt}`);
    Object.assign(this, fields, {
      serviceMessage: singleLine(fields.serviceMessage),
      requestId: fields.requestId && singleLine(fields.requestId),
    });
  }
}

/** The service's response does not conform to the specification. */
export class ProtocolError extends PrintableError {
  override readonly name = "ProtocolError";
  readonly operation: string;
  readonly status: number;
  readonly problem: string;

  constructor(fields: { operation: string; status: number; problem: string; cause?: unknown }) {
    super(
      `${fields.operation} was answered in a form that is not understood (HTTP ${fields.status}): ${fields.problem}. ` +
        "Check that the endpoint is the one of this service and that no proxy answers in its place.",
      { cause: fields.cause },
    );
    this.operation = fields.operation;
    this.status = fields.status;
    this.problem = singleLine(fields.problem);
  }
}

/** No response arrived. `ambiguous`: the service may have executed the call all the same. */
export class TransportError extends PrintableError {
  override readonly name = "TransportError";
  readonly operation: string;
  readonly outcome: string;
  readonly problem: string;
  readonly ambiguous: boolean;

  constructor(fields: { operation: string; outcome?: string; problem: string; ambiguous: boolean; cause?: unknown }) {
    const { outcome = "got no answer" } = fields;
    super(`${fields.operation} ${outcome}: ${fields.problem}` + (fields.ambiguous ? "; it may have taken effect all the same" : ""), {
      cause: fields.cause,
    });
    this.operation = fields.operation;
    this.outcome = outcome;
    this.problem = singleLine(fields.problem);
    this.ambiguous = fields.ambiguous;
  }
}

/** A wait has failed: the state that it waited for can no longer be reached. */
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

/** A wait has timed out while the operation is still in progress; the next run continues it. */
export class UnsettledError extends PrintableError {
  override readonly name = "UnsettledError";
  readonly subject: string;
  readonly lastSeen: string;
  readonly polls: number;
  readonly elapsedMs: number;

  constructor(fields: { subject: string; lastSeen: string; polls: number; elapsedMs: number }) {
    const seconds = Math.round(fields.elapsedMs / 1000);
    super(
      `${fields.subject} has not settled after ${seconds} s: ${fields.lastSeen} at the last of ${fields.polls} polls. ` +
        "It stays in the state: run the command again to continue the wait, or raise `customTimeouts`.",
    );
    this.subject = fields.subject;
    this.lastSeen = fields.lastSeen;
    this.polls = fields.polls;
    this.elapsedMs = fields.elapsedMs;
  }
}

/** One invalid input: the property, and the reason. */
export interface Failure {
  readonly property: string;
  readonly reason: string;
}

/** A printable copy of a failure, which may quote arbitrary input. */
export function printed({ property, reason }: Failure): Failure {
  return { property: printable(property), reason: printable(reason) };
}

/** An argument, a setting or an id that the user has to change. Nothing was changed because of it. */
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

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Any thrown value as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function sentence(text: string): string {
  return text.trim().replace(/(?<!\.)\.+$/, "") || "the service gave no reason";
}

/** Returns the reasons of the promises that were rejected. */
export function rejections(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.filter((outcome) => outcome.status === "rejected").map((outcome): unknown => outcome.reason);
}
