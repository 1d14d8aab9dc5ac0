import { classify } from "../../provider/api/error-codes.ts";
import { MalformedResponseError } from "../../provider/client/errors/failures.ts";
import { messageOf, ProtocolError, TransportError } from "../../provider/kernel/errors.ts";
import { statusText } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { needs, type Permitted } from "./permitted.ts";
import { assumptions } from "./assumptions.ts";
import { type CallDependencies, Calls, type Exchange, NotTried } from "./calls.ts";
import { type Caller, Scenario, type Times } from "./scenario.ts";
import { deleteShares, RunShares, sharePrefix } from "./shares.ts";

/** One assumption after a run. */
export interface Result {
  readonly id: string;
  readonly asked: string;
  readonly expected: string;
  readonly result: "holds" | "differs" | "not tried";
  /** What was seen, or why nothing was tried. */
  readonly seen: string;
}

/** What a run has found. */
export interface Verified {
  readonly results: readonly Result[];
  readonly times: Times;
  readonly exchanges: readonly Exchange[];
  /** The names of shares that could not be deleted. */
  readonly left: readonly string[];
}

/** What a run depends on. */
export interface Verification extends CallDependencies {
  readonly permitted: Permitted;
  /**
   * Called before the first probe, with the account of the credentials.
   * @throws UsageError to stop the run
   */
  readonly onCaller: (caller: Caller, prefix: string) => void;
}

/**
 * Tries all assumptions, and deletes what that has created.
 * @throws Error when the service refuses the credentials
 */
export async function verify(parts: Verification): Promise<Verified> {
  const calls = new Calls(parts);
  const caller = await callerOf(calls);
  if (caller.account === undefined) await assertAccepted(calls, caller);
  const shares = new RunShares(calls, parts.random.hex(8));
  // Without its own account, a run writes nothing and invites nobody.
  const receiver = caller.account === undefined ? undefined : parts.permitted.receiver;
  parts.onCaller({ ...caller, receiver: receiver && (await calls.callerAccount(receiver)) }, shares.prefix);
  const run = new Scenario(calls, shares, parts.permitted, caller);
  const results: Result[] = [];
  let left: readonly string[] = [];
  try {
    for (const assumption of assumptions) {
      calls.assumption = assumption.id;
      results.push("why" in assumption ? notTried(assumption.id, assumption.why) : await tried(assumption, run, parts.signal));
    }
  } finally {
    if (shares.hasCreated && caller.account !== undefined) left = await shares.deleteAll(caller.account);
  }
  return { results, times: run.times, exchanges: calls.exchanges, left };
}

/**
 * Deletes the shares of all runs of this command; returns the names of those that are left.
 * @throws Error when the account of the credentials is unknown
 */
export async function clean(parts: Omit<Verification, "permitted">): Promise<readonly string[]> {
  const calls = new Calls(parts);
  const caller = await callerOf(calls);
  if (caller.account === undefined) throw new Error(caller.problem);
  parts.onCaller(caller, sharePrefix);
  return deleteShares(calls, sharePrefix, caller.account);
}

async function callerOf(calls: Calls): Promise<Caller> {
  try {
    const account = await calls.callerAccount();
    return { account, problem: "no GetCallerIdentity", isAnswered: true };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    // A proxy's page is malformed; a refusal may be due to the credentials, the time or a policy.
    const isAnswered = cause instanceof ProtocolError && !(cause instanceof MalformedResponseError);
    return { account: undefined, problem: messageOf(error), isAnswered };
  }
}

/** Ends a run whose every call would fail, or be refused for its credentials. A service may also refuse GetCallerIdentity alone. */
async function assertAccepted(calls: Calls, { problem }: Caller): Promise<void> {
  // The variation is without the guard, which would ask for the account again.
  const answer = await calls.ask("DescribeRegions", {}, { account: {} }).catch((error: unknown) => {
    if (!(error instanceof TransportError)) return undefined;
    throw new Error(`the service answers nothing, and nothing was compared: ${error.message}`, { cause: error });
  });
  if (answer?.code === undefined || classify(answer.code, answer.status).concerns !== "credentials") return;
  throw new Error(`the service refuses the credentials with ${statusText(answer)}, and nothing was compared: ${problem}`);
}

async function tried(assumption: Probed, run: Scenario, signal: AbortSignal): Promise<Result> {
  const { id, asked, expected } = assumption;
  if (run.caller.account === undefined && assumption.needs?.some((name) => name !== "throttle") === true)
    return notTried(id, "needs the account of the credentials, which is unknown", assumption);
  const missing = (assumption.needs ?? []).filter((name) => !run.permitted[name]);
  const options = new Set(missing.flatMap((name) => needs[name]));
  if (options.size > 0) return notTried(id, `needs ${[...options].join(" and ")}`, assumption);
  try {
    signal.throwIfAborted();
    const { holds, seen } = await assumption.probe(run);
    return { id, asked, expected, result: holds ? "holds" : "differs", seen };
  } catch (error) {
    return notTried(id, error instanceof NotTried ? error.message : `failed: ${messageOf(error)}`, assumption);
  }
}

function notTried(id: string, seen: string, { asked, expected }: Partial<Probed> = {}): Result {
  return { id, asked: asked ?? "", expected: expected ?? "", result: "not tried", seen };
}
