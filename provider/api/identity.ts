import { z } from "zod";
import { chapter } from "./define.ts";

/** The operations of the security token service that the client itself calls. */
const identity = chapter("identity", "2015-04-01");

/** Returns the caller's account. It needs no permission (assumption S-identity). */
export const GetCallerIdentity = identity("GetCallerIdentity", {
  summary: "The account that the credentials belong to.",
  request: z.object({}),
  response: z.object({ AccountId: z.string().min(1).describe("id of the account that the caller belongs to") }),
  errors: [],
  idempotent: true,
  reads: true,
});

/** Returns temporary credentials of a role (assumption S-assume-role). */
export const AssumeRole = identity("AssumeRole", {
  summary: "Temporary credentials of a role.",
  request: z.object({
    RoleArn: z.string(),
    RoleSessionName: z.string(),
    DurationSeconds: z.number(),
    ExternalId: z.string().optional(),
  }),
  response: z.object({
    Credentials: z.object({
      AccessKeyId: z.string().min(1),
      AccessKeySecret: z.string().min(1),
      SecurityToken: z.string().min(1),
      Expiration: z.string(),
    }),
  }),
  errors: [],
  idempotent: true,
  reads: true,
  secrets: ["AccessKeySecret", "SecurityToken"],
});
