import type { SharingOperations } from "../api/operations.ts";
import type { ResponseOf } from "../wire/operation.ts";
import type { Account } from "./records.ts";
import type { World } from "./world.ts";

/** The parameters of a call as they came: texts, lists and objects of texts. */
export type Question = Readonly<Record<string, unknown>>;

/** One call of one operation by a caller that is known. */
export interface Call {
  readonly world: World;
  readonly caller: Account;
  readonly operation: string;
  readonly question: Question;
  /** The region the call is for, when the host or a parameter says so. */
  readonly region: string | undefined;
}

/** What an operation answers, but for the id of the request. */
export type Answer<Name extends keyof SharingOperations> = Omit<ResponseOf<SharingOperations[Name]>, "RequestId">;

/** What does an operation's work, or throws a refusal. */
export type Handler<Name extends keyof SharingOperations> = (call: Call) => Answer<Name>;

/** The region of a call that names none. */
export const homeRegion = "cn-hangzhou";

/** A moment as the service writes it. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
