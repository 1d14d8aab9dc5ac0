import type { Clock } from "../../kernel/clock.ts";
import type { Secret } from "../../kernel/secret.ts";

/** An access key; with a security token it is temporary. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly accessKeySecret: Secret;
  readonly securityToken?: Secret | undefined;
}

/** Gives the credentials to sign with now; asked before each attempt, so that they may be renewed while work goes on. */
export type CredentialsSource = () => Promise<Credentials>;

/** Credentials, and how long they serve, in the clock's milliseconds. */
export interface TimedCredentials {
  readonly credentials: Credentials;
  /** When to obtain the next ones. */
  readonly renewAt: number;
  /** Until when these serve if no others can be obtained. */
  readonly expiresAt: number;
}

/** How long credentials that could not be renewed serve before the next attempt. */
const renewalPauseMs = 60_000;

/** Always the same credentials. */
export function givenCredentials(credentials: Credentials): CredentialsSource {
  return () => Promise.resolve(credentials);
}

/** Obtains credentials once for all concurrent callers, and again when they are to be renewed. A failure is not remembered, and hidden while the last ones serve. */
export function renewedCredentials(clock: Clock, obtain: () => Promise<TimedCredentials>): CredentialsSource {
  let known: TimedCredentials | undefined;
  let obtaining: Promise<Credentials> | undefined;
  let offsetMs = 0;
  // A machine that slept, or whose date was set forward, renews early; a date that was set back does not make credentials last longer.
  const time = () => Math.max(clock.now(), clock.wallTime() - offsetMs);
  const renew = async (): Promise<Credentials> => {
    try {
      known = await obtain();
      offsetMs = clock.wallTime() - clock.now();
    } catch (error) {
      if (known === undefined || time() >= known.expiresAt) throw error;
      known = { ...known, renewAt: time() + renewalPauseMs };
    } finally {
      obtaining = undefined;
    }
    return known.credentials;
  };
  return () => (known && time() < Math.min(known.renewAt, known.expiresAt) ? Promise.resolve(known.credentials) : (obtaining ??= renew()));
}
