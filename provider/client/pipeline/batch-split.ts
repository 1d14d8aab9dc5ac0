import { ApiError } from "../../kernel/errors.ts";
import type { BatchRule } from "./batch-rules.ts";

/** A batch that was refused, as it goes on: each group is a batch of its own. */
interface Split<Pending> {
  readonly groups: readonly (readonly Pending[])[];
  /** Whether the groups are not split again for the same reason. */
  readonly isOnce: boolean;
}

/** How a batch is split after a failure, in as few calls as find out whom it is about; `undefined`: it is about all of them. */
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

/** Those whom the service's words name go alone, and the others together: the words save calls, and decide nothing. */
function splitByNamedEntities<Pending extends { readonly call: { readonly request: object } }>(
  error: unknown,
  calls: readonly Pending[],
  rule: BatchRule,
): Pending[][] | undefined {
  const said = error instanceof ApiError ? error.serviceMessage : "";
  const isNamed = ({ call }: Pending) => rule.entityNames(call.request).some((name) => said.includes(name));
  const namedCalls = calls.filter(isNamed);
  if (namedCalls.length === 0 || namedCalls.length === calls.length) return undefined;
  return [calls.filter((one) => !isNamed(one)), ...namedCalls.map((one) => [one])];
}

function halves<Pending>(calls: readonly Pending[]): Pending[][] {
  const middle = Math.ceil(calls.length / 2);
  return [calls.slice(0, middle), calls.slice(middle)].filter((group) => group.length > 0);
}
