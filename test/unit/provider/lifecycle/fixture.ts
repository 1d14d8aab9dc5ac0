import { z } from "zod";
import { Writes } from "../../../../provider/client/writes.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { ApiError, type Category, TransportError } from "../../../../provider/kernel/errors.ts";
import type { Context, Resource } from "../../../../provider/lifecycle/resource.ts";

/** A refusal of the service. */
export const refusal = (code: string, category: Category) =>
  new ApiError({ operation: "Do", code, status: 400, category, serviceMessage: "no", transient: false });
export const denied = refusal("NoPermission", "denied");
export const conflict = refusal("AssociateConflict", "conflict");
export const lost = new TransportError({ operation: "Do", problem: "closed", ambiguous: true });

/** The context of an operation in a process that begins at 0. */
export function contextAt(deadline = 60_000, isSnapshot = false) {
  const clock = new VirtualClock(0);
  const messages: string[] = [];
  const reportProgress = (progress: string) => void messages.push(progress);
  // These members are all that the functions use.
  const context = {
    clock,
    deadline,
    isSnapshot,
    startedAt: 0,
    reportProgress,
    client: { writes: new Writes(clock) },
  } as unknown as Context;
  return Object.assign(context, { clock, messages });
}

/** A function that fails until a moment and counts its calls. */
export function failingUntil(context: Context, ms: number, error: Error) {
  const tries: number[] = [];
  const attempt = async () => {
    tries.push(context.clock.now());
    if (context.clock.now() < ms) throw error;
    return "done";
  };
  return { tries, attempt };
}

/** Returns what `read` returns now, six seconds later: an answer shows the service as it was when it was asked for. */
export async function slowly<T>({ clock }: Context, read: () => T): Promise<T> {
  const answer = read();
  await clock.sleep(6000);
  return answer;
}

const unused = () => Promise.reject(new Error("not called"));

/** A resource without rules, which calls nothing, except where a test overrides it. */
export function thing(members: Partial<Resource> = {}): Resource {
  return {
    token: "Thing",
    summary: "A thing.",
    inputs: z.object({}),
    outputs: z.object({}),
    replaceOn: [],
    deletesBeforeReplacement: true,
    onCreateOnly: [],
    check: () => [],
    canonical: (values) => values,
    claims: () => [],
    needsReconcile: () => false,
    create: unused,
    read: unused,
    reconcile: unused,
    delete: unused,
    ...members,
  };
}
