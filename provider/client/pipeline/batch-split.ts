import { ApiError } from "../../kernel/errors.ts";
import type { BatchRule } from "./batch-rules.ts";

/** How a refused batch is retried: each group becomes a batch of its own. */
interface Split<Pending> {
  readonly groups: readonly (readonly Pending[])[];
  /** Whether the groups must not be split again after the same kind of failure. */
  readonly isOnce: boolean;
}

/**
 * Splits a failed batch, so that the calls that caused the failure are found with few requests.
 * @param mayHalve - whether a failure with the scope `perhaps` may still split the batch
 * @returns `undefined` when the failure applies to every call
 */
export function splitAfterFailure<Pending extends { readonly call: { readonly request: object } }>(
  error: unknown,
  calls: readonly Pending[],
  rule: BatchRule,
  mayHalve: boolean,
): Split<Pending> | undefined {
  const scope = rule.failureScope(error);
  if (scope === "all" || (scope === "perhaps" && !mayHalve)) return undefined;
  if (scope === "each") return { groups: calls.map((one) => [one]), isOnce: false };
  return { groups: splitByNamedEntities(error, calls, rule) ?? halves(calls), isOnce: scope === "perhaps" };
}

/** Isolates the calls whose entities the error message names. A misread message costs extra requests, and never a wrong result. */
function splitByNamedEntities<Pending extends { readonly call: { readonly request: object } }>(
  error: unknown,
  calls: readonly Pending[],
  rule: BatchRule,
): Pending[][] | undefined {
  const message = error instanceof ApiError ? error.serviceMessage : "";
  const isNamed = ({ call }: Pending) => rule.entityNames(call.request).some((name) => message.includes(name));
  const namedCalls = calls.filter(isNamed);
  if (namedCalls.length === 0 || namedCalls.length === calls.length) return undefined;
  return [calls.filter((one) => !isNamed(one)), ...namedCalls.map((one) => [one])];
}

function halves<Pending>(calls: readonly Pending[]): Pending[][] {
  const middle = Math.ceil(calls.length / 2);
  return [calls.slice(0, middle), calls.slice(middle)].filter((group) => group.length > 0);
}
