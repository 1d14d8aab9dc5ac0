import type { SharingOperations } from "../../provider/api/operations.ts";
import type { ResponseOf } from "../../provider/wire/operation.ts";
import type { Account } from "../world/records.ts";
import type { World } from "../world/world.ts";

/** The decoded parameters of a call, not validated: strings, and lists and objects of strings. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/** An authenticated call of one operation. */
export interface Call {
  readonly world: World;
  readonly caller: Account;
  readonly operation: string;
  readonly request: RequestParameters;
  /** The region of the call, when the host or a parameter names one. */
  readonly region: string | undefined;
}

/** The response of an operation without the request id, which the gateway adds. */
export type HandlerResponse<Name extends keyof SharingOperations> = Omit<ResponseOf<SharingOperations[Name]>, "RequestId">;

/** Implements an operation. It throws a ServiceError for an error response. */
export type Handler<Name extends keyof SharingOperations> = (call: Call) => HandlerResponse<Name>;

/** The region of resources in calls that name no region. */
export const defaultRegion = "cn-hangzhou";
