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

/** A layer of a pipeline: it wraps the handler that the layers below it form. */
type Layer = (next: CallHandler) => CallHandler;

/**
 * The layers of a call to the Resource Sharing API, from the outermost to the wire.
 *
 * A call is sent again in these places only. They nest, and the deadline of the operation ends all of them.
 * - Here: `batched`, `retried` and `bearerAuthenticated`, as the comments below say.
 * - For credentials: AssumeRole (`credentials/assume-role.ts`) is signed and sent without other layers. After a transient failure, the call that
 *   needs the role counts as unsent, so that `retried` asks again. GetCallerIdentity (`credentials/caller-identity.ts`) and
 *   OAuth2TokenEndpoint (`device/token-session.ts`) have a `pipeline` of their own. The vendor's library
 *   (`credentials/default-credentials.ts`) sends its requests itself. After a failure the next call asks again, unless the service has
 *   refused a user's token, or a user's code was sent, which can be used once. A failed renewal of a role's credentials or of a user's token
 *   is ignored while the old ones last, and repeated after a pause.
 * - In `provider/lifecycle/`: `retryConflicts` and `pollUntil` (`retry-until.ts`) repeat until the deadline. `createOnce` (`freshness.ts`)
 *   repeats a creation at most twice, after an ambiguous failure and a read that finds nothing. `readUntilCurrent` there and
 *   `polling/poller.ts` repeat reads.
 * - In `provider/resources/`, where the answer shows what to send instead:
 *   - `callWhenVisible` and `unlessGone` (`share-calls.ts`): the same after an error that a new share is absent;
 *   - `share-pollers.ts`: a refused list of several shares for each share alone, and of one refused id for all shares;
 *   - `disassociateBatch` (`association-calls.ts`): the removal without the entities that are gone;
 *   - `reconcileTags` (`tag-calls.ts`): the new tags, after it has made room;
 *   - `acceptOpen` (`accept-invitation.ts`): in each poll, until the invitation is accepted.
 *
 * Without throttles and conflicts a call is at most `maxAttempts` requests, after as many of its batch. `createOnce` makes three such calls.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return layered([
    // Checks the request against the operation's schema.
    validated,
    // Ends the call at its deadline, which is 3 s away at least, or when the update is cancelled. A write in flight then has 3 s more.
    // A cancellation ends neither the creation of a share, because only its answer has the id, nor the calls of DeviceAction.
    (next) => bounded(parts, next),
    // Rejects the call when the credentials belong to another account than the configured one.
    (next) => accountGuarded(parts, next),
    // Merges calls that the service accepts in one request. May send again: each call of a batch alone, if one of them may have caused the
    // failure: an error that concerns an entity, or HTTP 500 when the operation is safe to repeat. After any other failure, all calls fail.
    (next) => batched(parts, next),
    ...attempts(parts),
  ]);
}

/**
 * The layers of a call to the user, device and content API.
 * The user's token replaces the signature, except in calls that obtain or revoke tokens. Calls are not batched.
 */
export function devicePipeline(parts: PipelineDependencies, tokens: AccessTokens): CallHandler {
  return layered([
    validated,
    (next) => bounded(parts, next),
    (next) => accountGuarded(parts, next),
    // Obtains the user's access token. May send again: once, with all attempts, when the service has refused the token and another one was obtained.
    (next) => bearerAuthenticated(tokens, next),
    ...attempts(parts),
  ]);
}

/** The layers of the attempts of a call; both pipelines end with them. */
function attempts(parts: PipelineDependencies): readonly Layer[] {
  return [
    // May send again, until the deadline:
    // - after a throttle, until the service has accepted no call of the operation for 60 s;
    // - up to `maxAttempts` in all: after ConcurrentExecutionError; after a connection error that may pass, when the call was not sent or is
    //   safe to repeat; after a 5xx status or a damaged answer, when it is safe to repeat.
    (next) => retried(parts, next),
    // Delays each attempt until it is below the operation's rate limit.
    (next) => rateLimited(parts, next),
    // Rejects a write once the engine has ended.
    (next) => engineGuarded(parts, next),
    // Writes the headers: with the user's access token, or with the signature of the current credentials. These may have been renewed since
    // the call began: rejects those of another account than the configured one.
    // Sends it, and decodes the response.
    () => signed(parts, sent(parts)),
  ];
}

/** Wraps the layers into each other; the first is the outermost, and the last calls no other. */
function layered(layers: readonly Layer[]): CallHandler {
  const nothingBelow: CallHandler = () => Promise.reject(new Error("the last layer of a pipeline sends the call"));
  return layers.reduceRight<CallHandler>((next, layer) => layer(next), nothingBelow);
}
