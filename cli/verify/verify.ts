import { classify } from "../../provider/api/error-codes.ts";
import { asError, messageOf, TransportError } from "../../provider/kernel/errors.ts";
import { statusText } from "./answers.ts";
import { type Check, isAsExpected } from "./check.ts";
import { checks, undecided } from "./checks.ts";
import { deleteShares } from "./clean.ts";
import { NotTried, type Run } from "./run.ts";

/** One assumption after a run. */
export interface Result {
  readonly id: string;
  readonly result: "holds" | "differs" | "not tried";
  /** What was asked, and what the answer is if the assumption holds. */
  readonly expected: string;
  /** What was seen, or why nothing was tried. */
  readonly seen: string;
}

/** What a run has found. */
export interface Verified {
  readonly results: readonly Result[];
  /** The names of shares that could not be deleted. */
  readonly left: readonly string[];
}

/**
 * Returns the account of the credentials, or why it is unknown.
 * @throws Error when the service answers nothing, or refuses the credentials: every call would fail
 */
export async function callerOf(run: Run): Promise<{ readonly account?: string; readonly problem: string }> {
  const account = await run.callerAccount().catch(asError);
  if (typeof account === "string") return { account, problem: "" };
  const problem = account?.message ?? "no GetCallerIdentity";
  await assertAccepted(run, problem);
  return { problem };
}

/** A service may refuse GetCallerIdentity alone. */
async function assertAccepted(run: Run, problem: string): Promise<void> {
  // The variation is without the guard, which would ask for the account again.
  const answer = await run.ask("DescribeRegions", {}, { account: {} }).catch((error: unknown) => {
    if (!(error instanceof TransportError)) return undefined;
    throw new Error(`the service answers nothing, and nothing was done: ${error.message}`, { cause: error });
  });
  if (answer?.code === undefined || classify(answer.code, answer.status).concerns !== "credentials") return;
  throw new Error(`the service refuses the credentials with ${statusText(answer)}, and nothing was done: ${problem}`);
}

/** Makes all checks that are permitted, and deletes the shares that they have created. */
export async function verify(run: Run): Promise<Verified> {
  const results: Result[] = [];
  for (const one of checks) {
    run.assumption = one.id;
    results.push(await resultOf(one, run));
  }
  const others = Object.entries(undecided).map(([id, why]): Result => ({ id, result: "not tried", expected: "", seen: why }));
  const { prefix, parts, lastCreation, permitted } = run;
  const owner = permitted["allow-writes"];
  const left = owner === undefined || lastCreation === undefined ? [] : await deleteShares(parts, prefix, owner, lastCreation);
  return { results: [...results, ...others], left };
}

async function resultOf({ id, needs, asked, expected, see }: Check, run: Run): Promise<Result> {
  const title = `${asked}: ${expected}`;
  const missing = needs.filter((name) => !run.permitted[name]);
  try {
    if (missing.length > 0) throw new NotTried(`needs ${missing.map((name) => `--${name}`).join(" and ")}`);
    run.signal.throwIfAborted();
    const seen = await see(run, expected);
    return { id, result: isAsExpected(seen, expected) ? "holds" : "differs", expected: title, seen };
  } catch (error) {
    const seen = error instanceof NotTried ? error.message : `failed: ${messageOf(error)}`;
    return { id, result: "not tried", expected: title, seen };
  }
}
