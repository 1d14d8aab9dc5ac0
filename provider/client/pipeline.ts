import { batched } from "./batch.ts";
import type { Caller, Parts } from "./call.ts";
import { bounded } from "./deadline.ts";
import { granted } from "./grant.ts";
import { guarded } from "./guard.ts";
import { limited } from "./limit.ts";
import { merged } from "./merge.ts";
import { retried } from "./retry.ts";
import { sent } from "./send.ts";
import { signed } from "./sign.ts";
import type { Session } from "./tokens.ts";
import { validated } from "./validate.ts";

/**
 * What happens to a call, from its beginning to the wire: the request is checked against its declaration; the call ends at its deadline; the
 * credentials must belong to the configured account; equal reads in flight become one; so do calls that the service takes together; failures that pass are tried again; each
 * attempt waits for its turn below the operation's limit; it is signed; it is sent and its answer is read.
 */
export function pipeline(parts: Parts): Caller {
  return validated(bounded(parts, guarded(parts, merged(batched(parts, retried(parts, limited(parts, signed(parts, sent(parts)))))))));
}

/**
 * The same for the user, device and content API: after equal reads have become one, the call gets the user's access token, and a new one when
 * that is not accepted; it bears the token instead of a signature, unless it is about tokens itself.
 */
export function devicePipeline(parts: Parts, session: Session): Caller {
  return validated(bounded(parts, guarded(parts, merged(granted(session, retried(parts, limited(parts, signed(parts, sent(parts)))))))));
}
