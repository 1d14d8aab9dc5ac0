import { accountGuarded } from "./account-guard.ts";
import { observed } from "./attempt-observer.ts";
import { batched } from "./batch.ts";
import { type AccessTokens, bearerAuthenticated } from "./bearer-auth.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { bounded } from "./deadline.ts";
import { deduplicated } from "./deduplicate.ts";
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
 * Two layers make calls of their own:
 * - the account guard calls GetCallerIdentity, through layers of its own (`credentials/caller-identity.ts`);
 * - the credentials of a role come from AssumeRole, which is signed and sent without other layers (`credentials/assume-role.ts`). Where it
 *   gets no answer, the call that needs the credentials counts as unsent, so that its retry asks again.
 *
 * Above the pipeline, these send calls again, in `provider/lifecycle/` and `provider/resources/`:
 * - `retry-until.ts`: `retryConflicts` while another operation is in progress, and `pollUntil` until there is a value;
 * - `freshness.ts`: `callWhenVisible` while a share is in use or too new to be seen, `createOnce` after an ambiguous failure and a read that
 *   finds nothing, and `readUntilCurrent` until a read is current;
 * - `polling/poller.ts`: a list for as long as a resource waits;
 * - `share-pollers.ts`: a refused list of several shares, once for each share, and then the list of all shares.
 */
export function pipeline(parts: PipelineDependencies): CallHandler {
  return layered([
    // Checks the request against the operation's schema.
    validated,
    // Ends the call at its deadline: a call has 3 s at least, and a write that is in flight at its deadline has 3 s more.
    (next) => bounded(parts, next),
    // Checks that the credentials belong to the configured account. An access key is looked up once, and again after a failed lookup.
    (next) => accountGuarded(parts, next),
    // Coalesces equal reads in flight. The shared read has no deadline of its own and ends with its last caller.
    deduplicated,
    // Merges calls that the service accepts in one request. May send again: each call of a failed batch, alone.
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
    deduplicated,
    // Adds the access token, which OAuth2TokenEndpoint issues through the layers above. May send again: once, with a renewed token, and with
    // all attempts of the retry layer.
    (next) => bearerAuthenticated(tokens, next),
    ...attempts(parts),
  ]);
}

/** The layers of the attempts of a call; both pipelines end with them. */
function attempts(parts: PipelineDependencies): readonly Layer[] {
  return [
    // May send again: after a throttle, and after a transient error when the call was not sent or is safe to repeat.
    (next) => retried(parts, next),
    // Delays each attempt until it is below the operation's rate limit.
    (next) => rateLimited(parts, next),
    // Rejects a write once the engine has ended.
    (next) => engineGuarded(parts, next),
    // Reports the attempt to `bounded`, which gives a write in flight more time.
    observed,
    // Signs the attempt, sends it, and decodes the response.
    () => signed(parts, sent(parts)),
  ];
}

/** Wraps the layers into each other; the first is the outermost, and the last calls no other. */
function layered(layers: readonly Layer[]): CallHandler {
  const nothingBelow: CallHandler = () => Promise.reject(new Error("the last layer of a pipeline sends the call"));
  return layers.reduceRight<CallHandler>((next, layer) => layer(next), nothingBelow);
}
