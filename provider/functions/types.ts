import type { z } from "zod";
import type { Client } from "../client/client.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";

/** Whether a function only reads, or changes something. A preview does not call an action, unless `runOnPreview` is `true`. */
export type Effect = "read" | "action";

/** One function that programs can call; `Caller` is the client of its API. */
export interface ProgramFunction<Caller = Client> {
  /** The name in camelCase. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly effect: Effect;
  /** The operation of the specification that it calls. */
  readonly operation: string;
  /** Arguments and fields of the result that are secret. */
  readonly secrets?: readonly string[];
  /** Returns the shapes of its arguments and its result, by wire names; programs see the names in camelCase. */
  readonly shapes: () => { readonly args: z.ZodType; readonly result: z.ZodType };
  /** Returns all failures of arguments; parts that are UNKNOWN are no failure. */
  check?(args: Values): readonly Failure[];
  /** Calls the operation. Rejects with an InputError before any call when the arguments are wrong. */
  call(client: Caller, args: Values): Promise<Values>;
}
