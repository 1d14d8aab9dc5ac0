import { messageOf } from "../kernel/errors.ts";
import { printableLines, singleLine } from "../kernel/printable.ts";

/** What a program throws by mistake; every other error is a sentence that was written for users. */
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

/** The engine that this process works for is gone: what is done now would never be written down. */
export class EngineLostError extends Error {
  override readonly name = "EngineLostError";

  constructor() {
    super("Pulumi's engine has ended, so nothing more is changed; run `pulumi cancel` and then `pulumi up` to go on");
  }
}

/** The error as the engine should print it: a sentence, or, for a defect, the sentence, its trace and what to do with them. */
export function presentable(error: unknown, doing: string): Error {
  if (error instanceof Error && error.message !== "" && !DEFECTS.has(error.name)) {
    // Pulumi prints the stack of whatever check, diff, read and delete throw; a sentence for users has none.
    error.stack = "";
    error.message = singleLine(error.message);
    return error;
  }
  const hint = `This is a defect of pulumi-resourceshare (${doing}, Node ${process.version}): please report it with the lines above.`;
  const trace = error instanceof Error && error.stack ? error.stack : messageOf(error);
  const defect = new Error(`${printableLines(trace)}\n${hint}`, { cause: error });
  defect.stack = "";
  return defect;
}

/**
 * What makes Pulumi keep an object that exists but is not (yet) what was asked for.
 * `properties` must hold `__provider`, or the next delete cannot find its code.
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
