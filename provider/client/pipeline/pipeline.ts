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
 * A comment says which layers may send a call again.
 *
 * Calls that the layers make themselves, in `credentials/`:
 * - GetCallerIdentity, for the account guard (`caller-identity.ts`): through a `pipeline` of its own.
 * - AssumeRole, for the credentials of a role (`assume-role.ts`): signed and sent without other layers. Without an answer, or when it is
 *   throttled or answered with a 5xx status, the call that needs the credentials counts as unsent, so that its retry asks again. While the
 *   old credentials last, a failed renewal is ignored and tried again after 60 s.
 * - OAuth2TokenEndpoint, for a user's token (`device/token-session.ts`): through a `pipeline` of its own. Unless the service has refused it,
 *   the next call sends the same refresh token again; while the access token lasts, a failure is ignored, and tried again after 15 s.
 * - The requests of the vendor's library (`default-credentials.ts`), for an OIDC role, the role of an instance, a credentials URI, and a
 *   profile that obtains credentials: by the library's own HTTP client or by a process of the profile. No layer here validates, limits,
 *   retries or sends them. The library is asked again each minute; a failure is final for the call, and the next call asks again.
 *
 * Above the pipeline, these send calls again. In `provider/lifecycle/`:
 * - `retry-until.ts`: `retryConflicts` while another operation is in progress, and `pollUntil` until there is a value.
 * - `freshness.ts`: `createOnce` after an ambiguous failure and a read that finds nothing, and `readUntilCurrent` until a read is current.
 * - `polling/poller.ts`: a list, for as long as a resource waits.
 *
 * In `provider/resources/`, where the answer shows that another request will do:
 * - `share-calls.ts`: `callWhenVisible` while a share is in use or too new to be seen, and `unlessGone` once more after a read that finds
 *   the share.
 * - `share-pollers.ts`: a list of several shares that is refused, once for each share; one that is refused for its only id, for all shares.
 * - `association/association-calls.ts`: `disassociateBatch` without the entities that are gone already.
 * - `tags/tag-calls.ts`: `reconcileTags` the same tags, after it has removed others to make room.
 * - `invitation/accept-invitation.ts`: `acceptOpen`, the only write inside a poll. A poll ignores transient errors, so the next one accepts
 *   again what is still open.
 *
 * These nest; the deepest is the delete of `tags/share-tags.ts`: `unlessGone`, `reconcileTags`, `callWhenVisible`, then a batch.
 * At worst, one AssociateResourceShare is 20 requests: `createOnce` calls three times, the first time in a batch and then alone, with
 * `maxAttempts` (5) each. CreateResourceShare is 15, because it is never batched. The most are 100 of DisassociateResourceShare:
 * `disassociateBatch` calls once for each of up to ten entities, in a batch and then alone. Throttled attempts are not counted, and
 * `callWhenVisible` and `retryConflicts` begin anew after each conflict. The deadline of the operation ends all of it.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return layered([
    // Checks the request against the operation's schema.
    validated,
    // Ends the call at its deadline, which is 3 s away at least, or when the update is cancelled. A write in flight then has 3 s more.
    // A cancellation ends neither the creation of a share, because only its answer has the id, nor the calls of DeviceAction.
    (next) => bounded(parts, next),
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
    // Adds the access token, which OAuth2TokenEndpoint issues through a `pipeline` of its own. May send again: once, with a renewed token, and
    // with all attempts of the retry layer.
    (next) => bearerAuthenticated(tokens, next),
    ...attempts(parts),
  ]);
}

/** The layers of the attempts of a call; both pipelines end with them. */
function attempts(parts: PipelineDependencies): readonly Layer[] {
  return [
    // May send again, until the deadline:
    // - after a throttle, until the service has accepted no call of the operation for 60 s;
    // - up to `maxAttempts` in all: after ConcurrentExecutionError; after a connection error that may
    //   pass, when the call was not sent or is safe to repeat; after a 5xx status or a damaged answer, when it is safe to repeat.
    (next) => retried(parts, next),
    // Delays each attempt until it is below the operation's rate limit.
    (next) => rateLimited(parts, next),
    // Rejects a write once the engine has ended.
    (next) => engineGuarded(parts, next),
    // Gets the credentials, checks their account and signs the attempt, or adds the user's access token.
    // Reports to `bounded`, which gives a write in flight more time, that the attempt is sent. Sends it, and decodes the response.
    () => signed(parts, sent(parts)),
  ];
}

/** Wraps the layers into each other; the first is the outermost, and the last calls no other. */
function layered(layers: readonly Layer[]): CallHandler {
  const nothingBelow: CallHandler = () => Promise.reject(new Error("the last layer of a pipeline sends the call"));
  return layers.reduceRight<CallHandler>((next, layer) => layer(next), nothingBelow);
}
