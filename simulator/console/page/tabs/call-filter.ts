import type { CallRecord, FullWorldFile } from "../../../index.ts";

/** The outcomes that calls are filtered by. */
export const outcomes = ["all", "failed", "throttled", "with a fault"] as const;

/** Which calls are shown; an empty text stands for all. */
export interface CallFilter {
  readonly account: string;
  readonly operation: string;
  /** Id or name of a share. */
  readonly share: string;
  readonly outcome: (typeof outcomes)[number];
}

/** The filter that shows all calls. */
export const allCalls: CallFilter = { account: "", operation: "", share: "", outcome: "all" };

/** The calls that a filter shows. */
export function filteredCalls(calls: readonly CallRecord[], filter: CallFilter, world: FullWorldFile | undefined): readonly CallRecord[] {
  const names = filter.share === "" ? [] : namesOfShare(filter.share, world);
  return calls.filter(
    (call) =>
      (filter.account === "" || call.account === filter.account) &&
      (filter.operation === "" || call.operation === filter.operation) &&
      (filter.outcome === "all" || outcomeMatches[filter.outcome](call)) &&
      (names.length === 0 || hasText(call.parameters, names)),
  );
}

/** Whether the service refused a call because of too many calls. */
export function isThrottled({ code }: CallRecord): boolean {
  return code?.startsWith("Throttling") ?? false;
}

const outcomeMatches: Readonly<Record<Exclude<CallFilter["outcome"], "all">, (call: CallRecord) => boolean>> = {
  failed: ({ status }) => status !== 200,
  throttled: isThrottled,
  "with a fault": ({ fault }) => fault !== undefined,
};

/** The texts by which calls name a share: its id, its name when it is created, and the ids of its invitations. */
function namesOfShare(share: string, world: FullWorldFile | undefined): string[] {
  const found = world?.shares.filter(({ id, name }) => id === share || name === share) ?? [];
  const ids = new Set(found.map(({ id }) => id));
  const invitations = world?.invitations.filter(({ shareId }) => ids.has(shareId)) ?? [];
  return [share, ...found.flatMap(({ id, name }) => [id, name]), ...invitations.map(({ id }) => id)];
}

/** Whether a parameter, at any depth, is one of these texts. */
function hasText(value: unknown, texts: readonly string[]): boolean {
  if (typeof value === "string") return texts.includes(value);
  return typeof value === "object" && value !== null && Object.values(value).some((inner) => hasText(inner, texts));
}
