import type { Client } from "../client/client.ts";
import type { Values } from "../lifecycle/resource.ts";

/** What a function does to the world: an action is never run by a preview unless it is told to. */
export type Effect = "read" | "action";

/** One function that programs call, by the client of its API. */
export interface ProgramFunction<Caller = Client> {
  /** The name in camelCase. */
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly effect: Effect;
  /** The operation of the specification that it calls. */
  readonly operation: string;
  /** Arguments and fields of the result that are secret. */
  readonly secrets?: readonly string[];
  /** The shape of its arguments and of its result, in camelCase, as JSON schemas. */
  readonly shapes: () => { readonly args: unknown; readonly result: unknown };
  /** Rejects with an InputError before any call when the arguments are wrong. */
  call(client: Caller, args: Values): Promise<Values>;
}
