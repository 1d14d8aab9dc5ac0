import { z } from "zod";
import { isRecord } from "../../kernel/json.ts";
import { deviceChapter } from "../define.ts";
import { done, requestId } from "../parameters.ts";

const define = deviceChapter("tokens");

/** The parameters that each grant type requires. */
const requiredBy = new Map<string, readonly ("Code" | "RedirectUri" | "RefreshToken")[]>([
  ["authorization_code", ["Code", "RedirectUri"]],
  ["refresh_token", ["RefreshToken"]],
]);

/** Specification: OAuth2TokenEndpoint. A code and a refresh token may be valid only once, so it is not idempotent. */
export const OAuth2TokenEndpoint = define("OAuth2TokenEndpoint", {
  summary: "Tokens for a code, or for a refresh token.",
  method: "POST",
  path: "/token",
  security: "AK",
  request: z
    .object({
      GrantType: z.enum(["authorization_code", "refresh_token"]).describe("what is exchanged for an access token"),
      Code: z.string().min(1).optional().describe("the code; required with `authorization_code`; a secret"),
      RedirectUri: z
        .string()
        .min(1)
        .optional()
        .describe("exactly the address of the authorization request; required with `authorization_code`"),
      RefreshToken: z.string().min(1).optional().describe("the refresh token; required with `refresh_token`; a secret"),
    })
    .superRefine(
      (request, context) => {
        // Runs even when other fields are invalid, including the grant type.
        const required = requiredBy.get(request.GrantType) ?? [];
        for (const name of required.filter((name) => request[name] === undefined)) {
          context.addIssue({ code: "custom", path: [name], message: `is required with ${request.GrantType}` });
        }
      },
      { when: ({ value }) => isRecord(value) },
    ),
  response: z.object({
    AccessToken: z.string().describe("the access token; a secret"),
    ExpiresIn: z.int().optional().describe("its lifetime in seconds"),
    RefreshToken: z.string().optional().describe("the token that obtains the next access token; a secret"),
    Scope: z.string().optional().describe("granted scopes, separated by spaces"),
    TokenType: z.string().optional().describe("always `Bearer`"),
    RequestId: requestId,
  }),
  idempotent: false,
  reads: false,
  secrets: ["Code", "RefreshToken", "AccessToken"],
});

/** Specification: OAuth2RevocationEndpoint. Revoking a refresh token also revokes its access token, but not the reverse. */
export const OAuth2RevocationEndpoint = define("OAuth2RevocationEndpoint", {
  summary: "Revokes an access token, or a refresh token and its access tokens.",
  method: "POST",
  path: "/revoke",
  security: "AK",
  request: z.object({
    Token: z.string().min(1).describe("the token to revoke; a secret"),
    TokenTypeHint: z.enum(["access_token", "refresh_token"]).optional().describe("kind of the token"),
  }),
  response: done,
  idempotent: true,
  reads: false,
  secrets: ["Token"],
});
