import type { Account } from "./records.ts";
import { refuse, refuseUnlisted } from "./refusal.ts";
import { isSignedBy, type Signed } from "./signature.ts";
import type { World } from "./world.ts";

// How far a signature may be off, either way (assumption S-clock).
const windowMs = 15 * 60_000;
const dateShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** An identity as the service knows it. */
export interface Identity {
  readonly account: Account;
  readonly accessKeyId: string;
  /** The role that was assumed, with temporary keys. */
  readonly role?: { readonly name: string; readonly session: string } | undefined;
}

/** Keys that a role was given for a while. */
export interface TemporaryKey {
  readonly accountId: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly securityToken: string;
  readonly expiresAt: number;
  readonly role: string;
  readonly session: string;
}

/** Who calls: keys, tokens, nonces, and the time that a signature may have. */
export class Keyring {
  readonly #world: World;
  /** The client's own time, which does not move when the service's is moved. */
  readonly #clientNow: () => number;
  readonly #temporary = new Map<string, TemporaryKey>();
  readonly #nonces = new Map<string, number>();

  constructor(world: World, clientNow: () => number) {
    this.#world = world;
    this.#clientNow = clientNow;
  }

  add(key: TemporaryKey): void {
    this.#temporary.set(key.accessKeyId, key);
  }

  /** Who signed the request, or a refusal. */
  identify(signed: Signed): Identity {
    const now = this.#clientNow();
    const date = dateShape.test(signed.date) ? Date.parse(signed.date) : Number.NaN;
    if (Number.isNaN(date)) refuse("InvalidTimeStamp.Format", "The time of the signature is not of the form yyyy-MM-ddTHH:mm:ssZ.");
    if (Math.abs(now - date) > windowMs)
      refuse("InvalidTimeStamp.Expired", "The time of the signature is more than 15 minutes from the service's.");
    const { secret, identity } = this.#find(signed);
    if (!isSignedBy(signed, secret)) {
      refuse("SignatureDoesNotMatch", `The signature does not match; the server's string to sign is: ${signed.toSign}`);
    }
    this.#spendNonce(`${signed.accessKeyId}/${signed.nonce}`, now);
    return identity;
  }

  #find(signed: Signed): { secret: string; identity: Identity } {
    const temporary = this.#temporary.get(signed.accessKeyId);
    if (temporary) return this.#findTemporary(temporary, signed);
    const account = this.#world.accountOfKey(signed.accessKeyId);
    const key = account?.keys.find(({ accessKeyId }) => accessKeyId === signed.accessKeyId);
    if (account && key) return { secret: key.accessKeySecret, identity: { account, accessKeyId: key.accessKeyId } };
    return refuse("InvalidAccessKeyId.NotFound", "The access key does not exist.");
  }

  #findTemporary(key: TemporaryKey, signed: Signed): { secret: string; identity: Identity } {
    if (signed.securityToken === undefined) refuseUnlisted(400, "MissingSecurityToken", "Temporary keys need their security token.");
    if (signed.securityToken !== key.securityToken) {
      refuseUnlisted(400, "InvalidSecurityToken.MismatchWithAccessKey", "The security token does not belong to the access key.");
    }
    if (key.expiresAt <= this.#world.now) refuse("InvalidSecurityToken.Expired", "The security token has expired.");
    const role = { name: key.role, session: key.session };
    return {
      secret: key.accessKeySecret,
      identity: { account: this.#world.account(key.accountId), accessKeyId: key.accessKeyId, role },
    };
  }

  #spendNonce(nonce: string, now: number): void {
    if (this.#nonces.has(nonce)) refuse("SignatureNonceUsed", "The nonce of the signature has been used.");
    this.#nonces.set(nonce, now);
    // Insertion order is order of time, so the first that is young enough ends the clearing.
    for (const [old, at] of this.#nonces) {
      if (now - at <= 2 * windowMs) break;
      this.#nonces.delete(old);
    }
  }
}
