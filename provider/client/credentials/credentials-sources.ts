import type { Clock } from "../../kernel/clock.ts";
import type { Credentials, CredentialsSource } from "../pipeline/call.ts";

/** Credentials with their expiration, by the system date: it also passes while the machine sleeps. */
export interface TimedCredentials {
  readonly credentials: Credentials;
  /** When to renew them. */
  readonly renewAt: number;
  /** Until when they can be used if renewal fails. */
  readonly expiresAt: number;
}

/** The pause before the next attempt after a failed renewal, in milliseconds. */
const renewalPauseMs = 60_000;

/** A source of static credentials. */
export function givenCredentials(credentials: Credentials): CredentialsSource {
  return () => Promise.resolve(credentials);
}

/**
 * A source that caches credentials and renews them; concurrent callers share one request.
 * A failure is not cached. A failed renewal is ignored until the current credentials expire.
 */
export function renewedCredentials(clock: Clock, obtain: () => Promise<TimedCredentials>): CredentialsSource {
  let known: TimedCredentials | undefined;
  let obtaining: Promise<Credentials> | undefined;
  const renew = async (): Promise<Credentials> => {
    try {
      known = await obtain();
    } catch (error) {
      if (known === undefined || clock.wallTime() >= known.expiresAt) throw error;
      known = { ...known, renewAt: clock.wallTime() + renewalPauseMs };
    } finally {
      obtaining = undefined;
    }
    return known.credentials;
  };
  return () =>
    known && clock.wallTime() < Math.min(known.renewAt, known.expiresAt) ? Promise.resolve(known.credentials) : (obtaining ??= renew());
}
