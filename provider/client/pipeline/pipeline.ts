import { batched } from "./batch.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { bounded } from "./deadline.ts";
import { bearerAuthenticated } from "../device/bearer-auth.ts";
import { accountGuarded } from "./account-guard.ts";
import { rateLimited } from "./rate-limit.ts";
import { deduplicated } from "./deduplicate.ts";
import { retried } from "./retry.ts";
import { sent } from "./send.ts";
import { signed } from "./sign.ts";
import type { Session } from "../device/token-session.ts";
import { validated } from "./validate.ts";

/**
 * The layers of a call to the Resource Sharing API, from the outermost to the wire:
 * 1. `validated` checks the request against the operation's schema.
 * 2. `bounded` ends the call at its deadline.
 * 3. `accountGuarded` checks that the credentials belong to the configured account.
 * 4. `deduplicated` coalesces equal reads in flight.
 * 5. `batched` merges calls that the service accepts in one request.
 * 6. `retried` retries transient errors.
 * 7. `rateLimited` keeps each attempt below the operation's rate limit.
 * 8. `signed` signs the attempt.
 * 9. `sent` sends it and decodes the response.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return validated(
    bounded(parts, accountGuarded(parts, deduplicated(batched(parts, retried(parts, rateLimited(parts, signed(parts, sent(parts)))))))),
  );
}

/**
 * The layers of a call to the user, device and content API.
 * Calls are not batched. After deduplication, `bearerAuthenticated` adds the user's access token and renews a rejected one.
 * The token replaces the signature, except in calls that obtain or revoke tokens.
 */
export function devicePipeline(parts: PipelineDependencies, session: Session): CallHandler {
  return validated(
    bounded(
      parts,
      accountGuarded(parts, deduplicated(bearerAuthenticated(session, retried(parts, rateLimited(parts, signed(parts, sent(parts))))))),
    ),
  );
}
