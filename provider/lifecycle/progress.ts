import type { Context } from "./resource.ts";

/** Reports a wait in the row of its resource: what was seen last comes first, because a terminal cuts the end. */
export function progressOf(context: Pick<Context, "reportProgress">, subject: string) {
  return {
    onSeen: (seen: string) => context.reportProgress(`${seen}, ${subject}`),
    onSettled: () => context.reportProgress(`done, ${subject}`),
  };
}
