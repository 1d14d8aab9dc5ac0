import * as pulumi from "@pulumi/pulumi";
import type { DeviceClient } from "../../provider/client/device/device-client.ts";
import type { Grant } from "../../provider/client/device/token-session.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { nearest } from "../../provider/kernel/ids.ts";
import { withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import { programClients } from "../invoke.ts";
import type { Session, SessionArgs } from "./session.ts";

/** A session that this copy of the package has opened: what calls need of it. */
export interface OpenSession extends Session {
  /** Runs a call with the session's client; `undefined` while the session's arguments are not known. `bearsToken`: its success proves the access token. */
  use<T>(call: (client: DeviceClient) => Promise<T>, bearsToken?: boolean): Promise<T | undefined>;
}

/** What is behind a session. */
export function opened(session: Session): OpenSession {
  if (isOpen(session)) return session;
  throw InputError.of("session", "must be what `rs.device.session` has given");
}

function isOpen(session: Session): session is OpenSession {
  return "use" in session;
}

/** The session for what a user has granted, known or not. */
export function openedFor(args: SessionArgs, account: string | undefined): OpenSession {
  assertKnownNames(args);
  const client = known(args).then(async (given) => {
    if (given === undefined) return undefined;
    const configured = (await programClients()).device(account);
    const grant = grantOf(given);
    return grant === undefined ? configured : configured.with(grant);
  });
  // Whoever uses the session hears of it; nobody else needs to.
  client.catch(() => undefined);
  return sessionOf(client);
}

/** The session of a client that is there, or comes. */
export function sessionOf(client: Promise<DeviceClient | undefined>): OpenSession {
  const running = new Set<Promise<unknown>>();
  let newest: string | undefined;
  let isProven = false;
  const use: OpenSession["use"] = async (call, bearsToken = true) => {
    const ready = await client;
    if (ready === undefined) return undefined;
    const forget = ready.session.onChange(({ refreshToken }) => (newest = refreshToken?.open()));
    const result = call(ready).finally(forget);
    const ended = result.then(
      () => void (isProven ||= bearsToken),
      () => undefined,
    );
    running.add(ended);
    return result;
  };
  /** The refresh token as it is now; the newest that was heard of when no access token is to be had with it. */
  const heldNow = async (): Promise<string | undefined> => {
    const tokens = await use((own) => own.session.current(), false).catch((error: unknown) => {
      if (newest === undefined) throw error;
    });
    return tokens?.refreshToken?.open() ?? newest;
  };
  const settled = async (): Promise<string | typeof pulumi.unknown | undefined> => {
    const ready = await client;
    // A preview keeps nothing: what it would spend on a newer token is lost.
    if (ready === undefined || pulumi.runtime.isDryRun()) return pulumi.unknown;
    for (let seen = -1; seen !== running.size;) {
      seen = running.size;
      await Promise.all(running);
      // Whatever waited for these calls may begin others in the next turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const held = await heldNow();
    if (held === undefined || isProven || newest !== undefined) return held;
    // An access token that has ended would be renewed by the next call, perhaps with another refresh token: better now. A refusal of the call proves nothing.
    const { GetUserBasicInfo } = await import("../../provider/api/device/users.ts");
    await use((own) => own.call(GetUserBasicInfo, {})).catch(() => undefined);
    return heldNow();
  };
  // What is unknown reaches nobody: of a value, the type without it is true.
  const asOutput = (after: readonly pulumi.Input<unknown>[]) =>
    pulumi.secret(pulumi.all([...after]).apply(async () => (await settled()) as string | undefined));
  return {
    use,
    get refreshToken() {
      return asOutput([]);
    },
    refreshTokenAfter: (...outputs) => asOutput(outputs),
  };
}

type Known = { readonly [Name in keyof SessionArgs]?: pulumi.Unwrap<SessionArgs[Name]> };

/** What every Output can tell of its value, which its public type keeps to itself. */
interface Telling {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<Known>;
}

/** The arguments, once they are known; nothing when a preview does not know them. */
async function known(args: SessionArgs): Promise<Known | undefined> {
  const output: object = pulumi.output(args);
  if (!isTelling(output)) throw new Error("this version of @pulumi/pulumi has outputs of another form");
  return (await output.isKnown) ? output.promise() : undefined;
}

function isTelling(output: object): output is Telling {
  return "isKnown" in output && "promise" in output;
}

/** What every session takes; a missing name does not compile. */
const names: { readonly [Name in keyof Required<SessionArgs>]: true } = {
  accessToken: true,
  refreshToken: true,
  expiresIn: true,
  code: true,
  redirectUri: true,
};

function assertKnownNames(args: SessionArgs): void {
  const all = Object.keys(names);
  const strangers = Object.keys(args).filter((name) => !all.includes(name));
  if (strangers.length === 0) return;
  throw new InputError(
    strangers.map((name) => {
      const meant = nearest(name, all);
      return {
        property: name,
        reason: meant === undefined ? `is no argument; there are ${all.join(", ")}` : `is no argument; did you mean ${meant}?`,
      };
    }),
  );
}

/** What was given; nothing when there is no token and no code. */
function grantOf(given: Known): Grant | undefined {
  const { accessToken, refreshToken, expiresIn, code, redirectUri }: Known = withoutAbsentMembers(given);
  if (code !== undefined) {
    if (redirectUri === undefined)
      throw InputError.of("redirectUri", "is required with a code: exactly the address of the authorization request");
    return { code: new Secret(code), redirectUri };
  }
  if (accessToken === undefined && refreshToken === undefined) return undefined;
  return {
    accessToken: accessToken === undefined ? undefined : new Secret(accessToken),
    refreshToken: refreshToken === undefined ? undefined : new Secret(refreshToken),
    expiresIn,
  };
}
