import * as pulumi from "@pulumi/pulumi";
import type { DeviceClient } from "../../provider/client/device/device-client.ts";
import type { Grant } from "../../provider/client/device/token-session.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { nearestArgument } from "../../provider/kernel/ids.ts";
import { isRecord, withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import { programClients } from "../binding/invoke.ts";
import { withoutTrace } from "../binding/program-error.ts";
import type { Session, SessionArgs } from "./session-types.ts";

/** A session that this copy of the package has opened, with the method that calls use. */
export interface OpenSession extends Session {
  /**
   * Runs a call with the session's client.
   *
   * @param sendsAccessToken Whether the call sends the access token, so that its success proves that the token is valid.
   * @returns `undefined` while the session's arguments are not known.
   */
  use<T>(call: (client: DeviceClient) => Promise<T>, sendsAccessToken?: boolean): Promise<T | undefined>;
}

/**
 * The implementation of a session.
 *
 * @throws InputError when the value is not the result of `rs.device.session`.
 */
export function opened(given: Session): OpenSession {
  if (isOpen(given)) return given;
  throw InputError.of("session", "must be a session that `rs.device.session` has returned");
}

function isOpen(given: Session): given is OpenSession {
  return isRecord(given) && "use" in given;
}

/** Opens a session with the tokens or the code of the arguments. */
export function openedFor(args: SessionArgs, account: string | undefined): OpenSession {
  assertKnownNames(args);
  const client = known(args).then(async (given) => {
    if (given === undefined) return undefined;
    const configured = (await programClients()).device(account);
    const grant = grantOf(given);
    return grant === undefined ? configured : configured.with(grant);
  });
  // Calls of the session report the error; without calls, it must not become an unhandled rejection.
  client.catch(() => undefined);
  return sessionOf(client);
}

/** Opens a session with a client. */
export function sessionOf(client: Promise<DeviceClient | undefined>): OpenSession {
  const running = new Set<Promise<unknown>>();
  /** The refresh token that the session has received last. */
  let received: string | undefined;
  /** Whether a call with an access token has succeeded. */
  let isProven = false;
  const use: OpenSession["use"] = async (call, sendsAccessToken = true) => {
    const ready = await client;
    if (ready === undefined) return undefined;
    const unsubscribe = ready.session.onChange(({ refreshToken }) => {
      received = refreshToken?.open();
    });
    const result = call(ready).finally(unsubscribe);
    const ended = result.then(
      () => {
        isProven ||= sendsAccessToken;
      },
      () => undefined,
    );
    running.add(ended);
    return result;
  };
  /** The current refresh token; when no access token can be obtained, the one that the session has received last. */
  const currentToken = async (): Promise<string | undefined> => {
    const tokens = await use((own) => own.session.current(), false).catch((error: unknown) => {
      if (received === undefined) throw error;
    });
    return tokens?.refreshToken?.open() ?? received;
  };
  /** The refresh token that is valid when all calls of the session have ended. */
  const finalToken = async (): Promise<string | typeof pulumi.unknown | undefined> => {
    const ready = await client;
    // A preview stores no outputs: a token that it renews would be lost.
    if (ready === undefined || pulumi.runtime.isDryRun()) return pulumi.unknown;
    for (let seen = -1; seen !== running.size;) {
      seen = running.size;
      await Promise.all(running);
      // Code that waited for these calls may start further calls in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const token = await currentToken();
    if (token === undefined || isProven || received !== undefined) return token;
    // The next call would renew an expired access token, perhaps with a new refresh token. This call renews it now; its failure is ignored.
    const { GetUserBasicInfo } = await import("../../provider/api/device/users.ts");
    await use((own) => own.call(GetUserBasicInfo, {})).catch(() => undefined);
    return currentToken();
  };
  // The cast is safe: Pulumi never passes an unknown value to a callback.
  const asOutput = (after: readonly pulumi.Input<unknown>[]) =>
    pulumi.secret(pulumi.all([...after]).apply(async () => (await finalToken()) as string | undefined));
  return {
    use,
    get refreshToken() {
      return asOutput([]);
    },
    refreshTokenAfter: (...outputs) => asOutput(outputs),
  };
}

type Known = { readonly [Name in keyof SessionArgs]?: pulumi.Unwrap<SessionArgs[Name]> };

/** Members of every Output that its public type does not declare. */
interface OutputInternals {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<Known>;
}

/** Waits for the arguments; `undefined` when a preview does not know them. */
async function known(args: SessionArgs): Promise<Known | undefined> {
  const output: object = pulumi.output(args);
  if (!hasInternals(output)) throw new Error("this version of @pulumi/pulumi has outputs of another form");
  return (await output.isKnown) ? output.promise() : undefined;
}

function hasInternals(output: object): output is OutputInternals {
  return "isKnown" in output && "promise" in output;
}

/** The names of all arguments; the type check reports a missing one. */
const names: { readonly [Name in keyof Required<SessionArgs>]: true } = {
  accessToken: true,
  refreshToken: true,
  expiresIn: true,
  code: true,
  redirectUri: true,
};

function assertKnownNames(args: SessionArgs): void {
  const all = Object.keys(names);
  const unknownNames = Object.keys(args).filter((name) => !all.includes(name));
  if (unknownNames.length === 0) return;
  const failures = unknownNames.map((name) => ({ property: `session.${name}`, reason: `is not an argument${nearestArgument(name, all)}` }));
  throw withoutTrace(new InputError(failures));
}

/** The grant in the arguments; `undefined` without a token and a code. */
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
