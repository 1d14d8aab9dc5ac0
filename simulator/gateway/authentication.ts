import type { Account } from "../world/records.ts";
import { throwServiceError, throwUnlistedError } from "./service-error.ts";
import { isSignedBy, type RequestSignature } from "./signature.ts";
import type { World } from "../world/world.ts";

// How far the time of a signature may differ from the service's, in both directions (assumption S-clock).
const windowMs = 15 * 60_000;
const datePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** An authenticated caller. */
export interface Identity {
  readonly account: Account;
  readonly accessKeyId: string;
  /** The assumed role, when the caller uses temporary keys. */
  readonly role?: { readonly name: string; readonly session: string } | undefined;
}

/** Temporary keys of an assumed role. */
export interface TemporaryKey {
  readonly accountId: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly securityToken: string;
  readonly expiresAt: number;
  readonly role: string;
  readonly session: string;
}

/** Authenticates requests: access keys, security tokens, nonces and the time of the signature. */
export class Authenticator {
  readonly #world: World;
  /** The client's time, which {@link Simulator.advance} does not change. */
  readonly #clientNow: () => number;
  readonly #temporary = new Map<string, TemporaryKey>();
  readonly #nonces = new Map<string, number>();

  constructor(world: World, clientNow: () => number) {
    this.#world = world;
    this.#clientNow = clientNow;
  }

  addTemporaryKey(key: TemporaryKey): void {
    this.#temporary.set(key.accessKeyId, key);
  }

  /**
   * Returns the caller that signed the request, and consumes its nonce.
   * @throws ServiceError when the signature is not valid
   */
  identify(signed: RequestSignature): Identity {
    const now = this.#clientNow();
    const date = datePattern.test(signed.date) ? Date.parse(signed.date) : Number.NaN;
    if (Number.isNaN(date))
      throwServiceError("InvalidTimeStamp.Format", "The time of the signature is not of the form yyyy-MM-ddTHH:mm:ssZ.");
    if (Math.abs(now - date) > windowMs)
      throwServiceError("InvalidTimeStamp.Expired", "The time of the signature is more than 15 minutes from the service's.");
    const { secret, identity } = this.#findKey(signed);
    if (!isSignedBy(signed, secret)) {
      throwServiceError("SignatureDoesNotMatch", `The signature does not match; the server's string to sign is: ${signed.stringToSign}`);
    }
    this.#useNonce(`${signed.accessKeyId}/${signed.nonce}`, now);
    return identity;
  }

  #findKey(signed: RequestSignature): { secret: string; identity: Identity } {
    const temporary = this.#temporary.get(signed.accessKeyId);
    if (temporary) return this.#findTemporaryKey(temporary, signed);
    for (const account of this.#world.accounts.values()) {
      const key = account.keys.find(({ accessKeyId }) => accessKeyId === signed.accessKeyId);
      if (key) return { secret: key.accessKeySecret, identity: { account, accessKeyId: key.accessKeyId } };
    }
    return throwServiceError("InvalidAccessKeyId.NotFound", "The access key does not exist.");
  }

  #findTemporaryKey(key: TemporaryKey, signed: RequestSignature): { secret: string; identity: Identity } {
    if (signed.securityToken === undefined) throwUnlistedError(400, "MissingSecurityToken", "Temporary keys need their security token.");
    if (signed.securityToken !== key.securityToken) {
      throwUnlistedError(400, "InvalidSecurityToken.MismatchWithAccessKey", "The security token does not belong to the access key.");
    }
    if (key.expiresAt <= this.#world.now) throwServiceError("InvalidSecurityToken.Expired", "The security token has expired.");
    const role = { name: key.role, session: key.session };
    return {
      secret: key.accessKeySecret,
      identity: { account: this.#world.account(key.accountId), accessKeyId: key.accessKeyId, role },
    };
  }

  #useNonce(nonce: string, now: number): void {
    if (this.#nonces.has(nonce)) throwServiceError("SignatureNonceUsed", "The nonce of the signature has been used.");
    this.#nonces.set(nonce, now);
    // Entries are in order of time, so the first recent one ends the cleanup.
    for (const [old, at] of this.#nonces) {
      if (now - at <= 2 * windowMs) break;
      this.#nonces.delete(old);
    }
  }
}
