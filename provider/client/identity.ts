import { z } from "zod";
import { InputError } from "../kernel/errors.ts";
import type { Operation } from "../wire/operation.ts";
import type { Parts } from "./call.ts";
import type { Client } from "./client.ts";
import { pipeline } from "./pipeline.ts";

/** The vendor's security token service: whose credentials are these? It needs no permission (assumption S-identity). */
export const GetCallerIdentity: Operation<"GetCallerIdentity", object, { AccountId: string }> = {
  name: "GetCallerIdentity",
  version: "2015-04-01",
  style: { kind: "rpc" },
  security: "AK",
  chapter: "identity",
  request: z.object({}),
  response: z.object({ AccountId: z.string().min(1).describe("id of the account that the caller belongs to") }),
  errors: [],
  repeatable: true,
  reads: true,
  limit: undefined,
  items: undefined,
};

/** Asks once whose the credentials are; a failure is not remembered. Without an endpoint nobody is asked and the answer is `undefined`. */
export function callerAccountOf(parts: Omit<Parts, "guard" | "endpoint">, stsEndpoint: string | undefined): Client["callerAccount"] {
  if (stsEndpoint === undefined) return () => Promise.resolve(undefined);
  const send = pipeline({ ...parts, endpoint: stsEndpoint, guard: () => undefined });
  let known: string | undefined;
  return async (options) => {
    known ??= (await send({ operation: GetCallerIdentity, request: {}, signal: options?.signal })).AccountId;
    return known;
  };
}

/** Rejects with an InputError that names both accounts when the credentials belong to another one than `accountId`. */
export function accountGuard(
  accountId: string | undefined,
  account: string | undefined,
  callerAccount: Client["callerAccount"],
): Parts["guard"] {
  if (accountId === undefined) return () => undefined;
  return async (signal) => {
    const caller = await callerAccount({ signal });
    if (caller === undefined || caller === accountId) return;
    const property = account === undefined ? "accountId" : `accounts.${account}.accountId`;
    throw InputError.of(property, `the credentials belong to account ${caller}, but the configuration says ${accountId}; nothing was done`);
  };
}
