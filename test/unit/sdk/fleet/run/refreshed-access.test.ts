import { expect, test } from "vitest";
import { refreshedAccess, refreshedStates } from "../../../../../sdk/fleet/run/refreshed-access.ts";
import { acceptor, association, type Entry, record, remove, same, share, update } from "../../../access/diff/steps.ts";

const target = "2000000000000001";
const edge = share("a", ["v1"], [target]);
const empty = share("a", ["v1"], []);
const part = association("more", "rs-a", [], [target]);
const [network, account] = [record("Resource", "VSwitch", "v1"), record("Target", "Account", target)];
const holding = (...associations: readonly object[]): Entry => ({ ...edge, outputs: { associations } });
const invited = holding(network, { ...account, status: "Associating" });
const accepted = acceptor("accept", {}, target);
const unanswered: Entry = { ...accepted, outputs: { ...accepted.outputs, status: "Pending" } };
const withoutTarget = { ...part, outputs: { shareId: "rs-a", associations: [] } };

type Step = ReturnType<typeof update>;
/** A refresh that finds a resource as it is after it; `undefined`: the resource is gone. */
const seen = (before: Entry, after: Entry | undefined): [Step, Entry | undefined] => [
  after === undefined ? remove(before) : update(before, after),
  after,
];

/** What a refresh of a stack sees. */
function statesOf(stack: string, steps: readonly [Step, Entry | undefined][]) {
  const events = steps.map(([{ op, urn, oldState, newState }, after]) => {
    const inStack = (state: object | undefined) => state && { ...state, urn: urn.replace(":dev:", `:${stack}:`) };
    const metadata = {
      op,
      urn,
      type: oldState?.type,
      old: inStack(oldState),
      new: newState && inStack({ ...newState, outputs: after?.outputs }),
    };
    return { resOutputsEvent: { metadata } };
  });
  return refreshedStates(stack, [...events, { summaryEvent: {} }]);
}

const lost = ["lost", false, undefined, "owner"];
const inForce = ["kept", false, true, "owner"];
const unchanged = ["kept", false, false, "owner"];

test.each<[what: string, owner: ReturnType<typeof seen>, other: ReturnType<typeof seen> | undefined, expected: readonly unknown[]]>([
  ["a target that was removed by hand as lost", seen(edge, holding(network)), undefined, [lost]],
  ["a share that was deleted by hand as lost", seen(edge, undefined), undefined, [lost]],
  ["an unchanged share as kept", seen(edge, edge), undefined, [unchanged]],
  ["an invitation that was accepted since as access that comes into force", seen(invited, edge), undefined, [inForce]],
  ["an invitation that another stack had as accepted as kept", seen(invited, edge), seen(accepted, accepted), [unchanged]],
  ["an invitation that another stack accepts as access that comes into force", seen(invited, edge), seen(unanswered, accepted), [inForce]],
  ["a target of another stack that was removed by hand as lost", seen(empty, empty), seen(part, withoutTarget), [lost]],
  ["an association of another stack that is gone as lost", seen(empty, empty), seen(part, undefined), [lost]],
])("reports %s by a refresh of a fleet", (_title, owner, other, expected) => {
  const { changes, remarks, isIncomplete } = refreshedAccess([statesOf("owner", [owner]), ...(other ? [statesOf("other", [other])] : [])]);
  expect(changes.map(({ change, pending, wasPending, stack }) => [change, pending, wasPending, stack])).toEqual(expected);
  expect([remarks, isIncomplete]).toEqual([[], false]);
});

test("reports by a refresh of acceptors alone what the account has lost", () => {
  const sharedResources = [{ type: "VSwitch", id: "v1" }];
  const received = { ...accepted, outputs: { ...accepted.outputs, sharedResources } };
  const { changes } = refreshedAccess([statesOf("accept", [seen(received, undefined)])]);
  expect(changes.map(({ change, target: { id }, stack }) => [change, id, stack])).toEqual([["lost", target, "accept"]]);
});

test.each<[what: string, step: ReturnType<typeof seen>, isKnown: boolean]>([
  ["changes in part of a share that no stack of the run has", seen(part, withoutTarget), false],
  ["stays in part of a share that no stack of the run has", seen(part, part), true],
])("reports whether all is known by a refresh of a fleet: what %s", (_what, step, isKnown) => {
  const { remarks, isIncomplete } = refreshedAccess([statesOf("other", [step])]);
  const remark = "the stack of share rs-a is not in this run or failed, so what changes in its access is not known";
  expect([remarks, isIncomplete]).toEqual(isKnown ? [[], false] : [[remark], true]);
});

test("reports what a refresh changes as not known where the state has secrets", () => {
  const secret = { ...edge, outputs: { associations: "[secret]" } };
  const { remarks, isIncomplete } = refreshedAccess([statesOf("owner", [[same(secret), secret]])]);
  expect([remarks, isIncomplete]).toEqual([[expect.stringMatching(/^owner: a refresh does not show values that are secret/)], true]);
});
