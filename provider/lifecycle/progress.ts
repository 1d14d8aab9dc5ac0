import type { Context } from "./resource.ts";

/** Reports a wait in the row of its resource: what was seen last comes first, because a terminal cuts the end. */
export function progressOf(context: Pick<Context, "reportProgress">, subject: string) {
  return {
    onSeen: (seen: string) => context.reportProgress(`${seen}, ${subject}`),
    onSettled: () => context.reportProgress(`done, ${subject}`),
  };
}

/** How long a wait still lasts at most, as `at most 10 min`. */
export function restText({ clock, deadline }: Pick<Context, "clock" | "deadline">): string {
  const ms = Math.max(deadline - clock.now(), 0);
  return ms < 120_000 ? `at most ${Math.round(ms / 1000)} s` : `at most ${Math.round(ms / 60_000)} min`;
}
