import { expect, test } from "vitest";
import { refreshedAccess, withoutKnownAcceptances } from "../../../../../sdk/fleet/run/refreshed-access.ts";
import { acceptor, record, remove, same, share, update, type Entry } from "../../../access/diff/steps.ts";

const target = "2000000000000001";
const edge = share("a", ["v1"], [target]);
const [network, account] = [record("Resource", "VSwitch", "v1"), record("Target", "Account", target)];
const holding = (...associations: readonly object[]): Entry => ({ ...edge, outputs: { associations } });

/** The events of a refresh whose steps have these states. */
function eventsOf({ op, urn, oldState, newState }: ReturnType<typeof update>, after: Entry | undefined) {
  const metadata = { op, urn, type: oldState?.type, old: oldState, new: newState && { ...newState, outputs: after?.outputs } };
  return [{ resOutputsEvent: { metadata } }, { summaryEvent: {} }];
}

test.each<[what: string, step: ReturnType<typeof update>, after: Entry | undefined, expected: readonly unknown[]]>([
  ["a target that was removed by hand as lost", update(edge, edge), holding(network), [["lost", false, undefined]]],
  ["a share that was deleted by hand as lost", remove(edge), undefined, [["lost", false, undefined]]],
  ["an unchanged share as kept", same(edge), edge, [["kept", false, false]]],
  [
    "an invitation that was accepted since as access that comes into force",
    update(holding(network, { ...account, status: "Associating" }), edge),
    edge,
    [["kept", false, true]],
  ],
])("reports %s by a refresh", (_title, step, after, expected) => {
  const { changes, isIncomplete } = refreshedAccess(eventsOf(step, after)).diff;
  expect(changes.map(({ change, pending, wasPending }) => [change, pending, wasPending])).toEqual(expected);
  expect(isIncomplete).toBe(false);
});

test("reports what a refresh changes as not known where the state has secrets", () => {
  const secret = { ...edge, outputs: { associations: "[secret]" } };
  expect(refreshedAccess(eventsOf(same(secret), secret)).diff.isIncomplete).toBe(true);
});

test.each([
  ["accepted before", "Accepted", false],
  ["accepts now", "Pending", true],
])("reports by a refresh of a fleet access that another of its stacks %s as coming into force: %s %s", (_title, status, isReported) => {
  const invited = holding(network, { ...account, status: "Associating" });
  const { diff } = refreshedAccess(eventsOf(update(invited, edge), edge));
  const accepted = acceptor("accept", {}, target);
  const accepting = { ...accepted, outputs: { ...accepted.outputs, status } };
  const other = refreshedAccess(eventsOf(update(accepting, accepted), accepted));
  const changes = withoutKnownAcceptances(diff, other.accepted).changes.map(({ change, wasPending }) => [change, wasPending]);
  expect(changes).toEqual([["kept", isReported]]);
});
