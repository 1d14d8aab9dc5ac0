import type { SharingOperations } from "../../api/operations.ts";
import type { ResponseOf } from "../../wire/operation.ts";
import type { Account } from "../world/records.ts";
import type { World } from "../world/world.ts";

/** The parameters of a call as they came: texts, lists and objects of texts. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/** One call of one operation by a caller that is known. */
export interface Call {
  readonly world: World;
  readonly caller: Account;
  readonly operation: string;
  readonly request: RequestParameters;
  /** The region the call is for, when the host or a parameter says so. */
  readonly region: string | undefined;
}

/** What an operation answers, but for the id of the request. */
export type HandlerResponse<Name extends keyof SharingOperations> = Omit<ResponseOf<SharingOperations[Name]>, "RequestId">;

/** What does an operation's work, or throws a refusal. */
export type Handler<Name extends keyof SharingOperations> = (call: Call) => HandlerResponse<Name>;

/** The region of a call that names none. */
export const defaultRegion = "cn-hangzhou";

/** A moment as the service writes it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
