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
 * What happens to a call, from its beginning to the wire: the request is checked against its declaration; the call ends at its deadline; the
 * credentials must belong to the configured account; equal reads in flight become one; so do calls that the service takes together; failures that pass are tried again; each
 * attempt waits for its turn below the operation's limit; it is signed; it is sent and its answer is read.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return validated(
    bounded(parts, accountGuarded(parts, deduplicated(batched(parts, retried(parts, rateLimited(parts, signed(parts, sent(parts)))))))),
  );
}

/**
 * The same for the user, device and content API: after equal reads have become one, the call gets the user's access token, and a new one when
 * that is not accepted; it bears the token instead of a signature, unless it is about tokens itself.
 */
export function devicePipeline(parts: PipelineDependencies, session: Session): CallHandler {
  return validated(
    bounded(
      parts,
      accountGuarded(parts, deduplicated(bearerAuthenticated(session, retried(parts, rateLimited(parts, signed(parts, sent(parts))))))),
    ),
  );
}
