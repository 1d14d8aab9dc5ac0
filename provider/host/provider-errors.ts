import { type Failure, messageOf, printed } from "../kernel/errors.ts";
import { printableLines, singleLine } from "../kernel/printable.ts";
import type { Values } from "../lifecycle/resource.ts";

/** The names of errors that only a defect throws; the messages of all other errors are written for users. */
const DEFECTS: ReadonlySet<string> = new Set([
  "TypeError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "EvalError",
  "URIError",
  "AggregateError",
  "AssertionError",
  "ZodError",
]);

/** Thrown when the engine that started this process has ended: the state would not record any further change. */
export class EngineLostError extends Error {
  override readonly name = "EngineLostError";

  constructor() {
    super("Pulumi's engine has ended, so nothing more is changed; run `pulumi cancel` and then `pulumi up` to continue");
  }
}

/** Thrown by the operations that run when the user cancels the update. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";

  constructor() {
    super("the update was cancelled before this was done; `pulumi up` resumes it");
  }
}

/** Whether only a defect throws an error; the message of any other error is written for users. */
export function isDefect(error: Error): boolean {
  return error.message === "" || DEFECTS.has(error.name);
}

/**
 * Returns an invalid argument for the engine to print. The engine prints the value of the named property in Go's notation, which users can
 * read for a line of text only. For any other value, the reason names the property, and `property` is empty.
 *
 * @param secrets The names of the arguments that are secret.
 */
export function presentableFailure(failure: Failure, inputs: Values, secrets: readonly string[]): Failure {
  const { property, reason } = printed(failure);
  const value = inputs[property];
  const isLegible = typeof value === "string" && !value.includes("\n") && !secrets.includes(property);
  return isLegible ? { property, reason } : { property: "", reason: `${property}: ${reason}` };
}

/** Returns the error for the engine to print: only the message, or, for a defect, the stack trace and how to report it. */
export function presentable(error: unknown, doing: string): Error {
  if (error instanceof Error && !isDefect(error)) {
    error.message = singleLine(error.message);
    // Pulumi also prints `${error}: ${error.stack}` for errors that check, diff, read and delete throw.
    error.stack = error.message;
    error.toString = () => doing;
    return error;
  }
  const hint = `This is a defect of pulumi-resourceshare (${doing}, Node ${process.version}): please report it with the lines above.`;
  const trace = error instanceof Error && error.stack ? error.stack : messageOf(error);
  const defect = new Error(`${printableLines(trace)}\n${hint}`, { cause: error });
  defect.stack = "";
  return defect;
}

/**
 * Makes Pulumi keep an object that exists but does not match the desired state (yet).
 * For a dynamic resource, `properties` must hold `__provider`, or the next delete cannot find the provider's code.
 */
export class KeptError extends Error {
  override readonly name = "KeptError";
  readonly id: string;
  readonly properties: Record<string, unknown>;
  readonly reasons: readonly string[];

  constructor(failure: Error, id: string, properties: Record<string, unknown>) {
    super(failure.message, { cause: failure });
    this.stack = "";
    this.id = id;
    this.properties = properties;
    // Without a reason the engine drops the message as well.
    this.reasons = [failure.message || failure.name];
  }
}
