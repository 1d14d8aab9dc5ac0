import { accountGuarded } from "./account-guard.ts";
import { batched } from "./batch.ts";
import { type AccessTokens, bearerAuthenticated } from "./bearer-auth.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { bounded } from "./deadline.ts";
import { engineGuarded } from "./engine-liveness.ts";
import { rateLimited } from "./rate-limit.ts";
import { retried } from "./retry.ts";
import { sent } from "./send.ts";
import { signed } from "./sign.ts";
import { validated } from "./validate.ts";

/**
 * The layers of a call to the Resource Sharing API. Each one wraps the next:
 *
 * 1. `validated` checks the request against the operation's schema, and its texts for invalid Unicode.
 * 2. `bounded` ends the call at its deadline, but never before `lastCallMs` (3 s) have passed; a write in flight may take `lastCallMs` more.
 *    A cancelled update ends it too, inside `unlessCancelled` (`provider/lifecycle/run-operation.ts`). A failure is ambiguous if an earlier
 *    attempt may have taken effect.
 * 3. `accountGuarded`, where an `accountId` is configured, rejects the call when the credentials belong to another account, or when
 *    GetCallerIdentity returns no account.
 * 4. `batched` merges calls that the service accepts in one request. **It may send again**: each call of a batch alone, if one of them may
 *    have caused the failure: any refusal except a throttle and those about the credentials, the endpoint or the whole request (`concerns` in
 *    `provider/api/error-codes.ts`), or the service's own answer with HTTP 500 when the operation is idempotent. This happens after the
 *    batch's last attempt; each call then has all attempts anew. After any other failure, all calls fail.
 * 5. `retried` **may send again**, unless the pause would pass the deadline, or the service asks for one beyond `maxThrottledMs` (60 s):
 *    - after a throttle, for `maxThrottledMs` after the call's first throttle or the operation's latest accepted call, whichever is later;
 *    - after a growing pause, up to `maxAttempts`, throttled ones not counted:
 *      - while another operation in progress blocks the whole request (`inProgress` and `concerns` in `provider/api/error-codes.ts`);
 *      - after a timeout or a connection error that may pass, when the call was not sent or is idempotent;
 *      - after a fault of the service, a 5xx status, or a 2xx status with an answer that is cut off or not the service's, when it is idempotent.
 * 6. `rateLimited` obtains the credentials, and delays each attempt until it is below the operation's rate limit.
 * 7. `engineGuarded` rejects a write once the engine has ended or the user has cancelled.
 * 8. `signed` writes the headers with the signature of the current credentials. When they were renewed during the call, it checks their
 *    account again where an `accountId` is configured, if need be by GetCallerIdentity.
 * 9. `sent` sends the request, ends the attempt after `requestTimeoutMs` (a write may then have taken effect), and decodes the answer without
 *    the credentials in it.
 *
 * The client of the sharing API records each write (`provider/client/writes.ts`), from which the lifecycle knows when a read is current;
 * `bounded` records the last write of an operation, after which a failure reads the state.
 *
 * The provider sends a call again in these places only. They multiply: a creation is tried up to three times by `createOnce`, each time
 * up to `maxAttempts` times (5 by default) by `retried`. An operation stops waiting at its deadline; shared polls, credentials and batches
 * continue for other operations.
 * - Here: `batched` and `retried`, as above, and `bearerAuthenticated`, as below.
 * - For credentials:
 *   - AssumeRole (`credentials/assume-role.ts`) is signed and sent without other layers, and ends after 10 s. If it fails transiently, the call
 *     that needs the role has not been sent: `retried` repeats that call, which requests the role again. A failed renewal
 *     (`credentials/renewed-value.ts`) is ignored while the old credentials last, and is tried again later.
 *   - GetCallerIdentity (`credentials/caller-identity.ts`) has a `pipeline` of its own. After a failure the next call asks again.
 *   - OAuth2TokenEndpoint (`device/token-session.ts`) has one too. After a failure the next call asks again, unless the service has refused
 *     the token, or the call was to exchange a code, which can be used once. A failed renewal is ignored while the old token lasts.
 *   - The vendor's library (`credentials/default-credentials.ts`) sends its requests itself. A failure ends the call; the next one asks again.
 * - In `provider/lifecycle/`: `retryWhileInProgress` (`retry-until.ts`) repeats a call while another operation of the service blocks it.
 *   `createOnce` (`freshness.ts`) repeats one that is not idempotent (a creation, an association) up to two more times before the deadline,
 *   unbatched, after an ambiguous failure and a read that finds nothing. `pollUntil` (`retry-until.ts`), `readUntilCurrent` (`freshness.ts`)
 *   and `polling/poller.ts` repeat reads.
 * - In `provider/resources/`, where the answer decides what to send next:
 *   - `callWhenVisible` and `unlessGone` (`share-calls.ts`): while another operation is in progress, and for `visibilityMs` (5 s) while
 *     calls may not find a new share yet. `unlessGone` sends a removal once more if the service reported the share as absent and a read
 *     finds it;
 *   - `listedFirst` (`unfinished-shares.ts`): the next creation asks again after a failure;
 *   - `share-pollers.ts`: after a refused list of several shares, one list for each; after `InvalidParameter.ResourceShareIds` for its only
 *     id, a list of all shares;
 *   - `disassociateBatch` (`association-calls.ts`): the removal without the entities that are gone;
 *   - `detach` (`permission-calls.ts`): the default permission of the type, after a refused detachment;
 *   - `reconcileTags` (`tag-calls.ts`): the new tags, after it has made room;
 *   - `Acceptance` (`accept-invitation.ts`): after a transient failure, in the next poll, if the invitation is still Pending or AcceptFailed;
 *   - `assertNotElsewhere` (`region-of-share.ts`): for a share that a region does not show, the list of shares in every other region.
 * - In `provider/functions/sharing.ts`: `alreadyAnswered` lists an invitation that the service reports as answered already.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return checked(parts, batched(parts, attempts(parts)));
}

/**
 * The layers of a call to the user, device and content API. Its calls are not batched. In place of `batched`, `bearerAuthenticated` obtains
 * the user's access token, which replaces the signature, except in calls that obtain or revoke tokens. **It may send again**: once, with all
 * attempts, when the service has refused the token and another one was obtained.
 */
export function devicePipeline(parts: PipelineDependencies, tokens: AccessTokens): CallHandler {
  return checked(parts, bearerAuthenticated(tokens, attempts(parts)));
}

/** The layers with which both pipelines begin. */
function checked(parts: PipelineDependencies, next: CallHandler): CallHandler {
  return validated(bounded(parts, accountGuarded(parts, next)));
}

/** The layers with which both pipelines end. */
function attempts(parts: PipelineDependencies): CallHandler {
  return retried(parts, rateLimited(parts, engineGuarded(parts, signed(parts, sent(parts)))));
}
