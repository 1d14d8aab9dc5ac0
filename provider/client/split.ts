import { ApiError } from "../kernel/errors.ts";
import type { Batching } from "./batches.ts";

/** A batch that was refused, as it goes on: each group is a batch of its own. */
interface Split<Passenger> {
  readonly groups: readonly (readonly Passenger[])[];
  /** Whether the groups are not split again for the same reason. */
  readonly isOnce: boolean;
}

/** How a batch is split after a failure, in as few calls as find out whom it is about; `undefined`: it is about all of them. */
export function partsAfter<Passenger extends { readonly call: { readonly request: object } }>(
  error: unknown,
  passengers: readonly Passenger[],
  batching: Batching,
  mayHalve: boolean,
): Split<Passenger> | undefined {
  const blame = batching.blame(error);
  if (blame === "all" || (blame === "perhaps" && !mayHalve)) return undefined;
  if (blame === "each") return { groups: passengers.map((one) => [one]), isOnce: false };
  return { groups: named(error, passengers, batching) ?? halves(passengers), isOnce: blame === "perhaps" };
}

/** Those whom the service's words name go alone, and the others together: the words save calls, and decide nothing. */
function named<Passenger extends { readonly call: { readonly request: object } }>(
  error: unknown,
  passengers: readonly Passenger[],
  batching: Batching,
): Passenger[][] | undefined {
  const said = error instanceof ApiError ? error.serviceMessage : "";
  const isNamed = ({ call }: Passenger) => batching.names(call.request).some((name) => said.includes(name));
  const suspects = passengers.filter(isNamed);
  if (suspects.length === 0 || suspects.length === passengers.length) return undefined;
  return [passengers.filter((one) => !isNamed(one)), ...suspects.map((one) => [one])];
}

function halves<Passenger>(passengers: readonly Passenger[]): Passenger[][] {
  const middle = Math.ceil(passengers.length / 2);
  return [passengers.slice(0, middle), passengers.slice(middle)].filter((group) => group.length > 0);
}
