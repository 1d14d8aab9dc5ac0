import { stringOrUndefined } from "../kernel/json.ts";
import { runCancellable, runUntil } from "../kernel/operation-scope.ts";
import type { OperationContext } from "./driver.ts";
import type { Host } from "./host.ts";
import type { Context, Resource, Values } from "./resource.ts";

/** The parameters of an operation that its context needs. */
type Options = Pick<OperationContext, "urn" | "origin" | "timeoutMs"> & Partial<Pick<Context, "isSnapshot" | "isDeletion">>;

/** Runs an operation on an object with a context of its own; all its calls and reads end at its deadline. */
export async function runOperation<T>(host: Host, values: Values, options: Options, run: (context: Context) => Promise<T>): Promise<T> {
  const context = await contextOf(host, values, options);
  return runUntil(context.deadline, () => run(context));
}

async function contextOf(
  host: Host,
  values: Values,
  { urn, origin, timeoutMs, isSnapshot = false, isDeletion = false }: Options,
): Promise<Context> {
  const { clock, startedAt, claims, ownership } = host;
  return {
    clock,
    startedAt,
    claims,
    ownership,
    client: await host.client(stringOrUndefined(values["account"]), stringOrUndefined(values["region"])),
    clientIn: (region) => host.client(stringOrUndefined(values["account"]), region),
    device: () => host.device(stringOrUndefined(values["account"])),
    deadline: clock.now() + (timeoutMs ?? (await host.timeoutMs())),
    urn,
    origin,
    isSnapshot,
    isDeletion,
    usesCreateTag: await host.usesCreateTag(),
    reportProgress: (progress) => host.log.status(progress, { urn }),
    warn: (message) => host.log.warn(message, { urn }),
  };
}

/**
 * Runs work until the user cancels the update. Waits end at once; a write in flight ends with its answer, or after `lastCallMs`.
 * After that no write is sent, so a read then shows what the last write has done. The call of an action is cancelled only
 * before it is sent (`engineGuarded`).
 */
export async function unlessCancelled<T>({ cancellation }: Host, resource: Resource, work: () => Promise<T>): Promise<T> {
  if (resource.isAction === true) return work();
  return runCancellable(cancellation, work).catch((error: unknown) => {
    // The cancellation is a better message than the error that it causes.
    cancellation?.throwIfAborted();
    throw error;
  });
}
